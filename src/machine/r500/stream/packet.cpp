#include "machine/r500/stream/packet.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <array>

namespace relit::machine::r500 {
namespace {

constexpr std::array kOps{
#define PM4_OP(number, enumerator, name, form, purpose) OpInfo{Op::enumerator, name, Form::form, purpose},
#include "machine/r500/stream/packets.inc"
#undef PM4_OP
};
static_assert(std::ranges::is_sorted(kOps, {}, &OpInfo::op), "packets.inc lists operations by number");

template <class Head>
Head head_of(std::uint32_t header) {
    Head head;
    head.raw = {header};
    return head;
}

/// What a head says; its body is not looked for yet.
Packet opened(std::uint32_t at, std::uint32_t header) {
    Packet packet{.at = at, .kind = PacketKind::Filler, .header = header, .body = {}};
    const auto registers = head_of<PacketHeader>(header);
    const auto command = head_of<CommandHeader>(header);
    switch (registers[PacketHeader::type]) {
        case 0:
            packet.kind = PacketKind::Registers;
            packet.reg = 4 * registers[PacketHeader::reg];
            packet.one_register = registers[PacketHeader::one_register];
            packet.wanted = registers[PacketHeader::count] + 1;
            break;
        case 1:
            packet.kind = PacketKind::Pair;
            packet.wanted = 2;
            break;
        case 3:
            packet.kind = PacketKind::Command;
            packet.opcode = command[CommandHeader::opcode];
            packet.wanted = command[CommandHeader::count] + 1;
            break;
        default: break;
    }
    return packet;
}

} // namespace

std::span<const OpInfo> all_ops() { return kOps; }

const OpInfo* op_info(std::uint32_t opcode) {
    const auto found =
        std::ranges::find(kOps, opcode, [](const OpInfo& row) { return static_cast<std::uint32_t>(row.op); });
    return found == kOps.end() ? nullptr : &*found;
}

const OpInfo* op_named(std::string_view name) {
    const auto found =
        std::ranges::find_if(kOps, [&](const OpInfo& row) { return equal_ignoring_case(row.name, name); });
    return found == kOps.end() ? nullptr : &*found;
}

std::uint32_t register_header(std::uint32_t reg, bool one_register, std::size_t count) {
    PacketHeader head;
    head.set(PacketHeader::reg, reg / 4).set(PacketHeader::one_register, one_register);
    return head.set(PacketHeader::count, static_cast<std::uint32_t>(count - 1)).raw[0];
}

std::uint32_t command_header(std::uint32_t opcode, std::size_t count) {
    CommandHeader head;
    head.set(CommandHeader::type, 3U).set(CommandHeader::opcode, opcode);
    return head.set(CommandHeader::count, static_cast<std::uint32_t>(count - 1)).raw[0];
}

std::optional<Packet> PacketReader::next() {
    if (at_ >= stream_.size()) return std::nullopt;
    Packet packet = opened(at_, stream_[at_]);
    const Dwords rest = stream_.subspan(at_ + 1);
    if (packet.wanted > rest.size()) packet.kind = PacketKind::Cut;
    packet.body = rest.first(std::min<std::size_t>(packet.wanted, rest.size()));
    at_ += packet.size();
    return packet;
}

std::optional<std::size_t> vf_cntl_index(const Packet& packet) {
    const OpInfo* const info = packet.kind == PacketKind::Command ? op_info(packet.opcode) : nullptr;
    const bool has_format = info != nullptr && info->form == Form::DrawFormat;
    if (info == nullptr || (info->form != Form::Draw && !has_format)) return std::nullopt;
    const std::size_t index = has_format ? 1 : 0;
    return index < packet.body.size() ? std::optional(index) : std::nullopt;
}

} // namespace relit::machine::r500
