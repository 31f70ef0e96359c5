// Which pixels lie in a primitive, decided for each alone: what coverage is checked against.
#pragma once

#include "render/gs/reference/triangle.hpp"

namespace relit::test {

/// Whether a pixel's whole coordinate lies in a triangle, from nothing but the signs of three areas. A point on an edge
/// belongs to the triangle that lies right of the edge, or below it where the edge is level.
[[nodiscard]] bool gs_is_inside(const std::array<render::gs::reference::PixelPosition, 3>& triangle, int x, int y);
/// The same of the sprite between two corners.
[[nodiscard]] bool gs_is_inside(const std::array<render::gs::reference::PixelPosition, 2>& corners, int x, int y);

} // namespace relit::test
