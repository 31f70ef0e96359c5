// Vertices of a draw as points, lines and triangles.
#pragma once

#include "machine/r500/capture/draw.hpp"

#include <array>
#include <cstdint>

namespace relit::render::r500 {

/// Of indices into the draw's list of vertices.
struct Piece {
    std::uint32_t corners = 0; // 1 a point, 2 a line, 3 a triangle
    std::array<std::uint32_t, 3> at{};
    std::uint32_t provoking = 0; // whose values flat shading takes
    std::array<bool, 3> edges = {true, true,
                                 true}; // which sides of a triangle are edges of the primitive: 0 to 1, 1 to 2, 2 to 0
};

/// Gives a draw's pieces one after the other.
class Pieces {
public:
    /// `provoking` is GA_COLOR_CONTROL.PROVOKING_VERTEX.
    Pieces(machine::r500::Primitive primitive, std::uint32_t vertices, std::uint32_t provoking);

    [[nodiscard]] std::uint64_t count() const { return count_; }
    /// Number i of count().
    [[nodiscard]] Piece piece(std::uint32_t i) const;

private:
    [[nodiscard]] Piece line(std::uint32_t i) const;
    [[nodiscard]] Piece triangle(std::uint32_t i) const;
    [[nodiscard]] Piece half_of_quad(std::array<std::uint32_t, 4> at, bool is_second) const;

    machine::r500::Primitive primitive_;
    std::uint32_t vertices_, provoking_, count_ = 0;
};

} // namespace relit::render::r500
