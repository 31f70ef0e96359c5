// AA1: which pixels beside an edge or a line are covered in part, and how much of each (reference 11).
#pragma once

#include "render/gs/reference/line.hpp"

#include <array>
#include <utility>

namespace relit::render::gs::reference {

inline constexpr std::int32_t kWhole = 0x80; // the coverage of a pixel that lies inside

struct EdgePixel {
    std::int32_t x = 0, y = 0, coverage = 0;
    std::uint8_t edge = 0; // of the triangle, 0 to 2
    bool along_x = true;   // the edge's longer axis
};

namespace detail {

/// An edge of a triangle, so directed that the inside lies where `side` is positive.
struct Edge {
    PixelPosition a, b;

    Edge(const TriangleSetup& triangle, unsigned from, unsigned to) : a(triangle.at[from]), b(triangle.at[to]) {
        const bool forward = (to + 3 - from) % 3 == 1;
        if (forward != (triangle.cross > 0)) std::swap(a, b);
    }
    /// Whether a pixel that it meets exactly belongs to the triangle: an edge at the top or left.
    [[nodiscard]] bool owns() const { return b.y < a.y || (b.y == a.y && b.x > a.x); }
    [[nodiscard]] std::int64_t side(std::int32_t x, std::int32_t y) const {
        return std::int64_t{b.x - a.x} * (16 * y - a.y) - std::int64_t{16 * x - a.x} * (b.y - a.y);
    }
    [[nodiscard]] bool has_inside(std::int32_t x, std::int32_t y) const { return side(x, y) + (owns() ? 1 : 0) > 0; }
    /// The pixels that it may colour: a pixel more than its own box on each side.
    [[nodiscard]] Window box() const {
        const auto least = [](std::int32_t p, std::int32_t q) { return ceil_pixel(std::min(p, q)) - 1; };
        const auto most = [](std::int32_t p, std::int32_t q) { return (std::max(p, q) >> 4) + 1; };
        return {least(a.x, b.x), least(a.y, b.y), most(a.x, b.x), most(a.y, b.y)};
    }
};

/// The pixel just outside an edge at one step along its longer axis.
struct EdgeStep {
    const Edge& edge;
    Line line;
    bool outside_below; // toward smaller minor coordinates

    // Inside lies right of a to b: below where that goes right, left of it where it goes down.
    explicit EdgeStep(const Edge& on)
        : edge(on), line(on.a, on.b), outside_below(line.along_x ? line.length > 0 : line.length < 0) {}
    [[nodiscard]] EdgePixel at(std::int32_t major) const {
        // The edge's minor coordinate here is exact / unit pixels.
        const std::int64_t length = std::abs(std::int64_t{line.length}), unit = 16 * length;
        const std::int64_t exact = line.minor * length + std::int64_t{line.rise} * line.step * (16 * major - line.from);
        const std::int64_t below = floor_div(exact, unit), past = exact - below * unit;
        std::int64_t minor = below, covered = unit - past;
        if (past == 0) {
            if (edge.owns()) minor += outside_below ? -1 : 1, covered = 0;
        } else if (!outside_below) {
            minor += 1, covered = past;
        }
        const auto other = static_cast<std::int32_t>(minor);
        return {line.along_x ? major : other, line.along_x ? other : major,
                static_cast<std::int32_t>(covered * kWhole / unit), 0, line.along_x};
    }
};

} // namespace detail

/// Gives the pixels just outside each edge of a triangle to `take`. Along an edge one pixel a step of its longer axis, from
/// a pixel before it to a pixel after; what it covers falls from a whole pixel to nothing with its distance from the edge
/// across that axis. It must lie inside the other two edges and in the edge's box, a pixel larger on each side. Where an
/// edge at the top or left meets a pixel exactly the one outside is covered by 0, at the bottom or right the pixel is whole.
template <class Take>
void cover_edges(const TriangleSetup& triangle, const Window& window, Take&& take) {
    const std::array<unsigned, 3> order{triangle.top, triangle.middle, triangle.bottom};
    std::uint8_t number = 0;
    for (const auto& [from, to, third] : {std::array{0U, 1U, 2U}, {0U, 2U, 1U}, {1U, 2U, 0U}}) {
        const std::uint8_t edge_number = number++;
        const detail::Edge edge(triangle, order[from], order[to]);
        const detail::Edge second(triangle, order[to], order[third]), last(triangle, order[third], order[from]);
        const detail::EdgeStep step(edge);
        if (step.line.length == 0) continue;
        const Window box = edge.box();
        const std::int32_t first = step.line.along_x ? box.x0 : box.y0, end = step.line.along_x ? box.x1 : box.y1;
        for (std::int32_t major = first; major <= end; ++major) {
            EdgePixel pixel = step.at(major);
            pixel.edge = edge_number;
            if (box.has(pixel.x, pixel.y) && window.has(pixel.x, pixel.y) && second.has_inside(pixel.x, pixel.y) &&
                last.has_inside(pixel.x, pixel.y))
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
