#include "render/r500/left_out.hpp"

#include "isa/r500/encoding/colour_formats.hpp"
#include "machine/r500/surface/bound.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace relit::render::r500 {
namespace {

using machine::r500::State;
namespace reg = machine::r500::reg;
namespace field = machine::r500::field;
namespace program_reg = isa::r500::reg;
namespace program_field = isa::r500::field;

constexpr LeftOutRow kRows[] = {
#define LEFT_OUT(name, bits, nothing, sentence) {#name, reg::name, bits, nothing, sentence},
#include "render/r500/left_out.inc"
#undef LEFT_OUT
};

constexpr UseRow kUses[] = {
#define USE(name, use) {#name, Use::use},
#include "render/r500/register_use.inc"
#undef USE
};

bool is_unit_on(const State& state, std::uint32_t unit) { return (state[reg::TX_ENABLE].raw[0] >> unit & 1) != 0; }

/// Whether entry `i` of the registers of a row counts.
bool counts(const State& state, const LeftOutRow& row, std::uint32_t i) {
    if (row.name.starts_with("TX_")) return is_unit_on(state, i);
    if (row.number == reg::RS_INST) return i <= state[reg::RS_INST_COUNT][program_field::RS_INST_COUNT__INST_COUNT];
    return true;
}

bool asks(const State& state, const LeftOutRow& row) {
    const machine::r500::RegisterRow& all = *machine::r500::register_at(row.number)->row;
    for (std::uint32_t i = 0; i < all.count; ++i) {
        const std::uint32_t number = row.number + i * all.stride;
        if (state.has(number) && (state[number].raw[0] & row.bits) != row.nothing && counts(state, row, i)) return true;
    }
    return false;
}

/// Devices have samples at positions of their own.
void note_samples(const State& state, std::vector<std::string>& sentences) {
    constexpr std::uint32_t kCentre = 0x66666666;
    const bool has_samples = state[reg::GB_AA_CONFIG][field::GB_AA_CONFIG__AA_ENABLE] != 0;
    if (has_samples) {
        sentences.emplace_back("GB_MSPOS: samples lie where the device has them");
    } else if (state.has(reg::GB_MSPOS0) && state[reg::GB_MSPOS0].raw[0] != kCentre) {
        sentences.emplace_back("GB_MSPOS: the sample lies in the middle of the pixel");
    }
}

/// Coordinates in texels are scaled by a size that has a register of its own.
void note_sizes(const State& state, std::vector<std::string>& sentences) {
    constexpr std::uint32_t kSize = 0x3fffff;
    for (std::uint32_t unit = 0; unit < machine::r500::kTextureUnits; ++unit) {
        const std::uint32_t scale = program_reg::US_FORMAT0 + 4 * unit, size = program_reg::TX_FORMAT0 + 4 * unit;
        if (!is_unit_on(state, unit) || !state.has(scale)) continue;
        if (((state[scale].raw[0] ^ state[size].raw[0]) & kSize) != 0)
            sentences.emplace_back("US_FORMAT0: the size that scales coordinates is that of TX_FORMAT0");
    }
}

/// RS_IP and RS_INST say what is interpolated; a count that leaves some of it out counts for nothing here.
void note_interpolated(const State& state, std::vector<std::string>& sentences) {
    constexpr std::uint32_t kFirstConstant = 62;
    if (!state.has(reg::RS_COUNT)) return;
    std::uint32_t components = 0, colours = 0;
    for (std::uint32_t i = 0; i <= state[reg::RS_INST_COUNT][program_field::RS_INST_COUNT__INST_COUNT]; ++i) {
        const auto instruction = state[reg::RS_INST + 4 * i];
        const auto coordinate = state[reg::RS_IP + 4 * instruction[program_field::RS_INST__TEX_ID]],
                   colour = state[reg::RS_IP + 4 * instruction[program_field::RS_INST__COL_ID]];
        for (const auto& pointer : {program_field::RS_IP__TEX_PTR_S, program_field::RS_IP__TEX_PTR_T,
                                    program_field::RS_IP__TEX_PTR_R, program_field::RS_IP__TEX_PTR_Q})
            if (instruction[program_field::RS_INST__TEX_CN] != 0 && coordinate[pointer] < kFirstConstant)
                components = std::max(components, coordinate[pointer] + 1);
        const bool is_constant = isa::r500::is_constant_colour(colour[program_field::RS_IP__COL_FMT]);
        if (instruction[program_field::RS_INST__COL_CN] == 1 && !is_constant)
            colours = std::max(colours, colour[program_field::RS_IP__COL_PTR] + 1);
    }
    const auto count = state[reg::RS_COUNT];
    if (count[field::RS_COUNT__IT_COUNT] < components || count[field::RS_COUNT__IC_COUNT] < colours)
        sentences.emplace_back("RS_COUNT: what RS_IP names is interpolated, whatever the count");
}

/// VAP_OUT_VTX_FMT says what a vertex has after its program.
void note_assembly(const State& state, std::vector<std::string>& sentences) {
    constexpr std::uint32_t kColours = 0x1e, kCoordinates = 8, kFirstCoordinate = 10, kBitsOfACount = 3;
    if (!state.has(reg::VAP_VSM_VTX_ASSM)) return;
    const std::uint32_t assembled = state[reg::VAP_VSM_VTX_ASSM].raw[0];
    const std::uint32_t first = state[program_reg::VAP_OUT_VTX_FMT_0].raw[0],
                        second = state[program_reg::VAP_OUT_VTX_FMT_1].raw[0];
    std::uint32_t wanted = (first & 1) | ((first & kColours) != 0 ? 4U : 0U);
    for (std::uint32_t i = 0; i < kCoordinates; ++i)
        if ((second >> kBitsOfACount * i & 7) != 0) wanted |= 1U << (kFirstCoordinate + i);
    if ((wanted & ~assembled) != 0)
        sentences.emplace_back("VAP_VSM_VTX_ASSM: vertices have what VAP_OUT_VTX_FMT names, whatever is assembled");
}

/// Back faces have colours of their own, and the shading of front faces.
void note_back_shading(const State& state, std::vector<std::string>& sentences) {
    constexpr std::uint32_t kBackColours = 0x18, kShading = 0xff, kBits = 8;
    const std::uint32_t shading = state[program_reg::GA_COLOR_CONTROL].raw[0];
    const bool has_back = (state[program_reg::VAP_OUT_VTX_FMT_0].raw[0] & kBackColours) != 0;
    if (has_back && (shading & kShading) != (shading >> kBits & kShading))
        sentences.emplace_back("GA_COLOR_CONTROL: colours 2 and 3 are shaded as colours 0 and 1");
}

/// Drivers discard the sources next to 0 and 1, which change nothing.
void note_discards(const State& state, std::vector<std::string>& sentences) {
    constexpr std::uint32_t kLast = 6, kLastBelow = 3, kByte = 0xff;
    const auto blend = state[reg::RB3D_BLENDCNTL];
    const std::uint32_t mode = blend[field::RB3D_BLENDCNTL__DISCARD_SRC_PIXELS];
    if (blend[field::RB3D_BLENDCNTL__ALPHA_BLEND_ENABLE] == 0 || mode == 0 || mode > kLast) return;
    const bool is_below = mode <= kLastBelow;
    const std::uint32_t number =
        is_below ? reg::RB3D_DISCARD_SRC_PIXEL_LTE_THRESHOLD : reg::RB3D_DISCARD_SRC_PIXEL_GTE_THRESHOLD;
    bool is_visible = false;
    for (std::uint32_t shift = 0; shift < 32 && state.has(number); shift += 8) {
        const std::uint32_t threshold = state[number].raw[0] >> shift & kByte;
        is_visible = is_visible || (is_below ? threshold > 1 : threshold < kByte - 1);
    }
    if (is_visible) sentences.emplace_back("RB3D_BLENDCNTL: no pixel is discarded for its source colour");
}

/// Outputs of programs go to targets that have a buffer.
void note_targets(const State& state, std::vector<std::string>& sentences) {
    constexpr std::uint32_t kUnused = 15;
    std::uint32_t last = 0;
    for (std::uint32_t i = 0; i < machine::r500::kRenderTargets; ++i) {
        const std::uint32_t format = program_reg::US_OUT_FMT + 4 * i;
        const bool is_used = state.has(format) && state[format][program_field::US_OUT_FMT__OUT_FMT] != kUnused;
        if (is_used && !state.has(reg::RB3D_COLOROFFSET + 4 * i))
            sentences.push_back(fmt::format("US_OUT_FMT: target {} has no buffer, and is not drawn to", i));
        else if (is_used)
            last = i;
    }
    const bool is_shared = state[reg::RB3D_CCTL][field::RB3D_CCTL__INDEPENDENT_COLORFORMAT_ENABLE] == 0;
    if (last > 0 && is_shared) sentences.emplace_back("RB3D_CCTL: every target has its own colour format");
}

} // namespace

std::span<const LeftOutRow> left_out_rows() { return kRows; }
std::span<const UseRow> register_uses() { return kUses; }

std::vector<std::string> left_out(const State& state) {
    std::vector<std::string> sentences;
    for (const LeftOutRow& row : kRows)
        if (asks(state, row)) sentences.push_back(fmt::format("{}: {}", row.name, row.sentence));
    note_samples(state, sentences);
    note_sizes(state, sentences);
    note_interpolated(state, sentences);
    note_assembly(state, sentences);
    note_targets(state, sentences);
    note_discards(state, sentences);
    note_back_shading(state, sentences);
    return sentences;
}

} // namespace relit::render::r500
