// Which pixels a triangle covers, and what is interpolated there: computed as the device does it, but in doubles.
#pragma once

#include "render/r500/geometry/triangles.hpp"

#include <span>
#include <vector>

namespace relit::render::r500 {

/// The values of a triangle in the middle of a pixel, which a fragment program is given.
struct Interpolated {
    /// x and y, z from 0 to 1, and 1 / w.
    Float4 position{};
    std::array<Float4, kVaryings> varyings{};
};

/// Returns whether a triangle covers the middle of a pixel. Corners lie on a grid of 1/256 pixels, and the upper and left edges are
/// inside, as SC_EDGERULE is taken to be.
[[nodiscard]] bool covers(const Triangle& triangle, std::uint32_t x, std::uint32_t y);
/// The triangles that do, in their order.
[[nodiscard]] std::vector<std::size_t> triangles_over(std::span<const Triangle> triangles, std::uint32_t x,
                                                      std::uint32_t y);
/// From the middle of a pixel, in pixels.
struct PixelOffset {
    double x = 0, y = 0;
};
/// The pixel may lie outside of the triangle: it is a neighbour then. With an offset all but x and y are those of the point there.
[[nodiscard]] Interpolated interpolated(const Triangle& triangle, std::uint32_t x, std::uint32_t y,
                                        PixelOffset offset = {});

} // namespace relit::render::r500
