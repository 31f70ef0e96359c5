// Which pixels a line covers, and how far along it each lies [HW, reference 7.1].
#pragma once

#include "render/gs/reference/coverage.hpp"

#include <cstdlib>

namespace relit::render::gs::reference {

/// The pixel that a 12.4 coordinate is nearest to; halves go up.
[[nodiscard]] constexpr std::int32_t nearest_pixel(std::int32_t at) { return (at + 8) >> 4; }

/// A line as it is stepped: along the axis on which it is longer (x where both are alike), one pixel a step.
struct Line {
    bool along_x = true;
    std::int32_t step = 1;             // of the major coordinate
    std::int32_t from = 0, length = 0; // major coordinate of the start and of the whole line, 12.4; length signed
    std::int32_t minor = 0, rise = 0;  // minor coordinate of the start and of the whole line, 12.4
    std::int32_t first = 0, last = 0;  // major pixels that are drawn; last lies before first in steps: none

    Line(const PixelPosition& a, const PixelPosition& b) : Line(a, b, std::abs(b.x - a.x) >= std::abs(b.y - a.y)) {}
    /// The minor pixel at a major one: the nearest to the line, halves going up.
    [[nodiscard]] std::int32_t minor_pixel(std::int32_t major) const {
        if (length == 0) return nearest_pixel(minor);
        const std::int64_t n = std::int64_t{16 * major - from} * rise * step, d = std::int64_t{length} * step;
        return static_cast<std::int32_t>(floor_div<std::int64_t>(n + (minor + 8) * d, 16 * d));
    }

private:
    Line(const PixelPosition& a, const PixelPosition& b, bool goes_along_x)
        : along_x(goes_along_x), step((goes_along_x ? b.x < a.x : b.y < a.y) ? -1 : 1), from(goes_along_x ? a.x : a.y),
          length(goes_along_x ? b.x - a.x : b.y - a.y), minor(goes_along_x ? a.y : a.x),
          rise(goes_along_x ? b.y - a.y : b.x - a.x), first(nearest_pixel(from) + (leaves(from, minor) ? step : 0)),
          last(nearest_pixel(from + length) - (leaves(from + length, minor + rise) ? 0 : step)) {}

    /// Whether an end lies outside the diamond around its pixel, on the side to which the line goes.
    [[nodiscard]] bool leaves(std::int32_t major_at, std::int32_t minor_at) const {
        const std::int32_t ahead = major_at - 16 * nearest_pixel(major_at);
        const std::int32_t beside = minor_at - 16 * nearest_pixel(minor_at);
        const std::int32_t distance = std::abs(ahead) + std::abs(beside);
        return ahead * step > 0 && (distance > 8 || (distance == 8 && beside >= 0));
    }
};

/// A pixel of a line.
struct LinePixel {
    std::int32_t x = 0, y = 0, major = 0;
};

/// Gives each pixel of a line to `take`, from its start to its end, those outside the window omitted.
template <class Take>
void cover_line(const Line& line, const Window& window, Take&& take) {
    const std::int32_t low = line.along_x ? window.x0 : window.y0, high = line.along_x ? window.x1 : window.y1;
    std::int32_t first = line.first, last = line.last;
    if (line.step > 0)
        first = std::max(first, low), last = std::min(last, high);
    else
        first = std::min(first, high), last = std::max(last, low);
    for (std::int32_t major = first; (last - major) * line.step >= 0; major += line.step) {
        const std::int32_t minor = line.minor_pixel(major);
        const LinePixel pixel{line.along_x ? major : minor, line.along_x ? minor : major, major};
        if (window.has(pixel.x, pixel.y)) take(pixel);
    }
}

} // namespace relit::render::gs::reference
