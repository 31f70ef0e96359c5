#include "render/r500/geometry/clip.hpp"

#include <algorithm>

namespace relit::render::r500 {
namespace {

float distance(const std::array<float, 4>& plane, const Vertex& vertex) {
    const std::array<float, 4>& p = vertex.position;
    return plane[0] * p[0] + plane[1] * p[1] + plane[2] * p[2] + plane[3] * p[3];
}
/// NaN is outside.
bool is_inside(float distance) { return distance >= 0; }

/// From the vertex inside to the one outside, so that neighbours which share a side get the same vertex.
Vertex crossing(const Vertex& a, float at_a, const Vertex& b, float at_b) {
    if (is_inside(at_a)) return between(a, b, at_a / (at_a - at_b));
    return between(b, a, at_b / (at_b - at_a));
}

} // namespace

Vertex between(const Vertex& a, const Vertex& b, float t) {
    Vertex made;
    const auto mix = [t](float from, float to) { return from + (to - from) * t; };
    for (std::size_t i = 0; i < 4; ++i) made.position[i] = mix(a.position[i], b.position[i]);
    made.point_size = mix(a.point_size, b.point_size);
    for (std::size_t k = 0; k < made.varyings.size(); ++k)
        for (std::size_t i = 0; i < 4; ++i) made.varyings[k][i] = mix(a.varyings[k][i], b.varyings[k][i]);
    return made;
}

Clipper::Clipper(const Clipping& clipping) : clipping_(clipping) {
    if (!clipping.is_on) return;
    const float x = clipping.horizontal, y = clipping.vertical;
    const float near_w = clipping.is_half_z ? 0.0F : 1.0F;
    planes_ = {{0, 0, 1, near_w}, {0, 0, -1, 1}, {1, 0, 0, x}, {-1, 0, 0, x}, {0, 1, 0, y}, {0, -1, 0, y}};
    if (!clipping.users_only_cull)
        planes_.insert(planes_.end(), clipping.user_planes.begin(), clipping.user_planes.end());
}

void Clipper::clip(std::vector<PolygonVertex>& polygon) {
    for (const Plane& plane : planes_) clip_by(plane, polygon);
}

void Clipper::clip_by_user_planes(std::vector<PolygonVertex>& polygon) {
    if (clipping_.users_only_cull) return;
    for (const Plane& plane : clipping_.user_planes) clip_by(plane, polygon);
}

void Clipper::clip_by(const Plane& plane, std::vector<PolygonVertex>& polygon) {
    distances_.clear();
    for (const PolygonVertex& each : polygon) distances_.push_back(distance(plane, each.vertex));
    if (std::ranges::all_of(distances_, is_inside)) return;
    made_.clear();
    if (std::ranges::any_of(distances_, is_inside)) {
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            const std::size_t next = i + 1 < polygon.size() ? i + 1 : 0;
            const PolygonVertex &a = polygon[i], &b = polygon[next];
            const bool a_inside = is_inside(distances_[i]), b_inside = is_inside(distances_[next]);
            if (a_inside) made_.push_back(a);
            if (a_inside == b_inside) continue;
            // Outwards the side along the plane follows, inwards the rest of this one.
            const bool begins = a_inside ? clipping_.draws_new_edges : a.begins_edge;
            made_.push_back({crossing(a.vertex, distances_[i], b.vertex, distances_[next]), begins, true});
        }
    }
    if (made_.size() < 3) made_.clear();
    polygon.swap(made_);
}

bool Clipper::clip(Vertex& a, Vertex& b) const {
    for (const Plane& plane : planes_) {
        const float at_a = distance(plane, a), at_b = distance(plane, b);
        if (!is_inside(at_a) && !is_inside(at_b)) return false;
        if (is_inside(at_a) && is_inside(at_b)) continue;
        (is_inside(at_a) ? b : a) = crossing(a, at_a, b, at_b);
    }
    return true;
}

bool Clipper::drops_point(const Vertex& centre) const {
    if (!clipping_.is_on) return false;
    const std::array<float, 4>& p = centre.position;
    const auto is_between = [&](float value, float least, float most) { return value >= least && value <= most; };
    const float w = p[3], x = clipping_.horizontal_discard * w, y = clipping_.vertical_discard * w;
    if (!is_between(p[2], clipping_.is_half_z ? 0 : -w, w) || !is_between(p[0], -x, x) || !is_between(p[1], -y, y))
        return true;
    if (clipping_.points != PointClip::CullByCentre) return false;
    return std::ranges::any_of(clipping_.user_planes,
                               [&](const Plane& plane) { return !is_inside(distance(plane, centre)); });
}

bool Clipper::drops_by_user_planes(std::span<const PolygonVertex> polygon) const {
    if (!clipping_.is_on) return false;
    return std::ranges::any_of(clipping_.user_planes, [&](const Plane& plane) {
        return std::ranges::none_of(polygon,
                                    [&](const PolygonVertex& each) { return is_inside(distance(plane, each.vertex)); });
    });
}

} // namespace relit::render::r500
