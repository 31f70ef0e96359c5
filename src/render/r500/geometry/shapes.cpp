#include "render/r500/geometry/shapes.hpp"

#include <algorithm>
#include <cmath>

namespace relit::render::r500 {
namespace {

constexpr std::string_view kNoPosition =
    "primitives are left out whose positions are not finite, or lie behind the eye while nothing is clipped";

bool has_position(const Corner& corner) {
    return std::ranges::all_of(corner.position, [](float value) { return std::isfinite(value); }) &&
           corner.position[3] > 0;
}

} // namespace

std::optional<Float4> Drawing::position(const Vertex& vertex) {
    auto at = window.position(vertex);
    if (!at) note_without_position();
    return at;
}

void Drawing::note_without_position() {
    is_clipped = true;
    notes.say(kNoPosition);
}

void Drawing::fan(std::span<const Corner> corners, bool is_back) {
    if (!std::ranges::all_of(corners, has_position))
        return note_without_position(); // sizes and offsets have led out of all range
    for (std::size_t i = 2; i < corners.size(); ++i) collector.add(corners[0], corners[i - 1], corners[i], is_back);
}

Look Drawing::plain(const Vertex& provoking) const {
    return {&provoking, false, settings.faces.raises_points_and_lines ? settings.faces.front.offset : 0};
}

} // namespace relit::render::r500
