#include "render/r500/left_out.hpp"

#include "machine/r500/bound_surfaces.hpp"

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

/// Devices have samples at places of their own.
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

} // namespace

std::span<const LeftOutRow> left_out_rows() { return kRows; }
std::span<const UseRow> register_uses() { return kUses; }

std::vector<std::string> left_out(const State& state) {
    std::vector<std::string> sentences;
    for (const LeftOutRow& row : kRows)
        if (asks(state, row)) sentences.push_back(fmt::format("{}: {}", row.name, row.sentence));
    note_samples(state, sentences);
    note_sizes(state, sentences);
    return sentences;
}

} // namespace relit::render::r500
