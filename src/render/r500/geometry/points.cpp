#include "render/r500/geometry/shapes.hpp"

#include <algorithm>

namespace relit::render::r500 {
namespace {

/// The corners of a point in order around it, as directions from its centre: rows of memory go down.
struct Direction {
    float x, y;
};
constexpr Direction kCorners[] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};

} // namespace

/// A size that the program writes is a diameter in pixels; GA_POINT_SIZE has half sizes.
PointShapes::Size PointShapes::size_of(const Vertex& centre) const {
    const Points& points = drawing_.settings.points;
    if (!points.is_size_written) return {points.half_width, points.half_height};
    float half = centre.point_size / 2;
    if (points.limits) half = std::min(std::max(half, points.limits->first), points.limits->second);
    return {half, half};
}

void PointShapes::stuff(Corner& corner, float s, float t) const {
    const auto& stuffed = drawing_.settings.points.stuffed;
    for (std::size_t i = 0; i < stuffed.size(); ++i)
        if (stuffed[i]) corner.varyings[i] = {s, t, 0, 1};
}

void PointShapes::draw(const Vertex& centre, const Look& look) {
    const Size size = size_of(centre);
    const bool has_area = size.half_width > 0 && size.half_height > 0;
    if (!has_area) return;
    const Clipping& clipping = drawing_.settings.clipping;
    if (!clipping.is_on) return draw_whole(centre, size, look);
    drawing_.is_clipped = drawing_.clipper.drops_point(centre);
    if (drawing_.is_clipped) return;
    const bool uses_user_planes = clipping.points != PointClip::CullByCentre && !clipping.user_planes.empty();
    if (!uses_user_planes) return draw_whole(centre, size, look);
    expand(centre, size);
    const bool is_dropped = clipping.users_only_cull && drawing_.clipper.drops_by_user_planes(polygon_);
    if (!is_dropped) drawing_.clipper.clip_by_user_planes(polygon_);
    drawing_.is_clipped = is_dropped || polygon_.empty();
    if (drawing_.is_clipped) return;
    const bool is_cut = std::ranges::any_of(polygon_, &PolygonVertex::is_new);
    if (is_cut && clipping.points != PointClip::CullByRadius) return draw_cut(centre, size, look);
    draw_whole(centre, size, look);
}

/// Makes the rectangle in clip space.
void PointShapes::expand(const Vertex& centre, Size size) {
    const auto [x, y] = drawing_.window.pixel(centre);
    polygon_.clear();
    for (const Direction& to : kCorners) {
        Vertex corner = centre;
        corner.position[0] += to.x * size.half_width * x;
        corner.position[1] += to.y * size.half_height * y;
        polygon_.push_back({corner});
    }
}

void PointShapes::draw_whole(const Vertex& centre, Size size, const Look& look) {
    const auto at = drawing_.position(centre);
    if (!at) return;
    const Points& points = drawing_.settings.points;
    corners_.clear();
    for (const Direction& to : kCorners) {
        const Float4 moved = {(*at)[0] + to.x * size.half_width, (*at)[1] + to.y * size.half_height, (*at)[2],
                              (*at)[3]};
        stuff(corners_.emplace_back(drawing_.window.corner(centre, moved, look)), to.x < 0 ? points.left : points.right,
              to.y < 0 ? points.top : points.bottom);
    }
    drawing_.fan(corners_, look.is_back);
}

/// Draws the part that clipping has left.
void PointShapes::draw_cut(const Vertex& centre, Size size, const Look& look) {
    const auto middle = drawing_.position(centre);
    if (!middle) return;
    const Points& points = drawing_.settings.points;
    corners_.clear();
    for (const PolygonVertex& each : polygon_) {
        const auto at = drawing_.position(each.vertex);
        if (!at) return;
        const float right = ((*at)[0] - (*middle)[0]) / (2 * size.half_width) + 0.5F;
        const float down = ((*at)[1] - (*middle)[1]) / (2 * size.half_height) + 0.5F;
        stuff(corners_.emplace_back(drawing_.window.corner(each.vertex, *at, look)),
              points.left + (points.right - points.left) * right, points.top + (points.bottom - points.top) * down);
    }
    drawing_.fan(corners_, look.is_back);
}

} // namespace relit::render::r500
