#include "render/r500/geometry/shapes.hpp"

namespace relit::render::r500 {

std::optional<Float4> Drawing::position(const Vertex& vertex) {
    auto at = window.position(vertex);
    if (!at)
        notes.say(
            "primitives are left out whose positions are not finite, or lie behind the eye while nothing is clipped");
    return at;
}

void Drawing::fan(std::span<const Corner> corners, bool is_back) {
    for (std::size_t i = 2; i < corners.size(); ++i) collector.add(corners[0], corners[i - 1], corners[i], is_back);
}

Look Drawing::plain(const Vertex& provoking) const {
    return {&provoking, false, settings.faces.raises_points_and_lines ? settings.faces.front.offset : 0};
}

} // namespace relit::render::r500
