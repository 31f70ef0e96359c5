// Texture coordinates: what a console was seen to do, and what follows from plain arithmetic.
#include "render/gs/reference/texel_position.hpp"

#include <gtest/gtest.h>

#include <cmath>

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

TexelPosition at(const TexelRamp& ramp, int x, int y) { return ramp.at(ramp.row(y, 0), x); }
TexelPosition at(const TexelInterpolator& triangle, int x, int y) { return triangle.at(triangle.row(y, 0), x); }

TexelRamp sprite(int pixels, int from, int to, const Rules& rules = {}) {
    const auto a = static_cast<std::uint16_t>(from), b = static_cast<std::uint16_t>(to);
    return TexelRamp({PixelPosition{0, 0}, PixelPosition{16 * pixels, 16 * pixels}}, {uv(a, a), uv(b, b), {}}, by_uv(),
                     rules);
}

// Reference 7.3 rule 5: ascending, whole sixteenths a pixel, an extent that is no power of two.
TEST(GsTexels, OfSpritesAreSlightlyLowAsMeasured) {
    EXPECT_EQ(at(sprite(12, 0, 12 * 16), 0, 0).u, 0);
    EXPECT_EQ(at(sprite(12, 0, 12 * 16), 1, 0).u, 15);
    EXPECT_EQ(at(sprite(12, 0, 12 * 16), 1, 0).fine_u, 65535); // one unit, not a sixteenth
    EXPECT_EQ(at(sprite(12, 0, 12 * 16), 11, 0).u, 175);
    EXPECT_EQ(at(sprite(12, 0, 12 * 16), 0, 11).v, 175);
    EXPECT_EQ(at(sprite(12, 0, 12 * 16), 0, 0).v, 0);
    EXPECT_EQ(at(sprite(16, 0, 16 * 16), 11, 0).u, 176); // a power of two
    EXPECT_EQ(at(sprite(12, 12 * 16, 0), 1, 0).u, 176);  // descending
    EXPECT_EQ(at(sprite(12, 0, 90), 2, 0).u, 15);        // 7.5 sixteenths a pixel
    EXPECT_EQ(at(sprite(12, 0, 12 * 16, kPlain), 1, 0).u, 16);
}
// What counts is the extent in pixels, not between the corners: from 1/2 to 16 3/8 there are 16.
TEST(GsTexels, OfSpritesUseTheExtentInPixels) {
    const TexelRamp ramp({PixelPosition{8, 0}, PixelPosition{8 + 16 * 15 + 14, 16}}, {uv(0, 0), uv(254, 16), {}},
                         by_uv());
    EXPECT_EQ(ramp.at(ramp.row(0, 1), 5).fine_u, (5 * 16 - 8) * 4096);
}
// Rule 5: along x in steps rounded down to 2^-15 texel, 682 of 682 2/3; down the rows exact.
TEST(GsTexels, OfSpritesAdvanceInStepsRoundedDown) {
    EXPECT_EQ(at(sprite(48, 0, 16), 3, 0).fine_u, 2 * 3 * 682);
    EXPECT_EQ(at(sprite(48, 0, 16), 3, 0).u, 0);
    EXPECT_EQ(at(sprite(48, 0, 16), 0, 3).v, 1);
    EXPECT_EQ(at(sprite(48, 0, 16, kPlain), 3, 0).u, 1);
}
TEST(GsTexels, OfSpritesFollowTheirCorners) {
    // The second vertex lies left of the first: values go with the corners.
    const TexelRamp ramp({PixelPosition{128, 0}, PixelPosition{0, 128}}, {uv(128, 0), uv(0, 128), {}}, by_uv());
    EXPECT_EQ(at(ramp, 3, 2).u, 48);
    EXPECT_EQ(at(ramp, 3, 2).v, 32);
}
TEST(GsTexels, OfSpritesDivideByTheSecondQ) {
    const TexelRamp ramp({PixelPosition{0, 0}, PixelPosition{128, 128}}, {stq(0, 0, 7), stq(2, 1, 2), {}}, by_stq(3));
    EXPECT_EQ(at(ramp, 4, 4).u, 4 * 16);
    EXPECT_EQ(at(ramp, 4, 4).v, 2 * 16);
    EXPECT_EQ(at(ramp, 4, 4).log_q, 128);
    // Exactly: 1/3 to 4/3 over 3 pixels of a texture of 8 are 8/3 texels a pixel; from 8/3, rounded down.
    const TexelRamp thirds({PixelPosition{0, 0}, PixelPosition{48, 48}}, {stq(1, 1, 3), stq(4, -4, 3), {}}, by_stq(3));
    EXPECT_EQ(at(thirds, 0, 0).fine_u, 2 * (8 * 32768 / 3));
    EXPECT_EQ(at(thirds, 2, 0).fine_u, 2 * (3 * (8 * 32768 / 3)));
    EXPECT_EQ(at(thirds, 0, 2).v, -99); // 8/3 - 2 * 40/9 texels are -99.6 sixteenths, cut toward zero
}
// By PCSX2's tests on a console (its pull request 10281): 0.15 / 0.3 of 64 texels is texel 31, as S loses a bit more than Q.
TEST(GsTexels, OfSpritesDivideFewerBits) {
    const auto corner = [](float s, float t, float q, const Rules& rules = {}) {
        return at(
            TexelRamp({PixelPosition{0, 0}, PixelPosition{64, 64}}, {stq(s, t, 1), stq(s, t, q), {}}, by_stq(6), rules),
            0, 0);
    };
    EXPECT_EQ(corner(.15F, .15F, .3F).u, 31 * 16 + 15);
    EXPECT_EQ(corner(.15F, .15F, .3F).v, 31 * 16 + 15);
    EXPECT_EQ(corner(-.15F, .15F, .3F).u, -(31 * 16 + 15)); // toward zero
    EXPECT_EQ(corner(.15F, .15F, .3F, kPlain).u, 32 * 16);
    EXPECT_EQ(corner(.5F, .75F, 1).u, 32 * 16); // nothing to cut
    EXPECT_EQ(corner(.5F, .75F, 1).v, 48 * 16);
}
TEST(GsTexels, OfSpritesCutByTheirExponents) {
    EXPECT_EQ(cut_q(0x3e9999ff), 0x3e999900U);
    EXPECT_EQ(cut_st(0x3effffff, 0x3e800000), 0x3efffe00U); // one exponent: 9 bits
    EXPECT_EQ(cut_st(0x41ffffff, 0x3f800000), 0x41fffe00U); // S is larger: 9 bits
    EXPECT_EQ(cut_st(0xbeffffff, 0x3f800000), 0xbefff800U); // Q is 2^2 times as large: 11 bits
    EXPECT_EQ(cut_st(0x38ffffff, 0x3f800000), 0x38800000U); // 2^14 times: the leading bit is left
    EXPECT_EQ(cut_st(0x387fffff, 0x3f800000), 0U);          // 2^15 times: nothing
}

// Reference 7.3 rule 4: forward trails, backward and powers of two do not; down the rows V stands still.
TEST(GsTexels, OfTrianglesTrailForwardOnly) {
    const auto triangle = [](int size, std::uint16_t left, std::uint16_t right, std::uint16_t below) {
        const std::array<PixelPosition, 3> positions{PixelPosition{0, 0}, PixelPosition{16 * size, 0},
                                                     PixelPosition{0, 16 * size}};
        return TexelInterpolator(TriangleSetup(positions), {uv(left, 0), uv(right, 0), uv(left, below)}, by_uv());
    };
    EXPECT_EQ(at(triangle(16, 0, 256, 0), 3, 0).u, 48);
    EXPECT_EQ(at(triangle(12, 0, 192, 0), 3, 0).u, 47);
    EXPECT_EQ(at(triangle(12, 0, 192, 0), 3, 0).fine_u, 48 * 4096 - 1);
    EXPECT_EQ(at(triangle(12, 192, 0, 0), 3, 0).u, 144);
    EXPECT_EQ(at(triangle(12, 0, 192, 192), 0, 3).v, 48);
    EXPECT_EQ(at(triangle(48, 0, 16, 0), 3, 0).fine_u, 2 * 3 * 682 - 1); // steps rounded down
}
// Rule 4: the step is asked after it was rounded down. 1 sixteenth over 3,000 pixels is below 2^-15 texel: still.
TEST(GsTexels, OfTrianglesAreConstantBelowTheGrid) {
    const std::array<PixelPosition, 3> positions{PixelPosition{0, 0}, PixelPosition{16 * 3000, 0},
                                                 PixelPosition{0, 16 * 12}};
    const TexelInterpolator triangle(TriangleSetup(positions), {uv(16, 0), uv(17, 0), uv(16, 0)}, by_uv());
    EXPECT_EQ(at(triangle, 7, 0).fine_u, 65536);
}
TEST(GsTexels, OfTrianglesWithOneQTrailToo) {
    const auto triangle = [](int size, bool levels) {
        const std::array<PixelPosition, 3> positions{PixelPosition{0, 0}, PixelPosition{16 * size, 0},
                                                     PixelPosition{0, 16 * size}};
        const float end = static_cast<float>(size) / 64;
        Scale scale = by_stq(6);
        scale.levels = levels;
        return TexelInterpolator(TriangleSetup(positions), {stq(0, 0, 1), stq(end, 0, 1), stq(0, end, 1)}, scale);
    };
    EXPECT_EQ(at(triangle(16, false), 3, 0).u, 48);
    EXPECT_EQ(at(triangle(12, false), 3, 0).u, 47);
    EXPECT_EQ(at(triangle(12, false), 0, 3).v, 48);
    EXPECT_EQ(at(triangle(12, true), 0, 3).v, 47); // with levels it is a plane in perspective, short both ways
}
// Rule 3: a constant Q other than 1 is perspective; a negative one is taken with S and T.
TEST(GsTexels, OfTrianglesWithANegativeQAreThoseOfAPositiveOne) {
    const auto triangle = [](float sign) {
        const std::array<PixelPosition, 3> positions{PixelPosition{0, 0}, PixelPosition{16 * 50, 0},
                                                     PixelPosition{0, 16 * 30}};
        return TexelInterpolator(TriangleSetup(positions),
                                 {stq(0, 0, sign * 2), stq(sign, 0, sign * 2), stq(0, sign, sign * 2)}, by_stq(6));
    };
    for (int x = 0; x < 40; x += 3) {
        EXPECT_EQ(at(triangle(1), x, 2).fine_u, at(triangle(-1), x, 2).fine_u);
        EXPECT_EQ(at(triangle(1), x, 2).log_q, at(triangle(-1), x, 2).log_q);
    }
    EXPECT_EQ(at(triangle(1), 0, 15).v, 255); // 256 but for the short reciprocal of the area, down the rows too
}

// S / Q over a triangle in perspective: within a sixteenth of the exact quotient.
TEST(GsTexels, InPerspectiveAreQuotients) {
    const std::array<PixelPosition, 3> positions{PixelPosition{0, 0}, PixelPosition{16 * 60, 0},
                                                 PixelPosition{0, 16 * 60}};
    const TexelInterpolator triangle(TriangleSetup(positions), {stq(0, 0, 1), stq(0.5F, 0, 0.5F), stq(0, 1, 1)},
                                     by_stq(6));
    for (int x = 0; x < 60; ++x) {
        const double exact = (0.5 * x / 60) / (1 - 0.5 * x / 60) * 64 * 16;
        EXPECT_NEAR(at(triangle, x, 0).u + 0.5, exact, 2.0) << x;
    }
    EXPECT_EQ(at(triangle, 0, 0).log_q, 0);
    EXPECT_NEAR(at(triangle, 59, 0).log_q, -128, 4);
}
// Rule 3f, by hand: h_S = -1, h_Q = 3, texture 2: -1 * 43691 * 2^5 / 2^17 is -10.67 sixteenths, cut toward zero.
TEST(GsTexels, InPerspectiveCutTowardZero) {
    Scale scale = by_stq(1);
    EXPECT_EQ(in_perspective({-1, 1, 3, 0}, scale, {}).u, -10);
    EXPECT_EQ(in_perspective({-1, 1, 3, 0}, scale, {}).v, 10);
    EXPECT_EQ(in_perspective({-1, 1, 3, 0}, scale, {}).fine_u, -43691);
    EXPECT_EQ(in_perspective({1, -1, 0, 0}, scale, {}).u, kMostTexel);
    EXPECT_EQ(in_perspective({1, -1, 0, 0}, scale, {}).v, kLeastTexel);
}
TEST(GsTexels, OfLinesAndPointsFollowTheTriangles) {
    const Line line(PixelPosition{0, 0}, PixelPosition{16 * 12, 0});
    EXPECT_EQ(TexelLine(line, {uv(0, 0), uv(192, 0), {}}, by_uv()).at(3).u, 48); // nothing trails
    EXPECT_EQ(TexelLine(line, {stq(0, 0, 1), stq(0.1875F, 0, 1), {}}, by_stq(6)).at(3).u, 48);
    EXPECT_EQ(TexelLine(line, {stq(0, 0, -2), stq(-0.375F, 0, -2), {}}, by_stq(6)).at(3).u, 48);
    EXPECT_EQ(texel_of_point(stq(0.5F, -0.25F, 1), by_stq(6)).u, 512);
    EXPECT_EQ(texel_of_point(stq(0.5F, -0.25F, 1), by_stq(6)).v, -256);
    EXPECT_EQ(texel_of_point(stq(1, 1, 3), by_stq(1)).fine_u, 43691); // the reciprocal of rule 3e
}

TEST(GsTexels, SaturateBySign) {
    const auto far = [](float s, float q) {
        return at(TexelRamp({PixelPosition{0, 0}, PixelPosition{16, 16}}, {stq(s, 0, q), stq(s, 0, q), {}}, by_stq(8)),
                  0, 0)
            .u;
    };
    EXPECT_EQ(far(1e30F, 1), kMostTexel);
    EXPECT_EQ(far(-1e30F, 1), kLeastTexel);
    EXPECT_EQ(far(1, 0), kMostTexel);
    EXPECT_EQ(far(-1, 0), kLeastTexel);
    EXPECT_EQ(far(1e-30F, 1e10F), 0);
    EXPECT_EQ(far(std::bit_cast<float>(0x7f800000), 1), kMostTexel); // no infinity
}

TEST(GsTexels, LogarithmsAreCoarse) {
    EXPECT_EQ(coarse_log(1, 0), 0);
    EXPECT_EQ(coarse_log(1 << 20, -20), 0);
    EXPECT_EQ(coarse_log(-8, 0), 3 * 128);
    EXPECT_EQ(coarse_log(3, 0), 128 + 64);           // 1.5: seven bits of the mantissa, 64
    EXPECT_EQ(coarse_log(3, -9), -8 * 128 + 64);     // exponents go down below 0
    EXPECT_EQ(coarse_log((1 << 20) + 8191, -20), 0); // below 1 + 2^-7
    EXPECT_EQ(coarse_log((1 << 20) + 8192, -20), 1);
}
// Reference 9.2: L = 3 is the rounded logarithm, L = 2 half of that, rounded up; 0 and 1 follow no formula.
TEST(GsTexels, LogarithmsAreMeasured) {
    for (unsigned i = 0; i < 128; ++i) {
        const auto rounded = static_cast<std::int32_t>(std::floor(128 * std::log2(1 + i / 128.0) + 0.5));
        EXPECT_EQ(measured_log(3, i), rounded);
        EXPECT_EQ(measured_log(2, i), (rounded + 1) / 2);
        EXPECT_NEAR(measured_log(1, i), rounded / 4.0, 1.0);
        EXPECT_NEAR(measured_log(0, i), rounded / 8.0, 1.0);
    }
    EXPECT_EQ(measured_log(0, 114), 15);
    EXPECT_EQ(measured_log(0, 115), 14);
}

} // namespace
} // namespace relit::render::gs::reference
