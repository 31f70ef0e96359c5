// From clip space to the window, and what of a vertex a corner of a triangle shows.
#pragma once

#include "render/r500/geometry/settings.hpp"
#include "render/r500/geometry/triangles.hpp"
#include "render/r500/geometry/vertex.hpp"

namespace relit::render::r500 {

/// How a primitive is seen.
struct Look {
    const Vertex* provoking = nullptr;
    bool is_back = false;
    float raised = 0; // added to depth
};

class Window {
public:
    Window(const Viewport& viewport, const Shading& shading) : viewport_(viewport), shading_(shading) {}

    /// As in a Corner. Nothing where it is not finite, or lies behind the eye.
    [[nodiscard]] std::optional<Float4> position(const Vertex& vertex) const;
    /// How far a pixel is in the space of the vertex's position, in x and y.
    [[nodiscard]] std::pair<float, float> pixel(const Vertex& vertex) const;
    [[nodiscard]] Corner corner(const Vertex& vertex, const Float4& position, const Look& look) const;

private:
    [[nodiscard]] float inverse_w(const Vertex& vertex) const;
    [[nodiscard]] Float4 colour(std::size_t number, const Vertex& vertex, const Look& look) const;
    void add_fog(Corner& corner, const Vertex& vertex) const;

    const Viewport& viewport_;
    const Shading& shading_;
};

} // namespace relit::render::r500
