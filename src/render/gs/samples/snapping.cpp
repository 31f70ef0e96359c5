#include "render/gs/samples/snapping.hpp"

#include "machine/gs/state/vertex_queue.hpp"

#include <algorithm>
#include <span>

namespace relit::render::gs {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

namespace {

/// Nothing of it comes closer or goes away: what is drawn lies in the plane of the screen.
bool is_flat(std::span<const Vertex> vertices, const Prim& prim) {
    const bool in_perspective = prim[Prim::textured] && !prim[Prim::uv];
    return std::ranges::all_of(vertices, [&](const Vertex& vertex) {
        return vertex.z == vertices[0].z && (!in_perspective || vertex.q == vertices[0].q);
    });
}

/// Colour and depth go to the same memory: which of them a sample holds would depend on its position.
bool shares_buffer(const DrawState& state) {
    return state.test[Test::depth_on] && state.frame[Frame::base] == state.zbuf[ZBuf::base];
}

} // namespace

Snapping::Corner Snapping::corner_of(const Vertex& vertex) { return {vertex.z, vertex.x, vertex.y, true}; }
std::size_t Snapping::slot_of(const Vertex& vertex) {
    return (vertex.x + std::size_t{7} * vertex.y + std::size_t{13} * vertex.z) % kSlots;
}

bool Snapping::snaps(const Draw& draw, const DrawState& state) {
    const Primitive kind = state.prim[Prim::primitive];
    if (kind == Primitive::Point || kind == Primitive::Sprite || shares_buffer(state)) return true;
    const std::span vertices = std::span(draw.vertices).first(info(kind).vertices);
    const auto is_known = [&](const Vertex& vertex) { return corners_[slot_of(vertex)] == corner_of(vertex); };
    if (is_flat(vertices, state.prim) && std::ranges::none_of(vertices, is_known)) return true;
    for (const Vertex& vertex : vertices) corners_[slot_of(vertex)] = corner_of(vertex);
    return false;
}

} // namespace relit::render::gs
