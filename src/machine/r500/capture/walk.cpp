#include "machine/r500/capture/walk.hpp"

#include "machine/r500/registers/text.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace relit::machine::r500 {
namespace {

constexpr std::uint32_t kTextureAddress = ~std::uint32_t{31}; // the low bits are tiling and order of bytes

/// Registers whose value is an address in a buffer.
constexpr bool is_address(std::uint32_t number) {
    return (number >= reg::RB3D_COLOROFFSET && number < reg::RB3D_COLOROFFSET + 16) ||
           (number >= reg::TX_OFFSET && number < reg::TX_OFFSET + 64) || number == reg::ZB_DEPTHOFFSET ||
           number == reg::RB3D_AARESOLVE_OFFSET || number == reg::ZB_ZPASS_ADDR || number == reg::DST_PITCH_OFFSET ||
           number == reg::SRC_PITCH_OFFSET;
}
/// Registers whose tiling bits the kernel takes from the buffer.
constexpr bool is_pitch(std::uint32_t number) {
    return (number >= reg::RB3D_COLORPITCH && number < reg::RB3D_COLORPITCH + 16) || number == reg::ZB_DEPTHPITCH;
}
constexpr std::uint32_t offset_of(std::uint32_t number, std::uint32_t value) {
    return number >= reg::TX_OFFSET && number < reg::TX_OFFSET + 64 ? value & kTextureAddress : value;
}

} // namespace

bool Walker::next() {
    while (true) {
        if (reader_) packet_ = reader_->next();
        if (packet_ && reader_) break;
        if (!open_submission()) return false;
    }
    step();
    return true;
}

std::span<const Message> Walker::messages() const {
    const std::vector<Message>& all = capture_.submissions[submission_].messages;
    const auto first = std::ranges::lower_bound(all, packet_->at, {}, &Message::dword);
    return {first, std::ranges::lower_bound(first, all.end(), packet_->at + packet_->size(), {}, &Message::dword)};
}

bool Walker::open_submission() {
    if (next_submission_ >= capture_.submissions.size()) return false;
    submission_ = next_submission_++;
    const Submission& submission = capture_.submissions[submission_];
    reader_.emplace(submission.dwords);
    checker_.emplace(capture_, submission, violations_);
    taken_until_ = 0;
    early_indices_.reset();
    return true;
}

void Walker::step() {
    relocated_addresses_.clear();
    violations_.clear();
    draws_ = false;
    checker_->packet(*packet_);
    if (packet_->kind == PacketKind::Registers) write_registers();
    if (packet_->kind != PacketKind::Command) return;
    if (packet_->is(Op::LoadVbpntr)) load_arrays();
    if (packet_->is(Op::IndxBuffer)) {
        if (!early_indices_ || early_indices_->dword != packet_->at) return index_buffer(*packet_);
        relocated_addresses_ = std::move(early_indices_->addresses);
        violations_ = std::move(early_indices_->violations);
    }
    if (vf_cntl_index(*packet_)) begin_draw();
}

bool Walker::takes_relocation(std::uint32_t number) const {
    return is_address(number) || (is_pitch(number) && !capture_.submissions[submission_].keeps_tiling());
}

void Walker::write_registers() {
    for (std::size_t i = 0; i < packet_->body.size(); ++i) {
        const std::uint32_t number = packet_->register_of(i), value = packet_->body[i];
        const std::uint32_t dword = packet_->at + 1 + static_cast<std::uint32_t>(i);
        std::optional<BufferRef> buffer;
        if (number >= kRegisterBytes) {
            checker_->report(Rule::UnsafeRegister, dword, fmt::format("{} does not exist", register_name(number)));
            continue;
        }
        if (takes_relocation(number)) buffer = take_relocation(dword, register_name(number));
        draw_.state.write(number, value);
        if (is_address(number)) draw_.state.buffers.erase(number);
        if (buffer && is_address(number)) {
            draw_.state.buffers[number] = *buffer;
            relocated_addresses_.push_back({RelocatedAddress::Kind::Register, dword, number, *buffer, value});
            check_address(dword, *buffer, offset_of(number, value));
        }
        checker_->write(dword, number, value, buffer ? &*buffer : nullptr);
    }
}

/// The next packet that no address has taken yet must be a NOP; its first dword counts dwords of the table.
std::optional<BufferRef> Walker::take_relocation(std::uint32_t dword, std::string_view what) {
    const Submission& submission = capture_.submissions[submission_];
    const std::uint32_t at = std::max(taken_until_, packet_->at + packet_->size());
    const auto follower =
        PacketReader(Dwords(submission.dwords).subspan(std::min<std::size_t>(at, submission.dwords.size()))).next();
    if (!follower && submission.is_part) return std::nullopt; // a log need not have it
    if (!follower || !follower->is(Op::Nop)) {
        checker_->report(Rule::MissingRelocation, dword,
                         fmt::format("no NOP after the packet names the buffer of {}", what));
        return std::nullopt;
    }
    taken_until_ = at + follower->size();
    const std::uint32_t index = follower->body[0] / 4;
    if (!submission.relocations) return BufferRef{index, {}};
    if (index >= submission.relocations->size()) {
        checker_->report(Rule::RelocationBeyond, at,
                         fmt::format("the NOP names relocation {} of {}", index, submission.relocations->size()));
        return std::nullopt;
    }
    const std::uint32_t handle = (*submission.relocations)[index].handle;
    if (!capture_.buffers.contains(handle))
        checker_->report(Rule::UnknownBuffer, at,
                         fmt::format("relocation {} names buffer {}, which does not exist", index, handle));
    return BufferRef{index, handle};
}

void Walker::check_address(std::uint32_t dword, const BufferRef& buffer, std::uint32_t offset) {
    const auto found = buffer.handle ? capture_.buffers.find(*buffer.handle) : capture_.buffers.end();
    if (found != capture_.buffers.end() && offset >= found->second.size)
        checker_->report(
            Rule::AddressBeyond, dword,
            fmt::format("offset {:#x} in buffer {}, which has {:#x} bytes", offset, found->first, found->second.size));
}

VertexArray Walker::array_of(std::uint32_t attributes, std::uint32_t dword, std::uint32_t number) {
    const RegisterWord word = word_of(attributes);
    const bool is_odd = number % 2 != 0;
    VertexArray array;
    array.size = is_odd ? word[field::VAP_VTX_AOS_ATTR__VTX_AOS_COUNT1] : word[field::VAP_VTX_AOS_ATTR__VTX_AOS_COUNT0];
    array.stride =
        is_odd ? word[field::VAP_VTX_AOS_ATTR__VTX_AOS_STRIDE1] : word[field::VAP_VTX_AOS_ATTR__VTX_AOS_STRIDE0];
    array.offset = packet_->body[dword];
    array.buffer = take_relocation(packet_->at + 1 + dword, fmt::format("vertex array {}", number));
    if (!array.buffer) return array;
    relocated_addresses_.push_back(
        {RelocatedAddress::Kind::VertexArray, packet_->at + 1 + dword, number, *array.buffer, array.offset});
    check_address(packet_->at + 1 + dword, *array.buffer, array.offset);
    return array;
}

/// Attributes of two arrays, the address of each, and so on.
void Walker::load_arrays() {
    const Dwords body = packet_->body;
    const std::uint32_t count = word_of(body[0])[field::VAP_VTX_NUM_ARRAYS__VTX_NUM_ARRAYS];
    draw_.state.write(reg::VAP_VTX_NUM_ARRAYS, body[0]);
    draw_.state.arrays.clear();
    std::uint32_t at = 1;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t attributes = at, address = at + 1 + i % 2;
        if (address >= body.size()) {
            checker_->report(Rule::ShortBody, packet_->at,
                             fmt::format("vertex array {} of {} is not in the packet", i, count));
            break;
        }
        draw_.state.arrays.push_back(array_of(body[attributes], address, i));
        if (i % 2 != 0) at += 3;
    }
    checker_->arrays(packet_->at, draw_.state.arrays);
}

/// One register destination, the address, the number of dwords.
void Walker::index_buffer(const Packet& packet) {
    if (packet.body.size() < 3)
        return checker_->report(Rule::ShortBody, packet.at, "INDX_BUFFER has fewer than 3 dwords");
    IndexSource& indices = draw_.indices;
    indices.is_in_buffer = true;
    indices.offset = packet.body[1];
    indices.buffer_dwords = packet.body[2];
    indices.buffer = take_relocation(packet.at + 2, "the indices");
    if (indices.buffer) {
        relocated_addresses_.push_back(
            {RelocatedAddress::Kind::Indices, packet.at + 2, 0, *indices.buffer, indices.offset});
        check_address(packet.at + 2, *indices.buffer, indices.offset);
    }
    checker_->index_buffer(packet.at, indices.buffer_dwords, indices.buffer ? &*indices.buffer : nullptr);
}

void Walker::begin_draw() {
    const std::size_t first = *vf_cntl_index(*packet_) + 1;
    draw_.vf_cntl = word_of(packet_->body[first - 1]);
    draw_.state.write(reg::VAP_VF_CNTL, draw_.vf_cntl.raw[0]);
    ++draw_.number;
    draw_.submission = submission_;
    draw_.dword = packet_->at;
    draw_.opcode = packet_->opcode;
    draw_.primitive = static_cast<Primitive>(draw_.vf_cntl[field::VAP_VF_CNTL__PRIM_TYPE]);
    draw_.walk = static_cast<VertexSource>(draw_.vf_cntl[field::VAP_VF_CNTL__PRIM_WALK]);
    draw_.count = draw_.vf_cntl[field::VAP_VF_CNTL__USE_ALT_NUM_VERTS] != 0
                      ? draw_.state[reg::VAP_ALT_NUM_VERTICES][field::VAP_ALT_NUM_VERTICES__NUM_VERTICES]
                      : draw_.vf_cntl[field::VAP_VF_CNTL__NUM_VERTICES];
    draw_.embedded.clear();
    draw_.indices = {};
    const Dwords rest = packet_->body.subspan(first);
    if (draw_.walk == VertexSource::Embedded) draw_.embedded.assign(rest.begin(), rest.end());
    if (draw_.walk == VertexSource::Indices) draw_.indices.dwords.assign(rest.begin(), rest.end());
    checker_->draw(*packet_, draw_.vf_cntl);
    if (draw_.walk == VertexSource::Indices) read_indices();
    draws_ = true;
}

/// Indices that are not in the packet are named by the INDX_BUFFER after it, which completes the draw.
void Walker::read_indices() {
    draw_.indices.is_wide = draw_.vf_cntl[field::VAP_VF_CNTL__INDEX_SIZE] != 0;
    if (!draw_.indices.dwords.empty()) return;
    auto follower = reader_->peek();
    if (!follower || !follower->is(Op::IndxBuffer)) return;
    const Packet draw = std::exchange(*packet_, *follower);
    std::vector<Violation> of_draw = std::exchange(violations_, {});
    index_buffer(*packet_);
    early_indices_ = {follower->at, std::exchange(relocated_addresses_, {}),
                      std::exchange(violations_, std::move(of_draw))};
    packet_ = draw;
}

} // namespace relit::machine::r500
