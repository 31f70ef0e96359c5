// Clip space, window, faces and colours of triangles.
#include "render/r500/geometry/draw_test.hpp"

#include "isa/r500/vs/vs.hpp"
#include "render/r500/geometry/programs.hpp"

#include <cmath>
#include <limits>

namespace relit::render::r500 {
namespace {

namespace reg = machine::r500::reg;
namespace field = machine::r500::field;
using machine::r500::Primitive;
using test::positions_of;
using test::R500Draw;
using test::R500Vertex;
using Positions = std::vector<std::pair<float, float>>;

/// Half the window, turning so that its area is positive.
std::vector<R500Vertex> half_window() { return {{{-1, -1, 0, 1}}, {{1, -1, 0, 1}}, {{-1, 1, 0, 1}}}; }
Float4 position(const Triangles& made, std::size_t corner) {
    return made.triangles.empty() ? Float4{} : made.triangles[0].corners[corner].position;
}
Float4 varying(const Triangles& made, std::size_t corner, std::size_t location) {
    return made.triangles.empty() ? Float4{} : made.triangles[0].corners[corner].varyings[location];
}
constexpr std::size_t kColour = 8;

TEST(R500Geometry, DividesAndMovesToTheWindow) {
    R500Draw draw(Primitive::Triangles, half_window());
    const Triangles made = draw.triangles();
    EXPECT_EQ(positions_of(made), (Positions{{0, 0}, {100, 0}, {0, 100}}));
    EXPECT_EQ(position(made, 0), (Float4{0, 0, 0.5F, 1}));
    EXPECT_TRUE(made.approximate.empty());

    R500Draw far(Primitive::Triangles, {{{-2, -2, 1, 2}}, {{4, -4, 2, 4}}, {{-1, 1, 0, 1}}});
    EXPECT_EQ(positions_of(far.triangles()), (Positions{{0, 0}, {100, 0}, {0, 100}}));
    EXPECT_EQ(position(far.triangles(), 0), (Float4{0, 0, 0.75F, 2})) << "W stays for the perspective";
    far.set(reg::GB_SELECT, field::GB_SELECT__W_SELECT, 1);
    EXPECT_EQ(position(far.triangles(), 0), (Float4{0, 0, 0.75F, 1})) << "no perspective";
}

// VAP_VTE_CNTL: positions in pixels, as clears have them; 1 / W instead of W.
TEST(R500Geometry, TakesPositionsThatAreDivided) {
    R500Draw pixels(Primitive::Triangles, {{{10, 20, 0.25F, 0}}, {{30, 20, 0.25F, 0.5F}}, {{10, 60, 0.25F, 0}}});
    pixels.set(reg::VAP_VTE_CNTL, 0x300U).set(reg::VAP_CLIP_CNTL, field::VAP_CLIP_CNTL__CLIP_DISABLE, 1);
    EXPECT_EQ(position(pixels.triangles(), 0), (Float4{10, 20, 0.25F, 1})) << "without a W there is no perspective";
    EXPECT_EQ(position(pixels.triangles(), 1), (Float4{30, 20, 0.25F, 2})) << "it comes as 1 / W";

    R500Draw inverse(Primitive::Triangles, {{{4, -4, 0, 0.25F}}, {{0, 0, 0, 1}}, {{0, 4, 0, 0.25F}}});
    inverse.set(reg::VAP_VTE_CNTL, 0x3fU).set(reg::VAP_CLIP_CNTL, field::VAP_CLIP_CNTL__CLIP_DISABLE, 1);
    EXPECT_EQ(position(inverse.triangles(), 0), (Float4{100, 0, 0.5F, 4}));
    EXPECT_EQ(position(inverse.triangles(), 2), (Float4{50, 100, 0.5F, 4}));

    R500Draw linear(Primitive::Triangles, {{{2, -2, 0.5F, 2}}, {{0, 0, 0.5F, 1}}, {{0, 2, 0.5F, 2}}});
    linear.set(reg::VAP_VTE_CNTL, 0x60fU);
    EXPECT_EQ(position(linear.triangles(), 0), (Float4{100, 0, 0.5F, 2})) << "depth is as the program wrote it";
}

TEST(R500Geometry, MovesByTheOffsetOfTheRasteriser) {
    R500Draw draw(Primitive::Triangles, half_window());
    draw.set(reg::GA_OFFSET, 12U | 0xfffaU << 16); // 1 and -0.5 pixels
    EXPECT_EQ(positions_of(draw.triangles()), (Positions{{1, -0.5F}, {101, -0.5F}, {1, 99.5F}}));
}

TEST(R500Geometry, ScalesDepth) {
    R500Draw draw(Primitive::Triangles, half_window());
    draw.set(reg::SU_DEPTH_SCALE, 16777215.0F / 2).set(reg::SU_DEPTH_OFFSET, 16777215.0F / 8);
    EXPECT_FLOAT_EQ(position(draw.triangles(), 0)[2], 0.375F);
}

// The third vertex lies before the near plane: z is -w half way down both sides, and 0 after a quarter.
TEST(R500Geometry, ClipsAtTheNearPlaneOfBothSpaces) {
    R500Draw draw(Primitive::Triangles, {{{0, 0, 1, 1}}, {{1, 0, 1, 1}}, {{0, 1, -3, 1}, {1, 1, 1, 1}}});
    const Triangles made = draw.triangles();
    EXPECT_EQ(positions_of(made), (Positions{{50, 50}, {100, 50}, {75, 75}, {50, 50}, {75, 75}, {50, 75}}));
    EXPECT_EQ(varying(made, 2, kColour), (Float4{0.5F, 0.5F, 0.5F, 0.5F})) << "colours are cut with it";
    EXPECT_EQ(position(made, 2)[2], 0);
    draw.set(reg::VAP_CNTL, field::VAP_CNTL__DX_CLIP_SPACE_DEF, 1);
    EXPECT_EQ(positions_of(draw.triangles())[2], (std::pair{87.5F, 62.5F}));
    draw.set(reg::VAP_CLIP_CNTL, field::VAP_CLIP_CNTL__CLIP_DISABLE, 1);
    EXPECT_EQ(positions_of(draw.triangles()), (Positions{{50, 50}, {100, 50}, {50, 100}})) << "nothing is clipped";
}

TEST(R500Geometry, ClipsAtTheSidesWhereTheGuardBandEnds) {
    R500Draw draw(Primitive::Triangles, {{{0, 0, 0, 1}}, {{2, 0, 0, 1}}, {{0, 1, 0, 1}}});
    EXPECT_EQ(positions_of(draw.triangles()),
              (Positions{{50, 50}, {100, 50}, {100, 75}, {50, 50}, {100, 75}, {50, 100}}));
    draw.set(reg::VAP_GB_HORZ_CLIP_ADJ, 2.0F);
    EXPECT_EQ(positions_of(draw.triangles()), (Positions{{50, 50}, {150, 50}, {50, 100}}));
    R500Draw behind(Primitive::Triangles, {{{0, 0, 0, -1}}, {{1, 0, 0, -1}}, {{0, 1, 0, -1}}});
    EXPECT_TRUE(behind.triangles().triangles.empty()) << "behind the eye";
}

TEST(R500Geometry, ClipsAtPlanesOfTheUser) {
    const std::vector<R500Vertex> vertices = {{{-1, -1, 0, 1}}, {{1, -1, 0, 1}}, {{1, 1, 0, 1}}};
    R500Draw draw(Primitive::Triangles, vertices);
    draw.clip_plane(2, {1, 0, 0, 0}); // x >= 0
    EXPECT_EQ(positions_of(draw.triangles()),
              (Positions{{50, 0}, {100, 0}, {100, 100}, {50, 0}, {100, 100}, {50, 50}}));
    draw.set(reg::VAP_CLIP_CNTL, field::VAP_CLIP_CNTL__UCP_CULL_ONLY_ENA, 1);
    EXPECT_EQ(positions_of(draw.triangles()), (Positions{{0, 0}, {100, 0}, {100, 100}})) << "some of it is inside";
    draw.clip_plane(5, {0, 0, 0, -1});
    EXPECT_TRUE(draw.triangles().triangles.empty()) << "all of it is outside";
}

TEST(R500Geometry, CullsFacesByTheirAreaInTheWindow) {
    struct Case {
        std::uint32_t mode; // 1: front faces are dropped, 2: back faces, 4: positive areas are front faces
        bool is_drawn, is_back;
    };
    for (const Case& each : {Case{4, true, false},
                             {0, true, true},
                             {5, false, false},
                             {6, true, false},
                             {1, true, true},
                             {2, false, false},
                             {3, false, false}}) {
        R500Draw draw(Primitive::Triangles, half_window());
        draw.set(reg::SU_CULL_MODE, each.mode);
        const Triangles made = draw.triangles();
        EXPECT_EQ(!made.triangles.empty(), each.is_drawn) << each.mode;
        for (const Triangle& triangle : made.triangles) EXPECT_EQ(triangle.is_back, each.is_back) << each.mode;
    }
    R500Draw strip(Primitive::TriangleStrip, {{{-1, -1, 0, 1}}, {{1, -1, 0, 1}}, {{-1, 1, 0, 1}}, {{1, 1, 0, 1}}});
    strip.set(reg::SU_CULL_MODE, 6U);
    EXPECT_EQ(strip.triangles().triangles.size(), 2U) << "both triangles of a strip have one face";
}

TEST(R500Geometry, ShowsTheColourOfTheFace) {
    std::vector<R500Vertex> vertices = half_window();
    for (R500Vertex& vertex : vertices) vertex.colour = {0.25F, 0, 0, 1}, vertex.back = {0, 0.75F, 0, 1};
    R500Draw draw(Primitive::Triangles, vertices);
    EXPECT_EQ(varying(draw.triangles(), 0, kColour), (Float4{0.25F, 0, 0, 1}));
    draw.set(reg::SU_CULL_MODE, 0U);
    EXPECT_EQ(varying(draw.triangles(), 0, kColour), (Float4{0, 0.75F, 0, 1}));
}

TEST(R500Geometry, ShadesFlat) {
    std::vector<R500Vertex> vertices = half_window();
    vertices[0].colour = {0.1F, 0.1F, 0.1F, 0.1F}, vertices[2].colour = {0.3F, 0.3F, 0.3F, 0.3F};
    vertices[0].coordinate = {1, 2, 3, 4}, vertices[2].coordinate = {5, 6, 7, 8};
    R500Draw draw(Primitive::Triangles, vertices);
    EXPECT_EQ(varying(draw.triangles(), 0, kColour)[0], 0.1F);
    draw.set(reg::GA_COLOR_CONTROL, field::GA_COLOR_CONTROL__RGB0_SHADING, 1);
    EXPECT_EQ(varying(draw.triangles(), 0, kColour), (Float4{0.3F, 0.3F, 0.3F, 0.1F})) << "alpha is smooth still";
    draw.set(reg::GA_COLOR_CONTROL, field::GA_COLOR_CONTROL__ALPHA0_SHADING, 1);
    EXPECT_EQ(varying(draw.triangles(), 0, kColour)[3], 0.3F);
    EXPECT_EQ(varying(draw.triangles(), 0, 0)[0], 1);
    draw.set(reg::GA_COLOR_CONTROL_PS3, field::GA_COLOR_CONTROL_PS3__TEX0_SHADING_PS3, 1);
    EXPECT_EQ(varying(draw.triangles(), 0, 0), (Float4{5, 6, 7, 8}));
    draw.set(reg::GA_COLOR_CONTROL, field::GA_COLOR_CONTROL__PROVOKING_VERTEX, 0);
    EXPECT_EQ(varying(draw.triangles(), 2, kColour)[0], 0.1F);
}

TEST(R500Geometry, ClampsColoursUnlessTheyAreFloats) {
    std::vector<R500Vertex> vertices = half_window();
    vertices[0].colour = {2, -1, 0.5F, 3};
    R500Draw draw(Primitive::Triangles, vertices);
    EXPECT_EQ(varying(draw.triangles(), 0, kColour), (Float4{2, -1, 0.5F, 3}));
    draw.set(reg::GA_ROUND_MODE, field::GA_ROUND_MODE__ALPHA_CLAMP, 0);
    EXPECT_EQ(varying(draw.triangles(), 0, kColour), (Float4{2, -1, 0.5F, 1}));
    draw.set(reg::GA_ROUND_MODE, field::GA_ROUND_MODE__RGB_CLAMP, 0);
    EXPECT_EQ(varying(draw.triangles(), 0, kColour), (Float4{1, 0, 0.5F, 1}));
}

TEST(R500Geometry, PutsFogIntoACoordinate) {
    std::vector<R500Vertex> vertices = half_window();
    for (R500Vertex& vertex : vertices) vertex.colour = {0, 0, 0, 0.75F};
    R500Draw draw(Primitive::Triangles, vertices);
    draw.set(reg::GB_SELECT, field::GB_SELECT__FOG_STUFF_ENABLE, 1);
    draw.set(reg::GB_SELECT, field::GB_SELECT__FOG_STUFF_TEX, 3)
        .set(reg::GB_SELECT, field::GB_SELECT__FOG_STUFF_COMP, 1);
    EXPECT_EQ(varying(draw.triangles(), 0, 3), (Float4{0, 0.75F, 0, 0})) << "alpha of colour 0";
    draw.set(reg::GB_SELECT, field::GB_SELECT__FOG_SELECT, 5);
    EXPECT_EQ(varying(draw.triangles(), 0, 3), (Float4{0, 0.5F, 0, 0})) << "depth";
}

// Depth goes from 0.5 to 1 along 100 pixels. Mesa writes twice the units of 24 bits, four times those of 16.
TEST(R500Geometry, MovesTheDepthOfPolygons) {
    R500Draw draw(Primitive::Triangles, {{{-1, -1, 0, 1}}, {{1, -1, 1, 1}}, {{-1, 1, 0, 1}}});
    draw.set(reg::SU_POLY_OFFSET_FRONT_OFFSET, 8192.0F).set(reg::ZB_FORMAT, 2U);
    EXPECT_EQ(position(draw.triangles(), 0)[2], 0.5F);
    draw.set(reg::SU_POLY_OFFSET_ENABLE, 1U);
    EXPECT_FLOAT_EQ(position(draw.triangles(), 0)[2], 0.5F + 4096.0F / 16777216.0F);
    draw.set(reg::ZB_FORMAT, 0U);
    EXPECT_FLOAT_EQ(position(draw.triangles(), 0)[2], 0.5F + 2048.0F / 65536.0F);
    draw.set(reg::SU_POLY_OFFSET_FRONT_OFFSET, 0.0F).set(reg::SU_POLY_OFFSET_FRONT_SCALE, 24.0F);
    EXPECT_FLOAT_EQ(position(draw.triangles(), 0)[2], 0.51F) << "twice the slope of 0.005";
    draw.set(reg::SU_CULL_MODE, 0U);
    EXPECT_EQ(position(draw.triangles(), 0)[2], 0.5F) << "back faces have an offset of their own";
}

TEST(R500Geometry, DrawsSidesAndCornersOfPolygons) {
    R500Draw draw(Primitive::Quads, {{{-1, -1, 0, 1}}, {{1, -1, 0, 1}}, {{1, 1, 0, 1}}, {{-1, 1, 0, 1}}});
    draw.set(reg::GA_LINE_CNTL, 12U | 2U << 16).set(reg::GA_POINT_SIZE, 12U | 12U << 16);
    EXPECT_EQ(draw.triangles().triangles.size(), 2U);
    draw.set(reg::GA_POLY_MODE, 1U | 1U << 4 | 2U << 7);
    const Triangles lines = draw.triangles();
    ASSERT_EQ(lines.triangles.size(), 8U) << "four sides and no diagonal";
    EXPECT_EQ(positions_of(lines)[0], (std::pair{0.0F, -1.0F})) << "the first is a pixel to each side";
    draw.set(reg::GA_POLY_MODE, 1U | 0U << 4 | 2U << 7).set(reg::VAP_CLIP_CNTL, field::VAP_CLIP_CNTL__PS_UCP_MODE, 0);
    const Triangles points = draw.triangles();
    ASSERT_EQ(points.triangles.size(), 8U) << "four corners";
    EXPECT_EQ(positions_of(points)[0], (std::pair{-1.0F, -1.0F}));
    draw.set(reg::SU_CULL_MODE, 0U);
    EXPECT_EQ(draw.triangles().triangles.size(), 2U) << "the back is filled";
}

// A side reaches over the edge of the window: what is cut off is a new side there.
TEST(R500Geometry, DrawsSidesThatClippingMakesIfTold) {
    R500Draw draw(Primitive::Triangles, {{{0, 0, 0, 1}}, {{2, 0, 0, 1}}, {{0, 0.5F, 0, 1}}});
    draw.set(reg::GA_LINE_CNTL, 6U | 2U << 16).set(reg::GA_POINT_SIZE, 12U | 12U << 16);
    draw.set(reg::GA_POLY_MODE, 1U | 1U << 4 | 1U << 7);
    EXPECT_EQ(draw.triangles().triangles.size(), 6U);
    draw.set(reg::VAP_CLIP_CNTL, field::VAP_CLIP_CNTL__BOUNDARY_EDGE_FLAG_ENA, 1);
    EXPECT_EQ(draw.triangles().triangles.size(), 8U);
    draw.set(reg::GA_POLY_MODE, 1U);
    EXPECT_EQ(draw.triangles().triangles.size(), 4U) << "points at corners that were there before";
}

TEST(R500Geometry, LeavesOutWhatHasNoPosition) {
    R500Draw draw(Primitive::Triangles, half_window());
    draw.set(reg::VAP_CLIP_CNTL, field::VAP_CLIP_CNTL__CLIP_DISABLE, 1);
    draw.set(reg::VAP_VPORT_XSCALE, std::numeric_limits<float>::quiet_NaN());
    const Triangles made = draw.triangles();
    EXPECT_TRUE(made.triangles.empty());
    ASSERT_EQ(made.approximate.size(), 1U);
    EXPECT_NE(made.approximate[0].find("not finite"), std::string::npos);

    R500Draw missing(Primitive::Triangles, half_window());
    missing.draw.count = 6;
    const Triangles half = missing.triangles();
    EXPECT_EQ(half.triangles.size(), 1U) << "the second triangle has no vertices";
    ASSERT_EQ(half.approximate.size(), 1U);
    EXPECT_NE(half.approximate[0].find("outside of their buffers"), std::string::npos);
}

TEST(R500Geometry, RefusesDrawsThatAreTooLarge) {
    R500Draw draw(Primitive::Points, {});
    draw.draw.count = kMostVertices + 1;
    Geometry geometry;
    const auto made = draw.run(geometry);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().kind, FaultKind::NotSupported);
}

TEST(R500Geometry, SaysWhatItDoesNotDo) {
    R500Draw draw(Primitive::Triangles, half_window());
    draw.set(reg::SU_TEX_WRAP, 1U).set(reg::GB_ENABLE, field::GB_ENABLE__TRIANGLE_STUFF_ENABLE, 1);
    EXPECT_EQ(draw.triangles().approximate.size(), 2U);
}

/// Loads a program that adds constant 0 to the position, and that constant.
void load_program(R500Draw& draw, Float4 constant) {
    constexpr std::string_view kText =
        "out[0].xyzw = VE_ADD input[0].xyzw const[0].xyzw ;\n"
        "out[1].xyzw = VE_ADD input[1].xyzw input[1].0000 ;\n";
    const auto words = isa::r500::vs::assemble(kText, {});
    ASSERT_TRUE(words);
    draw.set(reg::VAP_CNTL_STATUS, 0U).set(reg::VAP_PVS_CODE_CNTL_0, 1U << 20).set(reg::VAP_PVS_VECTOR_INDX_REG, 0U);
    for (std::size_t i = 0; i + 4 <= words->size(); i += 4)
        draw.set(reg::VAP_PVS_VECTOR_DATA_REG_128,
                 static_cast<std::uint32_t>(little_endian(Bytes(*words).subspan(i, 4))));
    draw.set(reg::VAP_PVS_VECTOR_INDX_REG, 0x400U);
    for (const float value : constant) draw.set(reg::VAP_PVS_VECTOR_DATA_REG_128, value);
}

TEST(R500Geometry, RunsTheVertexProgram) {
    std::vector<R500Vertex> vertices = half_window();
    vertices[1].colour = {0.5F, 0.25F, 0, 1};
    R500Draw draw(Primitive::Triangles, vertices);
    Geometry geometry;
    load_program(draw, {0, 0, 0.5F, 0});
    const auto made = draw.run(geometry);
    ASSERT_TRUE(made) << made.error().text;
    EXPECT_EQ(positions_of(*made), (Positions{{0, 0}, {100, 0}, {0, 100}}));
    EXPECT_EQ(position(*made, 0), (Float4{0, 0, 0.75F, 1}));
    EXPECT_EQ(varying(*made, 1, kColour), (Float4{0.5F, 0.25F, 0, 1}));
    load_program(draw, {0, 0, -0.5F, 0});
    const auto again = draw.run(geometry);
    ASSERT_TRUE(again);
    EXPECT_EQ(position(*again, 0), (Float4{0, 0, 0.25F, 1})) << "the same program with another constant";
}

TEST(R500Geometry, RunsEachVertexFromAnEmptyState) {
    R500Draw draw(Primitive::Triangles, {});
    load_program(draw, {0, 0, 0, 0});
    draw.set(reg::VAP_OUT_VTX_FMT_0, 3U);
    std::vector<std::string> sentences;
    Notes notes(sentences);
    VertexPrograms programs;
    std::vector<Vertex> vertices;
    const machine::r500::InputValue vertex_position{0, 15, {0, 0, 0, 0x3f800000}}, colour{1, 15, {0x3f800000}};
    ASSERT_TRUE(programs.run(draw.draw.state, std::vector<machine::r500::FetchedVertex>{{vertex_position, colour}},
                             vertices, notes));
    ASSERT_EQ(vertices.size(), 1U);
    EXPECT_EQ(vertices[0].varyings[kColour][0], 1);
    ASSERT_TRUE(
        programs.run(draw.draw.state, std::vector<machine::r500::FetchedVertex>{{vertex_position}}, vertices, notes));
    ASSERT_EQ(vertices.size(), 1U);
    EXPECT_EQ(vertices[0].varyings[kColour][0], 0) << "it has no colour";
}

} // namespace
} // namespace relit::render::r500
