// Points, lines and polygons as triangles.
#pragma once

#include "render/r500/geometry/clip.hpp"
#include "render/r500/geometry/window.hpp"

namespace relit::render::r500 {

/// Takes triangles, up to the limit.
class Collector {
public:
    explicit Collector(std::vector<Triangle>& triangles) : triangles_(triangles) {}
    void add(const Corner& a, const Corner& b, const Corner& c, bool is_back) {
        if (triangles_.size() < kMostTriangles)
            triangles_.push_back({{a, b, c}, is_back});
        else
            overflow();
    }
    void overflow() { has_overflowed_ = true; }
    [[nodiscard]] bool has_overflowed() const { return has_overflowed_; }

private:
    std::vector<Triangle>& triangles_;
    bool has_overflowed_ = false;
};

/// What the shapes of one draw share.
struct Drawing {
    const Settings& settings;
    Notes& notes;
    Collector collector;
    Window window{settings.viewport, settings.shading};
    Clipper clipper{settings.clipping};
    bool is_clipped = false; // clipping has left nothing of a primitive, or a vertex of it has no position

    /// The vertex's position; says so where it has none.
    [[nodiscard]] std::optional<Float4> position(const Vertex& vertex);
    void note_without_position();
    /// A convex polygon as a fan.
    void fan(std::span<const Corner> corners, bool is_back);
    /// How points and lines that are no sides of polygons look.
    [[nodiscard]] Look plain(const Vertex& provoking) const;
};

/// Points are rectangles around their centres.
class PointShapes {
public:
    explicit PointShapes(Drawing& drawing) : drawing_(drawing) {}
    void draw(const Vertex& centre, const Look& look);

private:
    struct Size {
        float half_width = 0, half_height = 0;
    };
    [[nodiscard]] Size size_of(const Vertex& centre) const;
    void expand(const Vertex& centre, Size size);
    void draw_whole(const Vertex& centre, Size size, const Look& look);
    void draw_cut(const Vertex& centre, Size size, const Look& look);
    void stuff(Corner& corner, float s, float t) const;

    Drawing& drawing_;
    std::vector<PolygonVertex> polygon_;
    std::vector<Corner> corners_;
};

/// Lines are parallelograms or rectangles around their middle, one for each run of the stipple pattern.
class LineShapes {
public:
    explicit LineShapes(Drawing& drawing) : drawing_(drawing) {}
    void draw(Vertex a, Vertex b, const Look& look);

private:
    void draw_solid(const Corner& a, const Corner& b, bool is_back);
    void draw_stippled(const Corner& a, const Corner& b, bool is_back);
    [[nodiscard]] std::pair<float, float> sideways(float dx, float dy) const;

    Drawing& drawing_;
    double pattern_at_ = 0; // bit of the stipple pattern that comes next
};

/// Polygons with their faces: culled, filled, or drawn as their sides or corners.
class PolygonShapes {
public:
    PolygonShapes(Drawing& drawing, PointShapes& points, LineShapes& lines)
        : drawing_(drawing), points_(points), lines_(lines) {}
    /// A convex polygon, which is used up.
    void draw(std::vector<PolygonVertex>& polygon, const Vertex& provoking);

private:
    [[nodiscard]] bool find_positions(std::span<const PolygonVertex> polygon);
    void draw_as(Fill fill, std::span<const PolygonVertex> polygon, const Look& look);

    Drawing& drawing_;
    PointShapes& points_;
    LineShapes& lines_;
    std::vector<Float4> positions_;
    std::vector<Corner> corners_;
};

} // namespace relit::render::r500
