#include "render/gs/reference/attributes.hpp"

namespace relit::render::gs::reference {

using machine::gs::DrawState, machine::gs::Prim, machine::gs::Vertex;

namespace {

Rgba vertex_rgba(const Vertex& vertex) { return {vertex.rgba[0], vertex.rgba[1], vertex.rgba[2], vertex.rgba[3]}; }

} // namespace

Point flat_point(const Vertex& vertex) {
    Point point;
    point.z = vertex.z, point.rgba = vertex_rgba(vertex), point.fog = vertex.fog;
    return point;
}

Point point_of(const Vertex& vertex, const PixelPosition& at, const DrawState& state, const Rules& rules) {
    Point point = flat_point(vertex);
    point.x = nearest_pixel(at.x), point.y = nearest_pixel(at.y);
    point.texel = texel_of_point(vertex, Scale(state), rules);
    return point;
}

TriangleAttributes::TriangleAttributes(const TriangleSetup& triangle, const std::array<Vertex, 3>& v,
                                       const DrawState& state, const Rules& rules)
    : depth(triangle, {v[0].z, v[1].z, v[2].z}, rules), flat(vertex_rgba(v[2])) {
    const Prim& prim = state.prim;
    gouraud = prim[Prim::gouraud], fogged = prim[Prim::fogged], textured = prim[Prim::textured];
    wide_blocks = !fogged && !textured && !prim[Prim::antialiased];
    for (std::size_t i = 0; i < 4 && gouraud; ++i)
        colours[i] = ColourInterpolator(triangle, {v[0].rgba[i], v[1].rgba[i], v[2].rgba[i]}, wide_blocks, rules);
    if (fogged) fog = ColourInterpolator(triangle, {v[0].fog, v[1].fog, v[2].fog}, wide_blocks, rules);
    if (textured) texels = TexelInterpolator(triangle, v, Scale(state), rules);
}

TriangleAttributes::RowStart TriangleAttributes::row(std::int32_t y, std::int32_t first) const {
    RowStart row;
    for (std::size_t i = 0; i < 4; ++i) row.colours[i] = colours[i].row(y);
    row.fog = fog.row(y);
    row.depth = depth.row(y, first);
    if (textured) row.texels = texels.row(y, first);
    return row;
}

Point TriangleAttributes::point(const RowStart& row, std::int32_t x, std::int32_t y) const {
    Point point;
    point.x = x, point.y = y;
    point.z = depth.depth(row.depth, x);
    point.rgba = flat;
    for (std::size_t i = 0; i < 4 && gouraud; ++i) point.rgba[i] = colours[i].level(row.colours[i], x);
    if (fogged) point.fog = fog.level(row.fog, x);
    if (textured) point.texel = texels.at(row.texels, x);
    return point;
}

LineAttributes::LineAttributes(const std::array<PixelPosition, 2>& at, const std::array<Vertex, 3>& v,
                               const DrawState& state, const Rules& rules)
    : line_(at[0], at[1]), texels_(line_, v, Scale(state), rules), ends_{v[0], v[1]},
      gouraud_(state.prim[Prim::gouraud]), textured_(state.prim[Prim::textured]) {}

/// A value that goes evenly along the line, rounded down and kept within its range.
std::int64_t LineAttributes::along(std::int64_t from, std::int64_t to, std::int32_t major, std::int64_t most) const {
    if (line_.length == 0) return from;
    const std::int64_t length = std::int64_t{line_.length} * line_.step,
                       done = std::int64_t{16 * major - line_.from} * line_.step;
    return std::clamp<std::int64_t>(from + floor_div<std::int64_t>((to - from) * done, length), 0, most);
}

Point LineAttributes::point(const LinePixel& at) const {
    const Vertex &a = ends_[0], &b = ends_[1];
    Point point = flat_point(b);
    point.x = at.x, point.y = at.y;
    for (std::size_t i = 0; i < 4 && gouraud_; ++i)
        point.rgba[i] = static_cast<std::int32_t>(along(a.rgba[i], b.rgba[i], at.major, 255));
    point.fog = static_cast<std::int32_t>(along(a.fog, b.fog, at.major, 255));
    point.z = static_cast<std::uint32_t>(along(a.z, b.z, at.major, 0xffffffff));
    if (textured_) point.texel = texels_.at(at.major);
    return point;
}

} // namespace relit::render::gs::reference
