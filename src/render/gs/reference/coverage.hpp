// Which pixels a primitive covers: those whose whole coordinate lies inside it, or on a top or left edge.
#pragma once

#include "render/gs/reference/triangle.hpp"

namespace relit::render::gs::reference {

/// The pixels that may be drawn, both ends included; nothing where an end lies before its begin.
struct Window {
    std::int32_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    [[nodiscard]] constexpr bool has(std::int32_t x, std::int32_t y) const {
        return x >= x0 && x <= x1 && y >= y0 && y <= y1;
    }
};

/// The pixels of a row from x to end, without end. `first` is where the row begins before the window cuts it.
struct Span {
    std::int32_t y = 0, x = 0, end = 0, first = 0;
};

/// Where an edge crosses row y, in pixels rounded up: exact, for the edge a, b with a.y < b.y.
[[nodiscard]] constexpr std::int32_t crossing(const PixelPosition& a, const PixelPosition& b, std::int32_t y) {
    const std::int64_t height = b.y - a.y;
    const std::int64_t x = a.x * height + std::int64_t{b.x - a.x} * (16 * y - a.y);
    return static_cast<std::int32_t>(ceil_div<std::int64_t>(x, 16 * height));
}

/// Gives each row of a triangle to `take`, from top to bottom. Rows that hold nothing are omitted.
template <class Take>
void cover_triangle(const TriangleSetup& triangle, const Window& window, Take&& take) {
    if (triangle.cross == 0) return;
    const PixelPosition &top = triangle.at[triangle.top], &middle = triangle.at[triangle.middle],
                        &bottom = triangle.at[triangle.bottom];
    const std::int32_t first = std::max(ceil_pixel(top.y), window.y0);
    const std::int32_t last = std::min(ceil_pixel(bottom.y) - 1, window.y1);
    for (std::int32_t y = first; y <= last; ++y) {
        const std::int32_t spine = crossing(top, bottom, y);
        const bool upper = 16 * y < middle.y;
        const std::int32_t other = upper ? crossing(top, middle, y) : crossing(middle, bottom, y);
        const std::int32_t left = triangle.direction > 0 ? spine : other,
                           right = triangle.direction > 0 ? other : spine;
        const std::int32_t x = std::max(left, window.x0), end = std::min(right, window.x1 + 1);
        if (x < end) take(Span{y, x, end, left});
    }
}

/// The same for the rectangle between two corners.
template <class Take>
void cover_sprite(const PixelPosition& a, const PixelPosition& b, const Window& window, Take&& take) {
    const std::int32_t left = ceil_pixel(std::min(a.x, b.x)), right = ceil_pixel(std::max(a.x, b.x));
    const std::int32_t x = std::max(left, window.x0), end = std::min(right, window.x1 + 1);
    const std::int32_t first = std::max(ceil_pixel(std::min(a.y, b.y)), window.y0);
    const std::int32_t last = std::min(ceil_pixel(std::max(a.y, b.y)) - 1, window.y1);
    if (x >= end) return;
    for (std::int32_t y = first; y <= last; ++y) take(Span{y, x, end, left});
}

} // namespace relit::render::gs::reference
