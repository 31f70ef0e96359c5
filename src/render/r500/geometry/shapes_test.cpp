// Points and lines.
#include "render/r500/geometry/draw_test.hpp"

namespace relit::render::r500 {
namespace {

namespace reg = machine::r500::reg;
namespace field = machine::r500::field;
using machine::r500::Primitive;
using test::positions_of;
using test::R500Draw;
using test::R500Vertex;
using Positions = std::vector<std::pair<float, float>>;

Positions quad(float left, float top, float right, float bottom) {
    return {{left, top}, {right, top}, {right, bottom}, {left, top}, {right, bottom}, {left, bottom}};
}
/// A point in the middle of the window unless another x is given: 4 pixels wide, 6 high, with coordinates at its corners.
R500Draw point_at(float x = 0) {
    R500Draw draw(Primitive::Points, {{{x, 0, 0, 1}}});
    draw.set(reg::GA_POINT_SIZE, 36U | 24U << 16).set(reg::GB_ENABLE, 1U | 1U << 16);
    draw.set(reg::GA_POINT_S0, 0.125F).set(reg::GA_POINT_S1, 0.875F);
    draw.set(reg::GA_POINT_T0, 1.0F).set(reg::GA_POINT_T1, 0.25F);
    return draw;
}

TEST(R500Points, AreRectanglesWithStuffedCoordinates) {
    const Triangles made = point_at().triangles();
    EXPECT_EQ(positions_of(made), quad(48, 47, 52, 53));
    ASSERT_EQ(made.triangles.size(), 2U);
    EXPECT_EQ(made.triangles[0].corners[0].varyings[0], (Float4{0.125F, 0.25F, 0, 1})) << "T1 at the least y";
    EXPECT_EQ(made.triangles[0].corners[2].varyings[0], (Float4{0.875F, 1, 0, 1})) << "T0 at the greatest";
    EXPECT_EQ(made.triangles[0].corners[0].varyings[1], Float4{}) << "not asked for";
}

TEST(R500Points, HaveTheSizeThatTheProgramWrites) {
    R500Draw draw(Primitive::Points, {{.position = {0, 0, 0, 1}, .point_size = 10}});
    draw.writes_point_size().set(reg::GA_POINT_SIZE, 12U | 12U << 16);
    EXPECT_EQ(positions_of(draw.triangles()), quad(45, 45, 55, 55));
    draw.set(reg::GA_POINT_MINMAX, 6U | 24U << 16); // half sizes from 0.5 to 2 pixels
    EXPECT_EQ(positions_of(draw.triangles()), quad(48, 48, 52, 52));
    draw.set(reg::GA_POINT_MINMAX, 96U | 96U << 16);
    EXPECT_EQ(positions_of(draw.triangles()), quad(42, 42, 58, 58));
}

// The view volume drops a point whose centre lies outside, in every mode of VAP_CLIP_CNTL.PS_UCP_MODE (reference 4.10; RV515 and RV530
// fail the tests of wide points that should show).
TEST(R500Points, AreClippedByTheirCentre) {
    for (const std::uint32_t mode : {0U, 1U, 2U, 3U}) {
        R500Draw edge = point_at(1);
        edge.set(reg::VAP_CLIP_CNTL, field::VAP_CLIP_CNTL__PS_UCP_MODE, mode);
        EXPECT_EQ(positions_of(edge.triangles()), quad(98, 47, 102, 53)) << mode;
        R500Draw outside = point_at(1.02F); // at 101
        outside.set(reg::VAP_CLIP_CNTL, field::VAP_CLIP_CNTL__PS_UCP_MODE, mode);
        EXPECT_TRUE(outside.triangles().triangles.empty()) << mode;
        outside.set(reg::VAP_GB_HORZ_DISC_ADJ, 1.5F);
        EXPECT_EQ(outside.triangles().triangles.size(), 2U) << "the guard band of discards reaches as far";
    }
}

TEST(R500Points, MeetPlanesOfTheUser) {
    R500Draw draw = point_at();
    draw.clip_plane(0, {1, 0, 0, 0.02F}); // from 49 pixels on
    ASSERT_EQ(draw.triangles().triangles.size(), 2U);
    EXPECT_FLOAT_EQ(positions_of(draw.triangles())[0].first, 49);
    draw.clip_plane(0, {1, 0, 0, -0.02F}).set(reg::VAP_CLIP_CNTL, field::VAP_CLIP_CNTL__PS_UCP_MODE, 0);
    EXPECT_TRUE(draw.triangles().triangles.empty()) << "the centre is outside";
}

/// From the middle of the window, `width` in twelfths of a pixel to each side.
R500Draw line_to(float x, float y, std::uint32_t end, std::uint32_t width = 6) {
    R500Draw draw(Primitive::Lines, {{{0, 0, 0, 1}}, {{x, y, 0, 1}, {1, 1, 1, 1}}});
    draw.set(reg::GA_LINE_CNTL, width | end << 16);
    return draw;
}
constexpr std::uint32_t kHorizontal = 0, kVertical = 1, kSquare = 2, kPerpendicular = 3;

TEST(R500Lines, AreWideAlongTheirMinorAxis) {
    EXPECT_EQ(positions_of(line_to(0.2F, 0, kSquare).triangles()), quad(50, 49.5F, 60, 50.5F));
    EXPECT_EQ(positions_of(line_to(0, 0.2F, kSquare, 24).triangles()),
              (Positions{{48, 50}, {48, 60}, {52, 60}, {48, 50}, {52, 60}, {52, 50}}));
    EXPECT_EQ(positions_of(line_to(0.5F, 0.25F, kSquare).triangles())[2], (std::pair{75.0F, 63.0F}));
    EXPECT_EQ(positions_of(line_to(0.5F, 0.25F, kVertical).triangles())[2], (std::pair{75.0F, 63.0F}));
    EXPECT_EQ(positions_of(line_to(0.5F, 0.25F, kHorizontal).triangles())[2], (std::pair{75.5F, 62.5F}));
    // At 45 degrees a rectangle that is a pixel high is 1 / sqrt(2) wide.
    const Positions steep = positions_of(line_to(0.5F, 0.5F, kPerpendicular).triangles());
    ASSERT_EQ(steep.size(), 6U);
    EXPECT_FLOAT_EQ(steep[0].first, 50.25F);
    EXPECT_FLOAT_EQ(steep[0].second, 49.75F);
    EXPECT_FLOAT_EQ(steep[2].first, 74.75F);
    EXPECT_FLOAT_EQ(steep[2].second, 75.25F);
    EXPECT_TRUE(line_to(0, 0, kPerpendicular).triangles().triangles.empty()) << "no length";
}

TEST(R500Lines, AreClipped) {
    const Triangles made = line_to(2, 0, kSquare).triangles();
    EXPECT_EQ(positions_of(made), quad(50, 49.5F, 100, 50.5F));
    ASSERT_FALSE(made.triangles.empty());
    EXPECT_EQ(made.triangles[0].corners[1].varyings[8][0], 0.5F);
    R500Draw behind = line_to(0.2F, 0, kSquare);
    behind.clip_plane(0, {-1, 0, 0, -0.1F});
    EXPECT_TRUE(behind.triangles().triangles.empty());
}

// A bit of the pattern is a pixel long: of four pixels the first and the third are drawn.
TEST(R500Lines, AreStippled) {
    R500Draw draw = line_to(0.08F, 0, kSquare);
    draw.set(reg::GA_LINE_STIPPLE_CONFIG, std::bit_cast<std::uint32_t>(1.0F) | 1).set(reg::GA_LINE_STIPPLE_VALUE, 5U);
    const Triangles made = draw.triangles();
    ASSERT_EQ(made.triangles.size(), 4U);
    const Positions positions = positions_of(made);
    EXPECT_FLOAT_EQ(positions[0].first, 50);
    EXPECT_FLOAT_EQ(positions[1].first, 51);
    EXPECT_FLOAT_EQ(positions[6].first, 52);
    EXPECT_FLOAT_EQ(positions[7].first, 53);
    EXPECT_FLOAT_EQ(made.triangles[0].corners[1].varyings[8][0], 0.25F) << "colours go on along the line";
    ASSERT_EQ(made.approximate.size(), 1U) << "the unit of the scale is assumed";
    draw.set(reg::GA_LINE_STIPPLE_CONFIG, std::bit_cast<std::uint32_t>(0.5F) | 1);
    EXPECT_FLOAT_EQ(positions_of(draw.triangles())[1].first, 52) << "half a bit a pixel";
}

TEST(R500Lines, BeginThePatternAgainIfTold) {
    const R500Vertex begin{{0, 0, 0, 1}}, end{{0.16F, 0, 0, 1}}; // eight pixels
    R500Draw draw(Primitive::Lines, {begin, end, begin, end});
    draw.set(reg::GA_LINE_CNTL, 6U | kSquare << 16).set(reg::GA_LINE_STIPPLE_VALUE, 0x0fU);
    draw.set(reg::GA_LINE_STIPPLE_CONFIG, std::bit_cast<std::uint32_t>(1.0F) | 2);
    EXPECT_EQ(draw.triangles().triangles.size(), 2U) << "the second line has bits 8 to 15";
    draw.set(reg::GA_LINE_STIPPLE_CONFIG, std::bit_cast<std::uint32_t>(1.0F) | 1);
    EXPECT_EQ(draw.triangles().triangles.size(), 4U);
}

TEST(R500Lines, OfEndlessPatternsAreRefused) {
    R500Draw draw = line_to(0.5F, 0, kSquare);
    draw.set(reg::GA_LINE_STIPPLE_CONFIG, std::bit_cast<std::uint32_t>(1e30F) | 1).set(reg::GA_LINE_STIPPLE_VALUE, 5U);
    Geometry geometry;
    const auto made = draw.run(geometry);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().kind, FaultKind::NotSupported);
}

TEST(R500Lines, HaveStuffedCoordinates) {
    R500Draw draw = line_to(2, 0, kSquare);
    draw.set(reg::GB_ENABLE, 2U | 1U << 18).set(reg::GA_LINE_S0, 0.25F).set(reg::GA_LINE_S1, 0.75F);
    const Triangles made = draw.triangles();
    ASSERT_FALSE(made.triangles.empty());
    EXPECT_EQ(made.triangles[0].corners[0].varyings[1][0], 0.25F);
    EXPECT_EQ(made.triangles[0].corners[1].varyings[1][0], 0.5F) << "half of the line is inside";
    EXPECT_EQ(made.approximate.size(), 1U) << "T is assumed";
}

TEST(R500Lines, AndPointsAreRaised) {
    R500Draw draw = point_at();
    draw.set(reg::SU_POLY_OFFSET_FRONT_OFFSET, 16384.0F).set(reg::ZB_FORMAT, 0U).set(reg::SU_POLY_OFFSET_ENABLE, 3U);
    const auto depth = [&] { return draw.triangles().triangles.at(0).corners[0].position[2]; };
    EXPECT_EQ(depth(), 0.5F) << "polygons alone are";
    draw.set(reg::SU_POLY_OFFSET_ENABLE, 4U);
    EXPECT_EQ(depth(), 0.5625F);
}

} // namespace
} // namespace relit::render::r500
