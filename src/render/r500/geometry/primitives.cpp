#include "render/r500/geometry/primitives.hpp"

#include <algorithm>

namespace relit::render::r500 {
namespace {

using machine::r500::Primitive;

std::uint32_t count_of(Primitive primitive, std::uint32_t vertices) {
    const std::uint32_t beyond_first_two = vertices < 3 ? 0 : vertices - 2;
    switch (primitive) {
        case Primitive::Points: return vertices;
        case Primitive::Lines: return vertices / 2;
        case Primitive::LineStrip: return vertices < 2 ? 0 : vertices - 1;
        case Primitive::LineLoop: return vertices < 2 ? 0 : vertices;
        case Primitive::Triangles:
        case Primitive::TrianglesWithFlags: return vertices / 3;
        case Primitive::TriangleFan:
        case Primitive::TriangleStrip:
        case Primitive::Polygon: return beyond_first_two;
        case Primitive::Quads: return vertices / 4 * 2;
        case Primitive::QuadStrip: return beyond_first_two / 2 * 2;
        case Primitive::None: return 0;
    }
    return 0;
}

} // namespace

Pieces::Pieces(Primitive primitive, std::uint32_t vertices, std::uint32_t provoking)
    : primitive_(primitive), vertices_(vertices), provoking_(std::min(provoking, 3U)),
      count_(count_of(primitive, vertices)) {}

Piece Pieces::piece(std::uint32_t i) const {
    switch (primitive_) {
        case Primitive::Points: return {1, {i}, i};
        case Primitive::Lines:
        case Primitive::LineStrip:
        case Primitive::LineLoop: return line(i);
        case Primitive::Quads: {
            const std::uint32_t first = i / 2 * 4;
            return half_of_quad({first, first + 1, first + 2, first + 3}, i % 2 != 0);
        }
        case Primitive::QuadStrip: {
            const std::uint32_t first = i / 2 * 2;
            return half_of_quad({first + 2, first, first + 1, first + 3}, i % 2 != 0);
        }
        default: return triangle(i);
    }
}

Piece Pieces::line(std::uint32_t i) const {
    const std::uint32_t first = primitive_ == Primitive::Lines ? 2 * i : i;
    const std::uint32_t second = first + 1 < vertices_ ? first + 1 : 0;
    return {2, {first, second}, provoking_ == 0 ? first : second};
}

Piece Pieces::triangle(std::uint32_t i) const {
    const std::uint32_t which = std::min(provoking_, 2U);
    Piece piece{3, {i, i + 1, i + 2}, 0};
    if (primitive_ == Primitive::TriangleFan) piece.at = {0, i + 1, i + 2};
    if (primitive_ == Primitive::Triangles || primitive_ == Primitive::TrianglesWithFlags)
        piece.at = {3 * i, 3 * i + 1, 3 * i + 2};
    if (primitive_ == Primitive::Polygon) {
        piece.at = {i + 1, i + 2, 0};
        piece.edges = {true, i + 3 == vertices_, i == 0};
    }
    piece.provoking = piece.at[which];
    // Every other triangle of a strip turns the other way; the third vertex stays the last.
    if (primitive_ == Primitive::TriangleStrip && i % 2 != 0) std::swap(piece.at[0], piece.at[1]);
    return piece;
}

/// The first vertex of a quad is never the one that provokes (found by the authors of Mesa's driver for R300).
Piece Pieces::half_of_quad(std::array<std::uint32_t, 4> at, bool is_second) const {
    const std::uint32_t provoking = at[std::min(provoking_ + 1, 3U)];
    if (!is_second) return {3, {at[0], at[1], at[3]}, provoking, {true, false, true}};
    return {3, {at[1], at[2], at[3]}, provoking, {true, true, false}};
}

} // namespace relit::render::r500
