// Draws one primitive: which pixels, what each looks like, and into memory (docs/machine/gs.md).
#pragma once

#include "render/gs/clut.hpp"
#include "render/gs/reference/pixel.hpp"
#include "render/gs/reference/texel_place.hpp"

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
    Rgba texel{}, shaded{};          // of the texture; after function, fog and AA1
    Outcome outcome;
};
/// Is told of visits to one pixel.
struct Watch {
    std::int32_t x = 0, y = 0;
    std::function<void(const Visit&)> tell;
};

/// How many pixels a primitive covered.
std::uint64_t draw(Memory& memory, const Clut& clut, const machine::gs::DrawState& state,
                   const std::array<machine::gs::Vertex, 3>& vertices, const Watch* watch = nullptr,
                   const Rules& rules = {});

} // namespace relit::render::gs::reference
