// AA1: which pixels beside an edge or a line are covered in part, and how much of each (reference 11).
#pragma once

#include "render/gs/reference/line.hpp"

namespace relit::render::gs::reference {

inline constexpr std::int32_t kWhole = 0x80; // the coverage of a pixel that lies inside

struct EdgePixel {
    std::int32_t x = 0, y = 0, coverage = 0;
};

namespace detail {

/// Whether a pixel lies on the inner side of the edge from a to b or on it; `inner` is the sign of the third vertex.
[[nodiscard]] inline bool is_inner(const Place& a, const Place& b, std::int64_t inner, std::int32_t x, std::int32_t y) {
    const std::int64_t side = std::int64_t{b.x - a.x} * (16 * y - a.y) - std::int64_t{16 * x - a.x} * (b.y - a.y);
    return inner > 0 ? side >= 0 : side <= 0;
}

} // namespace detail

/// Gives the pixels just outside each edge of a triangle to `take`. Along an edge one pixel a step of its longer axis;
/// what it covers falls from a whole pixel to nothing with its distance from the edge across that axis. It must lie
/// inside the other two edges and, but for one row, between the triangle's top and bottom. On an edge at the top or left
/// such a pixel would be covered by 0 where the edge meets it exactly, at the bottom or right it is whole.
template <class Take>
void cover_edges(const Walk& walk, const Window& window, Take&& take) {
    const std::int32_t top = ceil_pixel(walk.at[walk.top].y) - 1, bottom = ceil_pixel(walk.at[walk.bottom].y);
    for (unsigned i = 0; i < 3; ++i) {
        const Place &a = walk.at[i], &b = walk.at[(i + 1) % 3], &c = walk.at[(i + 2) % 3];
        const Line line(a, b);
        if (line.length == 0) continue;
        // Whether the outside lies toward smaller minor coordinates, seen from the edge.
        const std::int64_t third = std::int64_t{line.along_x ? c.y - a.y : c.x - a.x} * line.length -
                                   std::int64_t{line.along_x ? c.x - a.x : c.y - a.y} * line.rise;
        const bool outside_below = (third > 0) == (line.length > 0);
        const std::int32_t from = std::min(line.from, line.from + line.length),
                           to = std::max(line.from, line.from + line.length);
        const std::int64_t length = std::abs(std::int64_t{line.length}), rise = std::int64_t{line.rise} * line.step;
        for (std::int32_t major = ceil_pixel(from); 16 * major < to; ++major) {
            // The edge's minor coordinate here is exact / (16 * length) pixels.
            const std::int64_t exact = line.minor * length + rise * (16 * major - line.from), unit = 16 * length;
            const auto minor =
                static_cast<std::int32_t>(outside_below ? ceil_div(exact, unit) - 1 : ceil_div(exact, unit));
            const std::int64_t distance = outside_below ? exact - minor * unit : minor * unit - exact;
            const EdgePixel pixel{line.along_x ? major : minor, line.along_x ? minor : major,
                                  static_cast<std::int32_t>((unit - distance) * kWhole / unit)};
            if (pixel.y < top || pixel.y > bottom || !window.has(pixel.x, pixel.y)) continue;
            if (detail::is_inner(b, c, walk.cross, pixel.x, pixel.y) &&
                detail::is_inner(c, a, walk.cross, pixel.x, pixel.y))
                take(pixel);
        }
    }
}

/// Gives the two pixels beside each step of a line to `take`, covered by what lies nearer to the other one.
template <class Take>
void cover_soft_line(const Line& line, const Window& window, Take&& take) {
    const std::int64_t length = std::abs(std::int64_t{line.length}), unit = 16 * length;
    if (length == 0) return;
    for (std::int32_t major = line.first; (line.last - major) * line.step >= 0; major += line.step) {
        const std::int64_t exact = line.minor * length + std::int64_t{line.rise} * line.step * (16 * major - line.from);
        const auto minor = static_cast<std::int32_t>(floor_div(exact, unit));
        const auto fraction = static_cast<std::int32_t>((exact - minor * unit) * kWhole / unit);
        for (const std::int32_t beside : {0, 1}) {
            const std::int32_t other = minor + beside;
            const LinePixel pixel{line.along_x ? major : other, line.along_x ? other : major, major};
            if (window.has(pixel.x, pixel.y)) take(pixel, beside == 0 ? kWhole - fraction : fraction);
        }
    }
}

} // namespace relit::render::gs::reference
