// Draws one primitive: which pixels, what each looks like, and into memory (docs/machine/gs.md).
#pragma once

#include "render/gs/clut.hpp"
#include "render/gs/reference/sampler.hpp"

#include <functional>
#include <optional>

namespace relit::render::gs::reference {

/// One visit of a primitive to a pixel.
struct Visit {
    std::int32_t x = 0, y = 0;
    std::uint32_t z = 0;
    Rgba vertex{}; // interpolated
    std::int32_t fog = 255;
    std::optional<TexelPlace> place; // where it is textured
    Sample sample;                   // and what was read there
    Rgba texel{}, shaded{};          // of the texture; after function, fog and AA1
    Outcome outcome;
    std::uint32_t frame_bit = 0, depth_bit = 0; // where both pixels begin, counted in bits of memory
};
/// Is told of visits to one pixel, and of those that write words which memory watches.
struct Watch {
    std::int32_t x = 0, y = 0;
    std::function<void(const Visit&)> tell;
    const WordWatch* words = nullptr;

    [[nodiscard]] bool is_at(std::int32_t at_x, std::int32_t at_y) const { return x == at_x && y == at_y; }
    [[nodiscard]] bool has_word_of(std::uint32_t bit) const { return words != nullptr && words->has(bit / 32); }
};

/// How many pixels a primitive covered.
std::uint64_t draw(Memory& memory, const Clut& clut, const machine::gs::DrawState& state,
                   const std::array<machine::gs::Vertex, 3>& vertices, const Watch* watch = nullptr,
                   const Rules& rules = {});

} // namespace relit::render::gs::reference
