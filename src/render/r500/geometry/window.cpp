#include "render/r500/geometry/window.hpp"

#include <algorithm>
#include <cmath>

namespace relit::render::r500 {

float Window::inverse_w(const Vertex& vertex) const {
    return viewport_.is_w_inverse ? vertex.position[3] : 1 / vertex.position[3];
}

std::optional<Float4> Window::position(const Vertex& vertex) const {
    const float inverse = inverse_w(vertex);
    const bool divides = !viewport_.is_xy_divided || !viewport_.is_z_divided;
    const bool is_before_the_eye = inverse > 0 && std::isfinite(inverse);
    if (divides && !is_before_the_eye) return std::nullopt;
    Float4 at{};
    for (std::size_t i = 0; i < 3; ++i) {
        const bool is_divided = i < 2 ? viewport_.is_xy_divided : viewport_.is_z_divided;
        const float value = is_divided ? vertex.position[i] : vertex.position[i] * inverse;
        at[i] = value * viewport_.scale[i] + viewport_.offset[i];
    }
    at[2] = at[2] * viewport_.depth_scale + viewport_.depth_offset;
    // Of positions that come divided, W only says how values are interpolated; without one they are not in perspective.
    const float w = std::abs(1 / inverse);
    at[3] = viewport_.has_perspective && std::isfinite(w) && w > 0 ? w : 1;
    if (!std::ranges::all_of(at, [](float value) { return std::isfinite(value); })) return std::nullopt;
    return at;
}

std::pair<float, float> Window::pixel(const Vertex& vertex) const {
    const float w = viewport_.is_xy_divided ? 1 : 1 / inverse_w(vertex);
    return {w / viewport_.scale[0], w / viewport_.scale[1]};
}

Float4 Window::colour(std::size_t number, const Vertex& vertex, const Look& look) const {
    const std::size_t shown = kFirstColour + number + (look.is_back && shading_.has_back[number] ? 2 : 0);
    Float4 colour = vertex.varyings[shown];
    const Float4& flat = look.provoking->varyings[shown];
    if (shading_.flat_rgb[number]) std::copy_n(flat.begin(), 3, colour.begin());
    if (shading_.flat_alpha[number]) colour[3] = flat[3];
    for (std::size_t i = 0; i < 4; ++i)
        if (i < 3 ? shading_.clamps_rgb : shading_.clamps_alpha) colour[i] = std::clamp(colour[i], 0.0F, 1.0F);
    return colour;
}

/// GB_SELECT: from the alpha of a colour, from W or from depth.
void Window::add_fog(Corner& corner, const Vertex& vertex) const {
    const auto [coordinate, component] = *shading_.fog;
    if (coordinate >= isa::r500::kVaryingCoordinates) return;
    float& fog = corner.varyings[coordinate][component];
    switch (shading_.fog_source) {
        case 4: fog = corner.position[3]; break;
        case 5: fog = corner.position[2]; break;
        default: fog = vertex.varyings[kFirstColour + shading_.fog_source % 4][3]; break;
    }
}

Corner Window::corner(const Vertex& vertex, const Float4& position, const Look& look) const {
    Corner corner;
    corner.position = position;
    corner.position[2] += look.raised;
    for (std::size_t i = 0; i < kFirstColour; ++i)
        corner.varyings[i] = (shading_.flat_coordinates[i] ? *look.provoking : vertex).varyings[i];
    for (std::size_t i = 0; i < 2; ++i) corner.varyings[kFirstColour + i] = colour(i, vertex, look);
    if (shading_.fog) add_fog(corner, vertex);
    return corner;
}

} // namespace relit::render::r500
