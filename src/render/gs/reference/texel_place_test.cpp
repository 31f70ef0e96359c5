// Texture coordinates: what a console was seen to do, and what follows from plain arithmetic.
#include "render/gs/reference/texel_place.hpp"

#include <gtest/gtest.h>

namespace relit::render::gs::reference {
namespace {

using machine::gs::Vertex;

Vertex uv(std::uint16_t u, std::uint16_t v) {
    Vertex vertex;
    vertex.u = u, vertex.v = v;
    return vertex;
}
Vertex stq(float s, float t, float q) {
    Vertex vertex;
    vertex.s = std::bit_cast<std::uint32_t>(s), vertex.t = std::bit_cast<std::uint32_t>(t);
    vertex.q = std::bit_cast<std::uint32_t>(q);
    return vertex;
}
Scale by_uv() {
    Scale scale;
    scale.uv = true;
    return scale;
}
Scale by_stq(int log_size) {
    Scale scale;
    scale.log_width = scale.log_height = log_size;
    return scale;
}

// Reference 7.3 point 5: ascending, whole sixteenths a pixel, an extent that is no power of two.
TEST(GsTexels, OfSpritesReadASixteenthLowWhereMeasured) {
    const auto ramp = [](int pixels, int from, int to) {
        return TexelRamp({Place{0, 0}, Place{16 * pixels, 16}},
                         {uv(static_cast<std::uint16_t>(from), 0), uv(static_cast<std::uint16_t>(to), 16), {}},
                         by_uv());
    };
    EXPECT_EQ(ramp(12, 0, 12 * 16).at(0, 0).u, 0);
    EXPECT_EQ(ramp(12, 0, 12 * 16).at(1, 0).u, 15);
    EXPECT_EQ(ramp(12, 0, 12 * 16).at(11, 0).u, 175);
    EXPECT_EQ(ramp(16, 0, 16 * 16).at(11, 0).u, 176); // a power of two
    EXPECT_EQ(ramp(12, 12 * 16, 0).at(1, 0).u, 176);  // descending
    EXPECT_EQ(ramp(12, 0, 90).at(2, 0).u, 15);        // 7.5 sixteenths a pixel
}
TEST(GsTexels, OfSpritesFollowTheirCorners) {
    // The second vertex lies left of the first: values go with the corners.
    const TexelRamp ramp({Place{128, 0}, Place{0, 128}}, {uv(128, 0), uv(0, 128), {}}, by_uv());
    EXPECT_EQ(ramp.at(3, 2).u, 48);
    EXPECT_EQ(ramp.at(3, 2).v, 32);
}
TEST(GsTexels, OfSpritesDivideByTheSecondQ) {
    const TexelRamp ramp({Place{0, 0}, Place{128, 128}}, {stq(0, 0, 7), stq(2, 1, 2), {}}, by_stq(3));
    EXPECT_EQ(ramp.at(4, 4).u, 4 * 16);
    EXPECT_EQ(ramp.at(4, 4).v, 2 * 16);
    EXPECT_EQ(ramp.at(4, 4).log_q, 256);
}

// Reference 7.3 point 4: forward trails, backward and powers of two do not.
TEST(GsTexels, OfTrianglesTrailForwardOnly) {
    const auto at = [](int size, std::uint16_t left, std::uint16_t right) {
        const std::array<Place, 3> places{Place{0, 0}, Place{16 * size, 0}, Place{0, 16 * size}};
        return TexelWalk(Walk(places), {uv(left, 0), uv(right, 0), uv(left, 0)}, by_uv()).at(3, 0).u;
    };
    EXPECT_EQ(at(16, 0, 256), 48);
    EXPECT_EQ(at(12, 0, 192), 47);
    EXPECT_EQ(at(12, 192, 0), 144);
}
TEST(GsTexels, OfTrianglesWithOneQTrailToo) {
    const auto at = [](int size) {
        const std::array<Place, 3> places{Place{0, 0}, Place{16 * size, 0}, Place{0, 16 * size}};
        const TexelWalk walk(Walk(places), {stq(0, 0, 1), stq(float(size) / 64, 0, 1), stq(0, 0, 1)}, by_stq(6));
        return walk.at(3, 0).u;
    };
    EXPECT_EQ(at(16), 48);
    EXPECT_EQ(at(12), 47);
}

// S / Q over a triangle in perspective: within a sixteenth of the exact quotient.
TEST(GsTexels, InPerspectiveAreQuotients) {
    const std::array<Place, 3> places{Place{0, 0}, Place{16 * 60, 0}, Place{0, 16 * 60}};
    const TexelWalk walk(Walk(places), {stq(0, 0, 1), stq(0.5F, 0, 0.5F), stq(0, 1, 1)}, by_stq(6));
    for (int x = 0; x < 60; ++x) {
        const double exact = (0.5 * x / 60) / (1 - 0.5 * x / 60) * 64 * 16;
        EXPECT_NEAR(walk.at(x, 0).u + 0.5, exact, 2.0) << x;
    }
    EXPECT_EQ(walk.at(0, 0).log_q, 0);
    EXPECT_NEAR(walk.at(59, 0).log_q, -256, 8);
}

TEST(GsTexels, SaturateBySign) {
    const auto far = [](float s, float q) {
        return TexelRamp({Place{0, 0}, Place{16, 16}}, {stq(s, 0, q), stq(s, 0, q), {}}, by_stq(8)).at(0, 0).u;
    };
    EXPECT_EQ(far(1e30F, 1), kMostPlace);
    EXPECT_EQ(far(-1e30F, 1), kLeastPlace);
    EXPECT_EQ(far(1, 0), kMostPlace);
    EXPECT_EQ(far(-1, 0), kLeastPlace);
    EXPECT_EQ(far(1e-30F, 1e10F), 0);
    EXPECT_EQ(far(std::bit_cast<float>(0x7f800000), 1), kMostPlace); // no infinity
}

TEST(GsTexels, LogarithmsAreCoarse) {
    EXPECT_EQ(coarse_log(1, 0), 0);
    EXPECT_EQ(coarse_log(1 << 20, -20), 0);
    EXPECT_EQ(coarse_log(-8, 0), 3 * 256);
    EXPECT_EQ(coarse_log(3, 0), 256 + 149);          // log2(1.5) = 0.58496
    EXPECT_EQ(coarse_log((1 << 20) + 4095, -20), 0); // below 1 + 2^-8
    EXPECT_EQ(coarse_log((1 << 20) + 4096, -20), 1);
}

} // namespace
} // namespace relit::render::gs::reference
