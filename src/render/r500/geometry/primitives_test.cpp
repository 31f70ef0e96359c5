#include "render/r500/geometry/primitives.hpp"

#include <gtest/gtest.h>

#include <string>

#include <fmt/format.h>

namespace relit::render::r500 {
namespace {

using machine::r500::Primitive;

constexpr std::uint32_t kFirst = 0, kSecond = 1, kThird = 2, kLast = 3;

/// "0 1 2" of each piece; with '*' behind the vertex that provokes.
std::string text_of(Primitive primitive, std::uint32_t vertices, std::uint32_t provoking = kLast) {
    const Pieces pieces(primitive, vertices, provoking);
    std::string text;
    for (std::uint32_t i = 0; i < pieces.count(); ++i) {
        const Piece piece = pieces.piece(i);
        for (std::uint32_t k = 0; k < piece.corners; ++k)
            text += fmt::format("{}{}{}", k == 0 ? "" : " ", piece.at[k], piece.at[k] == piece.provoking ? "*" : "");
        text += "; ";
    }
    return text;
}

TEST(R500Primitives, AreTakenApart) {
    EXPECT_EQ(text_of(Primitive::Points, 2), "0*; 1*; ");
    EXPECT_EQ(text_of(Primitive::Lines, 5), "0 1*; 2 3*; ");
    EXPECT_EQ(text_of(Primitive::LineStrip, 3), "0 1*; 1 2*; ");
    EXPECT_EQ(text_of(Primitive::LineLoop, 3), "0 1*; 1 2*; 2 0*; ");
    EXPECT_EQ(text_of(Primitive::Triangles, 7), "0 1 2*; 3 4 5*; ");
    EXPECT_EQ(text_of(Primitive::TriangleStrip, 5), "0 1 2*; 2 1 3*; 2 3 4*; ") << "all turn the same way";
    EXPECT_EQ(text_of(Primitive::TriangleFan, 4), "0 1 2*; 0 2 3*; ");
    EXPECT_EQ(text_of(Primitive::Quads, 9), "0 1 3*; 1 2 3*; 4 5 7*; 5 6 7*; ");
    EXPECT_EQ(text_of(Primitive::QuadStrip, 5), "2 0 3*; 0 1 3*; ");
    EXPECT_EQ(text_of(Primitive::Polygon, 4), "1 2 0*; 2 3 0*; ");
    EXPECT_EQ(text_of(Primitive::Polygon, 2), "");
    EXPECT_EQ(text_of(Primitive::QuadStrip, 1), "");
    EXPECT_EQ(text_of(Primitive::None, 9), "");
}

// Quads and polygons as the authors of Mesa's driver found them: a quad never takes its first vertex, a polygon its first
// vertex only as the last.
TEST(R500Primitives, AreFlatByTheirProvokingVertex) {
    EXPECT_EQ(text_of(Primitive::Lines, 2, kFirst), "0* 1; ");
    EXPECT_EQ(text_of(Primitive::Triangles, 3, kFirst), "0* 1 2; ");
    EXPECT_EQ(text_of(Primitive::Triangles, 3, kSecond), "0 1* 2; ");
    EXPECT_EQ(text_of(Primitive::Triangles, 3, kThird), "0 1 2*; ");
    EXPECT_EQ(text_of(Primitive::TriangleStrip, 4, kFirst), "0* 1 2; 2 1* 3; ") << "by the order of the strip";
    EXPECT_EQ(text_of(Primitive::TriangleFan, 4, kFirst), "0* 1 2; 0* 2 3; ");
    EXPECT_EQ(text_of(Primitive::Quads, 4, kFirst), "0 1* 3; 1* 2 3; ");
    EXPECT_EQ(text_of(Primitive::Quads, 4, kSecond), "0 1 3; 1 2* 3; ");
    EXPECT_EQ(text_of(Primitive::Polygon, 4, kFirst), "1* 2 0; 2* 3 0; ");
}

TEST(R500Primitives, HaveTheEdgesOfQuadsAndPolygons) {
    using Edges = std::array<bool, 3>;
    const Pieces quad(Primitive::Quads, 4, kLast), polygon(Primitive::Polygon, 5, kLast);
    EXPECT_EQ(quad.piece(0).edges, (Edges{true, false, true}));
    EXPECT_EQ(quad.piece(1).edges, (Edges{true, true, false}));
    EXPECT_EQ(polygon.piece(0).edges, (Edges{true, false, true})) << "1 2 0";
    EXPECT_EQ(polygon.piece(1).edges, (Edges{true, false, false})) << "2 3 0";
    EXPECT_EQ(polygon.piece(2).edges, (Edges{true, true, false})) << "3 4 0";
}

} // namespace
} // namespace relit::render::r500
