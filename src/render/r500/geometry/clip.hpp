// Clipping in clip space: polygons, lines and points against the view volume and the user's planes.
#pragma once

#include "render/r500/geometry/settings.hpp"
#include "render/r500/geometry/vertex.hpp"

#include <span>

namespace relit::render::r500 {

struct PolygonVertex {
    Vertex vertex;
    bool begins_edge = true; // the side from here to the next vertex is an edge of the primitive
    bool is_new = false;     // clipping made it
};

class Clipper {
public:
    explicit Clipper(const Clipping& clipping);

    /// What is left of a convex polygon; empty where nothing is. With the planes of clipping off it stays as it is.
    void clip(std::vector<PolygonVertex>& polygon);
    /// What is left of a line; false where nothing is.
    [[nodiscard]] bool clip(Vertex& a, Vertex& b) const;
    /// What the user's planes leave of it, unless they only drop whole primitives.
    void clip_by_user_planes(std::vector<PolygonVertex>& polygon);
    /// Whether a point is dropped by its centre: where that lies outside of the view volume (the guard band of discards), or the user's
    /// planes drop points by their centres.
    [[nodiscard]] bool drops_point(const Vertex& centre) const;
    /// Whether user planes drop all of these.
    [[nodiscard]] bool drops_by_user_planes(std::span<const PolygonVertex> polygon) const;

private:
    using Plane = std::array<float, 4>; // dot(plane, position) >= 0 is inside
    void clip_by(const Plane& plane, std::vector<PolygonVertex>& polygon);

    const Clipping& clipping_;
    std::vector<Plane> planes_; // that cut
    std::vector<PolygonVertex> made_;
    std::vector<float> distances_;
};

} // namespace relit::render::r500
