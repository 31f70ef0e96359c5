#include "render/r500/explain/uploads.hpp"

#include <algorithm>
#include <ranges>

namespace relit::render::r500::explain {
namespace {

using machine::r500::Draw;
using machine::r500::RegisterWord;
using machine::r500::State;
namespace reg = machine::r500::reg;
namespace field = machine::r500::field;
namespace program_reg = isa::r500::reg;
namespace program_field = isa::r500::field;

constexpr std::size_t kMostKept = 48;
constexpr std::uint32_t kVertexEach = 4, kFragmentEach = 6; // dwords of an instruction

/// The register of the index of a port's data; 0 of other registers.
std::uint32_t index_of_port(std::uint32_t number) {
    switch (number) {
        case reg::VAP_PVS_VECTOR_DATA_REG:
        case reg::VAP_PVS_VECTOR_DATA_REG_128: return reg::VAP_PVS_VECTOR_INDX_REG;
        case reg::GA_US_VECTOR_DATA: return reg::GA_US_VECTOR_INDEX;
        default: return 0;
    }
}

void load(State& state, const Upload& upload, std::uint32_t index) {
    const bool is_vertex = upload.port == reg::VAP_PVS_VECTOR_INDX_REG;
    state.write(upload.port, index);
    for (const std::uint32_t dword : upload.dwords)
        state.write(is_vertex ? reg::VAP_PVS_VECTOR_DATA_REG_128 : reg::GA_US_VECTOR_DATA, dword);
}

struct Range {
    std::uint32_t first = 0, last = 0;
};
Range vertex_code(const State& state) {
    const RegisterWord code = state[program_reg::VAP_PVS_CODE_CNTL_0];
    return {code[program_field::VAP_PVS_CODE_CNTL_0__PVS_FIRST_INST],
            code[program_field::VAP_PVS_CODE_CNTL_0__PVS_LAST_INST]};
}
Range fragment_code(const State& state) {
    const RegisterWord code = state[program_reg::US_CODE_ADDR];
    const std::uint32_t offset = state[program_reg::US_CODE_OFFSET].raw[0];
    return {offset + code[program_field::US_CODE_ADDR__START_ADDR],
            offset + code[program_field::US_CODE_ADDR__END_ADDR]};
}

bool is_of_constants(const Upload& upload) {
    const RegisterWord index = machine::r500::word_of(upload.index);
    return upload.port == reg::GA_US_VECTOR_INDEX
               ? index[field::GA_US_VECTOR_INDEX__TYPE] != 0
               : index[field::VAP_PVS_VECTOR_INDX_REG__OCTWORD_OFFSET] >= isa::r500::kVertexConstants;
}
std::uint32_t first_of(const Upload& upload) {
    const RegisterWord index = machine::r500::word_of(upload.index);
    return upload.port == reg::GA_US_VECTOR_INDEX ? index[field::GA_US_VECTOR_INDEX__INDEX]
                                                  : index[field::VAP_PVS_VECTOR_INDX_REG__OCTWORD_OFFSET];
}

/// Code that lies beside the program of a draw: nothing that was loaded is read.
bool is_unread(const Upload& upload, const State& state) {
    if (is_of_constants(upload)) return false;
    const bool is_vertex = upload.port == reg::VAP_PVS_VECTOR_INDX_REG;
    const Range read = is_vertex ? vertex_code(state) : fragment_code(state);
    const std::size_t first = first_of(upload),
                      end = first + upload.dwords.size() / (is_vertex ? kVertexEach : kFragmentEach);
    return end <= read.first || first > read.last;
}

/// Whole instructions, the last of which is OUT, as every program has it: constants are never tried as code.
bool is_fragment_code(const Upload& upload) {
    constexpr std::uint32_t kType = 3, kTypeOut = 1;
    const std::size_t size = upload.dwords.size();
    return size % kFragmentEach == 0 && (upload.dwords[size - kFragmentEach] & kType) == kTypeOut;
}

} // namespace

void Uploads::take(std::uint32_t number, std::uint32_t value, std::uint32_t dword) {
    if (number == reg::VAP_PVS_VECTOR_INDX_REG || number == reg::GA_US_VECTOR_INDEX) {
        kept_.push_back({next_++, number, value, {}, walker_.submission(), dword});
        if (kept_.size() <= kMostKept) return;
        load(before_, kept_.front(), kept_.front().index);
        kept_.pop_front();
        return;
    }
    const std::uint32_t port = index_of_port(number);
    if (port == 0) return;
    const auto last = std::ranges::find(kept_ | std::views::reverse, port, &Upload::port);
    if (last == kept_.rend())
        before_.write(number, value);
    else
        last->dwords.push_back(value);
}

void Uploads::advance(const Draw& draw) {
    while (walker_.next()) {
        const machine::r500::Packet& packet = walker_.packet();
        for (std::size_t i = 0; packet.kind == machine::r500::PacketKind::Registers && i < packet.body.size(); ++i)
            take(packet.register_of(i), packet.body[i], static_cast<std::uint32_t>(packet.at + 1 + i));
        if (walker_.draw() != nullptr && walker_.draw()->number >= draw.number) return;
    }
}

const Upload* Uploads::find(std::uint64_t number) const {
    const auto found = std::ranges::find(kept_, number, &Upload::number);
    return found == kept_.end() ? nullptr : &*found;
}

std::set<std::uint32_t> Uploads::destinations(const Upload& upload, const State& state) const {
    constexpr std::uint32_t kTypeIsConstants = 1U << 16;
    std::set<std::uint32_t> destinations;
    for (const Upload& other : kept_)
        if (other.port == upload.port) destinations.insert(other.index);
    if (upload.port == reg::GA_US_VECTOR_INDEX)
        destinations.insert({fragment_code(state).first, kTypeIsConstants});
    else
        destinations.insert({vertex_code(state).first, isa::r500::kVertexConstants, isa::r500::kVertexClipPlanes});
    if (upload.port == reg::GA_US_VECTOR_INDEX && !is_fragment_code(upload))
        std::erase_if(destinations, [](std::uint32_t destination) { return (destination & kTypeIsConstants) == 0; });
    destinations.erase(upload.index);
    return destinations;
}

std::vector<Candidate> Uploads::candidates(const Draw& draw) const {
    std::vector<Candidate> all;
    for (const Upload& upload : kept_) {
        if (upload.dwords.empty()) continue;
        const Test test = upload.port == reg::GA_US_VECTOR_INDEX ? Test::Program : Test::Vertices;
        for (const std::uint32_t destination : destinations(upload, draw.state))
            all.push_back({.number = upload.port,
                           .before = upload.index,
                           .value = destination,
                           .kind = Kind::Upload,
                           .test = test,
                           .is_odd = is_unread(upload, draw.state) || has_reserved_bits(upload.port, upload.index),
                           .upload = upload.number,
                           .submission = upload.submission,
                           .dword = upload.dword});
    }
    return all;
}

bool Uploads::apply(const Candidate& candidate, State& state) const {
    if (find(candidate.upload) == nullptr) return false;
    State made = before_;
    for (const Upload& upload : kept_)
        load(made, upload, upload.number == candidate.upload ? candidate.value : upload.index);
    state.vertex_memory = made.vertex_memory;
    state.fragment_code = made.fragment_code;
    state.fragment_constants = made.fragment_constants;
    return true;
}

} // namespace relit::render::r500::explain
