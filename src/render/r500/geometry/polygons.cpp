#include "render/r500/geometry/shapes.hpp"

#include <algorithm>
#include <cmath>

namespace relit::render::r500 {
namespace {

/// The normal of a polygon that is nearly plane, by Newell's sum; z is twice its area.
struct Normal {
    double x = 0, y = 0, z = 0;
};
Normal normal_of(std::span<const Float4> positions) {
    Normal normal;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        // Relative to one corner, so that far from the origin nothing is lost.
        const Float4 &origin = positions[0], &a = positions[i], &b = positions[(i + 1) % positions.size()];
        const auto from = [&](const Float4& at, std::size_t axis) {
            return static_cast<double>(at[axis]) - static_cast<double>(origin[axis]);
        };
        normal.x += (from(a, 1) - from(b, 1)) * (from(a, 2) + from(b, 2));
        normal.y += (from(a, 2) - from(b, 2)) * (from(a, 0) + from(b, 0));
        normal.z += (from(a, 0) - from(b, 0)) * (from(a, 1) + from(b, 1));
    }
    return normal;
}

/// How much depth changes within a pixel, in x or in y, whichever is more.
float slope_of(const Normal& normal) {
    if (normal.z == 0) return 0;
    return static_cast<float>(std::max(std::abs(normal.x / normal.z), std::abs(normal.y / normal.z)));
}

} // namespace

bool PolygonShapes::find_positions(std::span<const PolygonVertex> polygon) {
    positions_.clear();
    for (const PolygonVertex& each : polygon) {
        const auto at = drawing_.position(each.vertex);
        if (!at) return false;
        positions_.push_back(*at);
    }
    return true;
}

void PolygonShapes::draw(std::vector<PolygonVertex>& polygon, const Vertex& provoking) {
    const Settings& settings = drawing_.settings;
    const bool is_dropped = settings.clipping.users_only_cull && drawing_.clipper.drops_by_user_planes(polygon);
    if (!is_dropped) drawing_.clipper.clip(polygon);
    drawing_.is_clipped = is_dropped || polygon.empty();
    if (drawing_.is_clipped || !find_positions(polygon)) return;
    const Normal normal = normal_of(positions_);
    Look look{&provoking};
    look.is_back = settings.faces.is_front_positive ? normal.z < 0 : normal.z > 0;
    const Face& face = look.is_back ? settings.faces.back : settings.faces.front;
    if (face.is_culled) return;
    if (face.has_offset) look.raised = face.offset + face.slope_factor * slope_of(normal);
    if (face.fill == Fill::Triangles && normal.z == 0) return;
    draw_as(face.fill, polygon, look);
}

void PolygonShapes::draw_as(Fill fill, std::span<const PolygonVertex> polygon, const Look& look) {
    if (fill == Fill::Triangles) {
        corners_.clear();
        for (std::size_t i = 0; i < polygon.size(); ++i)
            corners_.push_back(drawing_.window.corner(polygon[i].vertex, positions_[i], look));
        return drawing_.fan(corners_, look.is_back);
    }
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const PolygonVertex &each = polygon[i], &next = polygon[i + 1 < polygon.size() ? i + 1 : 0];
        if (!each.begins_edge) continue;
        if (fill == Fill::Lines)
            lines_.draw(each.vertex, next.vertex, look);
        else if (!each.is_new)
            points_.draw(each.vertex, look);
    }
}

} // namespace relit::render::r500
