#include "render/r500/geometry/shapes.hpp"

#include <algorithm>
#include <cmath>

namespace relit::render::r500 {
namespace {

float mix(float a, float b, float t) { return a + (b - a) * t; }

/// The corner on the way in the window: varyings are linear only after division by W.
Corner between(const Corner& a, const Corner& b, float t) {
    Corner made;
    for (std::size_t i = 0; i < 3; ++i) made.position[i] = mix(a.position[i], b.position[i], t);
    const float inverse_a = 1 / a.position[3], inverse_b = 1 / b.position[3];
    const float w = 1 / mix(inverse_a, inverse_b, t);
    made.position[3] = w;
    for (std::size_t k = 0; k < kVaryings; ++k)
        for (std::size_t i = 0; i < 4; ++i)
            made.varyings[k][i] = mix(a.varyings[k][i] * inverse_a, b.varyings[k][i] * inverse_b, t) * w;
    return made;
}

Corner moved(Corner corner, float x, float y) {
    corner.position[0] += x, corner.position[1] += y;
    return corner;
}

constexpr std::int64_t kPatternBits = 16;

} // namespace

void LineShapes::draw(Vertex a, Vertex b, const Look& look) {
    const Lines& lines = drawing_.settings.lines;
    for (std::size_t i = 0; i < lines.stuffed.size(); ++i)
        if (lines.stuffed[i]) a.varyings[i] = {lines.start, 0, 0, 1}, b.varyings[i] = {lines.finish, 0, 0, 1};
    if (drawing_.settings.clipping.users_only_cull) {
        const PolygonVertex ends[] = {{a}, {b}};
        drawing_.is_clipped = drawing_.clipper.drops_by_user_planes(ends);
        if (drawing_.is_clipped) return;
    }
    drawing_.is_clipped = !drawing_.clipper.clip(a, b);
    if (drawing_.is_clipped) return;
    const auto at_a = drawing_.position(a), at_b = drawing_.position(b);
    if (!at_a || !at_b) return;
    Corner from = drawing_.window.corner(a, *at_a, look), to = drawing_.window.corner(b, *at_b, look);
    for (std::size_t i = 0; i < lines.stuffed.size(); ++i)
        if (lines.stuffed[i]) from.varyings[i] = a.varyings[i], to.varyings[i] = b.varyings[i];
    if (lines.stipple.is_on) return draw_stippled(from, to, look.is_back);
    draw_solid(from, to, look.is_back);
}

/// From the middle of the line to one side. Whatever the ends, the line is as wide as it is told along its minor axis; ends that are
/// horizontal or vertical in any case are so wide along that direction.
std::pair<float, float> LineShapes::sideways(float dx, float dy) const {
    const Lines& lines = drawing_.settings.lines;
    const bool is_flat = std::abs(dx) >= std::abs(dy);
    const std::pair<float, float> along_x = {lines.half_width, 0.0F}, along_y = {0.0F, lines.half_width};
    switch (lines.end) {
        case LineEnd::Horizontal: return along_x;
        case LineEnd::Vertical: return along_y;
        case LineEnd::Square: return is_flat ? along_y : along_x;
        case LineEnd::Perpendicular: break;
    }
    const float length = std::hypot(dx, dy);
    const float reach = lines.half_width * std::max(std::abs(dx), std::abs(dy)) / length;
    return {-dy / length * reach, dx / length * reach};
}

void LineShapes::draw_solid(const Corner& a, const Corner& b, bool is_back) {
    const float dx = b.position[0] - a.position[0], dy = b.position[1] - a.position[1];
    if (dx == 0 && dy == 0) return;
    const auto [x, y] = sideways(dx, dy);
    const Corner corners[] = {moved(a, -x, -y), moved(b, -x, -y), moved(b, x, y), moved(a, x, y)};
    drawing_.fan(corners, is_back);
}

/// A bit of the pattern lasts 1 / scale pixels along the major axis.
void LineShapes::draw_stippled(const Corner& a, const Corner& b, bool is_back) {
    const Stipple& stipple = drawing_.settings.lines.stipple;
    const double dx = b.position[0] - a.position[0], dy = b.position[1] - a.position[1];
    const double bits = std::max(std::abs(dx), std::abs(dy)) * stipple.scale;
    if (stipple.is_reset_by_line) pattern_at_ = 0;
    const bool is_countable = bits >= 0 && bits < kMostTriangles;
    if (!is_countable) return drawing_.collector.overflow();
    const double first = pattern_at_, last = first + bits;
    const auto is_drawn = [&](std::int64_t bit) { return (stipple.pattern >> bit % kPatternBits & 1) != 0; };
    const auto at = [&](double bit) { return between(a, b, static_cast<float>((bit - first) / bits)); };
    for (auto bit = static_cast<std::int64_t>(first); static_cast<double>(bit) < last; ++bit) {
        if (!is_drawn(bit)) continue;
        const auto begin = std::max(first, static_cast<double>(bit));
        while (is_drawn(bit + 1) && static_cast<double>(bit + 1) < last) ++bit;
        draw_solid(at(begin), at(std::min(last, static_cast<double>(bit + 1))), is_back);
    }
    pattern_at_ = std::fmod(last, kPatternBits);
}

} // namespace relit::render::r500
