#include "render/r500/pixel/coverage.hpp"

#include <algorithm>
#include <cmath>

namespace relit::render::r500 {
namespace {

constexpr double kGrid = 256; // steps of a pixel

struct GridPoint {
    std::int64_t x = 0, y = 0;
};
GridPoint on_grid(const Corner& corner) {
    return {std::llround(corner.position[0] * kGrid), std::llround(corner.position[1] * kGrid)};
}

/// Twice the area of a triangle, with y downwards.
std::int64_t area(const GridPoint& a, const GridPoint& b, const GridPoint& c) {
    return (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
}

/// Returns true if the middle lies on the inner side of an edge, or on an upper or left one; the area is positive.
bool is_inside(const GridPoint& from, const GridPoint& to, const GridPoint& middle) {
    const std::int64_t side = area(from, to, middle);
    if (side != 0) return side > 0;
    return to.y < from.y || (to.y == from.y && to.x > from.x);
}

double area_of(const Float4& a, const Float4& b, double x, double y) {
    return (double{b[0]} - a[0]) * (y - a[1]) - (x - a[0]) * (double{b[1]} - a[1]);
}

bool fits_grid(const Triangle& triangle) {
    constexpr float kFar = 1 << 20;
    return std::ranges::all_of(triangle.corners, [](const Corner& corner) {
        return std::abs(corner.position[0]) < kFar && std::abs(corner.position[1]) < kFar;
    });
}

} // namespace

bool covers(const Triangle& triangle, std::uint32_t x, std::uint32_t y) {
    if (!fits_grid(triangle)) return false;
    const auto whole = static_cast<std::int64_t>(kGrid);
    const GridPoint middle{x * whole + whole / 2, y * whole + whole / 2}, a = on_grid(triangle.corners[0]);
    GridPoint b = on_grid(triangle.corners[1]), c = on_grid(triangle.corners[2]);
    if (area(a, b, c) == 0) return false;
    if (area(a, b, c) < 0) std::swap(b, c);
    return is_inside(a, b, middle) && is_inside(b, c, middle) && is_inside(c, a, middle);
}

std::vector<std::size_t> triangles_over(std::span<const Triangle> triangles, std::uint32_t x, std::uint32_t y) {
    std::vector<std::size_t> over;
    for (std::size_t i = 0; i < triangles.size(); ++i)
        if (covers(triangles[i], x, y)) over.push_back(i);
    return over;
}

Interpolated interpolated(const Triangle& triangle, std::uint32_t x, std::uint32_t y, PixelOffset offset) {
    const double middle_x = x + 0.5, middle_y = y + 0.5, at_x = middle_x + offset.x, at_y = middle_y + offset.y;
    const auto& [a, b, c] = triangle.corners;
    const double all = area_of(a.position, b.position, c.position[0], c.position[1]);
    const std::array<double, 3> shares = {area_of(b.position, c.position, at_x, at_y) / all,
                                          area_of(c.position, a.position, at_x, at_y) / all,
                                          area_of(a.position, b.position, at_x, at_y) / all};
    Interpolated made;
    double z = 0, inverse = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        z += shares[i] * std::clamp(triangle.corners[i].position[2], 0.0F, 1.0F);
        inverse += shares[i] / triangle.corners[i].position[3];
    }
    made.position = {static_cast<float>(middle_x), static_cast<float>(middle_y), static_cast<float>(z),
                     static_cast<float>(inverse)};
    for (std::size_t varying = 0; varying < kVaryings; ++varying)
        for (std::size_t lane = 0; lane < 4; ++lane) {
            double value = 0;
            for (std::size_t i = 0; i < 3; ++i)
                value += shares[i] / triangle.corners[i].position[3] * triangle.corners[i].varyings[varying][lane];
            made.varyings[varying][lane] = static_cast<float>(value / inverse);
        }
    return made;
}

} // namespace relit::render::r500
