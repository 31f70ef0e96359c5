// Random work for the GS, by what it is about: small images of every kind, for renderers that must draw the same.
#pragma once

#include "machine/gs/state/machine.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test {

enum class GsSuite : std::uint8_t {
    Shapes,    // points, lines, triangles, sprites, AA1, colours, depth, fog
    Textures,  // all formats, coordinates, wraps, levels, filters, palettes
    Pixels,    // tests, blending, dither, masks, in all formats of frames
    Memory,    // buffers that overlap, wrap, and are drawn over their own texture; transfers in between
    Registers, // whatever registers say
};
inline constexpr std::array<std::string_view, 5> kGsSuiteNames{"shapes", "textures", "pixels", "memory", "registers"};

/// A write of a register, or so many quadwords that the host reads back.
struct GsStep {
    std::uint8_t address = 0;
    std::uint64_t value = 0;
    bool reads_back = false;
};
/// The same for the same seed.
[[nodiscard]] std::vector<GsStep> gs_random_steps(GsSuite suite, std::uint64_t seed);
/// The work that they come to. It refers to nothing outside.
[[nodiscard]] machine::gs::WorkList gs_random_work(GsSuite suite, std::uint64_t seed);
/// What local memory holds before it.
[[nodiscard]] std::vector<std::uint8_t> gs_random_memory(std::uint64_t seed);

} // namespace relit::test
