#include "render/r500/explain/derived.hpp"

#include "machine/r500/surface/bound.hpp"

#include <bit>
#include <cmath>

namespace relit::render::r500::explain {
namespace {

using enum Test;
using machine::r500::Draw;
using machine::r500::RegisterWord;
using machine::r500::State;
namespace reg = machine::r500::reg;
namespace field = machine::r500::field;
namespace program_reg = isa::r500::reg;
namespace program_field = isa::r500::field;

/// Collects values of one state.
class Derivation {
public:
    Derivation(const State& state, std::vector<Candidate>& all) : state_(state), all_(all) {}

    void add(std::uint32_t number, std::uint32_t value, Test test, bool rejects_alone = false) {
        if (state_.has(number))
            all_.push_back({number, state_[number].raw[0], value, Kind::Derived, test, rejects_alone});
    }
    void add(std::uint32_t number, float value, Test test, bool rejects_alone = false) {
        add(number, std::bit_cast<std::uint32_t>(value), test, rejects_alone);
    }
    [[nodiscard]] float real(std::uint32_t number) const { return std::bit_cast<float>(state_[number].raw[0]); }

private:
    const State& state_;
    std::vector<Candidate>& all_;
};

struct WindowSize {
    std::uint32_t width = 0, height = 0;
};
std::uint32_t pixels_of(float half) {
    constexpr float kMost = 4096;
    const float whole = std::abs(2 * half);
    return whole >= 1 && whole <= kMost ? static_cast<std::uint32_t>(whole) : 0;
}
WindowSize scissor_size(const State& state) {
    const RegisterWord last = state[reg::SC_SCISSOR1];
    return {last[field::SC_SCISSOR1__XS1] + 1, last[field::SC_SCISSOR1__YS1] + 1};
}

/// An axis of the viewport from its other register, or from the scissor.
void add_axis(Derivation& derive, std::uint32_t scale, std::uint32_t offset, std::uint32_t pixels) {
    const float half = static_cast<float>(pixels) / 2;
    for (const float known : {derive.real(offset), half}) {
        if (!std::isfinite(known) || known < 1) continue;
        const bool is_flat = derive.real(scale) == 0 || !std::isfinite(derive.real(scale));
        derive.add(scale, known, Clipping, is_flat);
        derive.add(scale, -known, Clipping, is_flat);
    }
    const bool is_lost = !std::isfinite(derive.real(offset));
    for (const float known : {std::abs(derive.real(scale)), half})
        if (std::isfinite(known) && known >= 1) derive.add(offset, known, Clipping, is_lost);
}

void add_window(const State& state, Derivation& derive) {
    const WindowSize scissor = scissor_size(state);
    add_axis(derive, reg::VAP_VPORT_XSCALE, reg::VAP_VPORT_XOFFSET, scissor.width);
    add_axis(derive, reg::VAP_VPORT_YSCALE, reg::VAP_VPORT_YOFFSET, scissor.height);
    const std::uint32_t width = pixels_of(derive.real(reg::VAP_VPORT_XSCALE)),
                        height = pixels_of(derive.real(reg::VAP_VPORT_YSCALE));
    const RegisterWord first = state[reg::SC_SCISSOR0], last = state[reg::SC_SCISSOR1];
    const bool is_empty = first[field::SC_SCISSOR0__XS0] > last[field::SC_SCISSOR1__XS1] ||
                          first[field::SC_SCISSOR0__YS0] > last[field::SC_SCISSOR1__YS1];
    if (width != 0 && height != 0) derive.add(reg::SC_SCISSOR1, (width - 1) | (height - 1) << 13, Scissor, is_empty);
    derive.add(reg::SC_SCISSOR1, 4095U | 4095U << 13, Scissor, is_empty);
    constexpr std::uint32_t kAll = 0x03ffffff;
    for (std::uint32_t i = 0; i < 4; ++i) {
        derive.add(reg::SC_CLIP_A + 8 * i, 0U, Scissor);
        derive.add(reg::SC_CLIP_B + 8 * i, kAll, Scissor);
    }
}

/// Pitches in pixels, of 32-bit texels.
void add_pitches(const State& state, Derivation& derive) {
    constexpr std::uint32_t kAlignment = 64, kArgb8888 = 6U << 21;
    const std::uint32_t width = std::max(scissor_size(state).width, pixels_of(derive.real(reg::VAP_VPORT_XSCALE)));
    const std::uint32_t pitch = (width + kAlignment - 1) / kAlignment * kAlignment;
    for (std::uint32_t i = 0; i < machine::r500::kRenderTargets; ++i) {
        const std::uint32_t number = reg::RB3D_COLORPITCH + 4 * i;
        const bool is_empty = state[number][field::RB3D_COLORPITCH__COLORPITCH] == 0;
        constexpr std::uint32_t kPitch = 0x3ffe;
        derive.add(number, (state[number].raw[0] & ~kPitch) | pitch, Target, is_empty);
        derive.add(number, pitch | kArgb8888, Target, is_empty);
        derive.add(number, kAlignment | kArgb8888, Target, is_empty);
    }
    derive.add(reg::ZB_DEPTHPITCH, pitch, Target);
    derive.add(reg::ZB_DEPTHPITCH, kAlignment, Target);
}

constexpr std::uint32_t kLast = 1U << 13, kFirstInput = 1U << 8;

/// The first element of a vertex is taken to be a position of floats.
void add_vertices(const Draw& draw, Derivation& derive) {
    const State& state = draw.state;
    const std::uint32_t before = state[reg::VAP_PROG_STREAM_CNTL].raw[0];
    constexpr std::uint32_t kHalf = 0xffff;
    for (std::uint32_t type = 1; type <= 3; ++type) { // two to four floats
        derive.add(reg::VAP_PROG_STREAM_CNTL, type | kLast, Vertices);
        derive.add(reg::VAP_PROG_STREAM_CNTL, (before & ~kHalf) | type, Vertices);
        for (std::uint32_t second = 0; second <= 3; ++second) {
            derive.add(reg::VAP_PROG_STREAM_CNTL, type | (second | kFirstInput | kLast) << 16, Vertices);
            derive.add(reg::VAP_PROG_STREAM_CNTL, type | (second | kFirstInput) << 16, Vertices);
        }
    }
    std::uint32_t dwords = 0;
    for (const machine::r500::VertexArray& array : state.arrays) dwords += array.size;
    if (draw.walk == machine::r500::VertexSource::Embedded && draw.count != 0)
        dwords = static_cast<std::uint32_t>(draw.embedded.size() / draw.count);
    derive.add(reg::VAP_VTX_SIZE, dwords, Vertices, state[reg::VAP_VTX_SIZE].raw[0] == 0);
}

/// The runs of what is loaded of a memory up to an entry.
template <class Memory>
std::vector<std::pair<std::uint32_t, std::uint32_t>> loaded_runs(const Memory& memory, std::uint32_t end) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> runs;
    for (std::uint32_t i = 0; i < end; ++i) {
        if (!memory.loaded[i]) continue;
        if (runs.empty() || runs.back().second + 1 != i) runs.emplace_back(i, i);
        runs.back().second = i;
    }
    return runs;
}

void add_ranges(const State& state, Derivation& derive) {
    const RegisterWord code = state[program_reg::VAP_PVS_CODE_CNTL_0];
    const bool lacks_vertex = !state.vertex_memory.loaded[code[program_field::VAP_PVS_CODE_CNTL_0__PVS_FIRST_INST]];
    for (const auto& [first, last] : loaded_runs(state.vertex_memory, isa::r500::kVertexConstants)) {
        const std::uint32_t end = code[program_field::VAP_PVS_CODE_CNTL_0__PVS_LAST_INST];
        if (code[program_field::VAP_PVS_CODE_CNTL_0__PVS_FIRST_INST] == first && first <= end && end <= last)
            derive.add(program_reg::VAP_PVS_CODE_CNTL_0, code.raw[0], Vertices); // a longer program was there before
        derive.add(program_reg::VAP_PVS_CODE_CNTL_0, first | last << 10 | last << 20, Vertices, lacks_vertex);
    }
    const std::uint32_t offset = state[program_reg::US_CODE_OFFSET].raw[0];
    const std::uint32_t start = offset + state[program_reg::US_CODE_ADDR][program_field::US_CODE_ADDR__START_ADDR];
    const bool lacks_fragment = start >= isa::r500::kFragmentInstructions || !state.fragment_code.loaded[start];
    for (const auto& [first, last] : loaded_runs(state.fragment_code, isa::r500::kFragmentInstructions)) {
        if (first >= offset)
            derive.add(program_reg::US_CODE_ADDR, (first - offset) | (last - offset) << 16, Program, lacks_fragment);
        derive.add(program_reg::US_CODE_OFFSET, first, Program, lacks_fragment);
        if (first >= offset) derive.add(program_reg::US_CODE_RANGE, (first - offset) | (last - first) << 16, Program);
    }
}

// ---- what ports have loaded

/// Changes of memory, in Candidate::before.
enum Change : std::uint32_t { OutLast, OnlyOut, PassVertexBy, NoOddConstants };
constexpr std::uint32_t kOut = 1, kOutMasks = 0x78000, kInstructionDwords = 6;
/// One instruction that stores 1 to all channels of target 0: OUT with MAX of the inline constant 1.
constexpr std::uint32_t kStoresOne[kInstructionDwords] = {kOut | 4 | kOutMasks, 0x080200b8, 0x080200b8,
                                                          0x1c440220,           0x1cc18003, 0x00000005};
constexpr float kOdd = 1e9F; // no driver's constants are as large

std::pair<std::uint32_t, std::uint32_t> fragment_range(const State& state) {
    const std::uint32_t offset = state[program_reg::US_CODE_OFFSET].raw[0];
    const RegisterWord address = state[program_reg::US_CODE_ADDR];
    constexpr std::uint32_t kLastInstruction = isa::r500::kFragmentInstructions - 1;
    return {std::min(offset + address[program_field::US_CODE_ADDR__START_ADDR], kLastInstruction),
            std::min(offset + address[program_field::US_CODE_ADDR__END_ADDR], kLastInstruction)};
}

void only_out(State& state) {
    const auto [first, last] = fragment_range(state);
    for (std::uint32_t i = first; i <= last; ++i)
        for (std::uint32_t k = 0; k < kInstructionDwords; ++k)
            state.fragment_code.store(std::size_t{kInstructionDwords} * i + k, kStoresOne[k]);
}

bool is_odd(std::uint32_t dword) { return !(std::abs(std::bit_cast<float>(dword)) < kOdd); }

} // namespace

void add_derived(const Draw& draw, std::vector<Candidate>& all) {
    Derivation derive(draw.state, all);
    add_window(draw.state, derive);
    add_pitches(draw.state, derive);
    add_vertices(draw, derive);
    add_ranges(draw.state, derive);
}

void add_programs(const State& state, std::vector<Candidate>& all) {
    const std::uint32_t last = fragment_range(state).second;
    const std::uint32_t common = state.fragment_code.dwords[std::size_t{kInstructionDwords} * last];
    if ((common & 3) != kOut)
        all.push_back({reg::GA_US_VECTOR_DATA, OutLast, (common & ~3U) | kOut | kOutMasks, Kind::Program, Program});
    all.push_back({reg::GA_US_VECTOR_DATA, OnlyOut, kStoresOne[0], Kind::Program, Program});
    all.push_back({reg::VAP_PVS_VECTOR_DATA_REG_128, NoOddConstants, 0, Kind::Program, Vertices});
    all.push_back({reg::VAP_PVS_VECTOR_DATA_REG_128, PassVertexBy, 0, Kind::Program, Vertices});
}

void apply_program(const Candidate& candidate, State& state) {
    switch (candidate.before) {
        case OutLast:
            return state.fragment_code.store(std::size_t{kInstructionDwords} * fragment_range(state).second,
                                             candidate.value);
        case OnlyOut: return only_out(state);
        case PassVertexBy: {
            RegisterWord control = state[reg::VAP_CNTL_STATUS];
            control.set(field::VAP_CNTL_STATUS__PVS_BYPASS, 1U);
            return state.write(reg::VAP_CNTL_STATUS, control.raw[0]);
        }
        case NoOddConstants:
            for (std::size_t i = std::size_t{4} * isa::r500::kVertexConstants; i < state.vertex_memory.dwords.size();
                 ++i)
                if (is_odd(state.vertex_memory.dwords[i])) state.vertex_memory.dwords[i] = 0;
            return;
        default: return;
    }
}

} // namespace relit::render::r500::explain
