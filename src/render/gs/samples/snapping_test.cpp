#include "render/gs/samples/snapping.hpp"

#include <gtest/gtest.h>

namespace relit::render::gs {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

DrawState snapping_state(Primitive primitive) {
    DrawState state;
    state.prim.set(Prim::primitive, primitive);
    state.zbuf.set(ZBuf::base, 64U);
    return state;
}
/// A triangle, or the beginning of one: corners apart, one depth and one Q.
Draw flat_draw() {
    Draw draw;
    for (std::uint16_t i = 0; i < 3; ++i) draw.vertices[i].x = draw.vertices[i].y = static_cast<std::uint16_t>(100 * i);
    for (Vertex& vertex : draw.vertices) vertex.z = 5, vertex.q = 0x3f800000;
    return draw;
}
Draw sloped_draw() {
    Draw draw = flat_draw();
    draw.vertices[1].z = 6;
    return draw;
}

TEST(Snapping, TakesSpritesAndPointsAlways) {
    Snapping snapping;
    EXPECT_TRUE(snapping.snaps(sloped_draw(), snapping_state(Primitive::Sprite)));
    EXPECT_TRUE(snapping.snaps(sloped_draw(), snapping_state(Primitive::Point)));
    EXPECT_TRUE(snapping.snaps(sloped_draw(), snapping_state(Primitive::Invalid)));
}

TEST(Snapping, TakesTrianglesAndLinesIfTheyAreFlat) {
    for (const Primitive kind : {Primitive::Line, Primitive::Triangle, Primitive::TriangleFan}) {
        EXPECT_TRUE(Snapping().snaps(flat_draw(), snapping_state(kind)));
        EXPECT_FALSE(Snapping().snaps(sloped_draw(), snapping_state(kind)));
    }
}

TEST(Snapping, AsksForQOnlyOfCoordinatesByIt) {
    Draw draw = flat_draw();
    draw.vertices[2].q = 0x40000000;
    DrawState state = snapping_state(Primitive::Triangle);
    EXPECT_TRUE(Snapping().snaps(draw, state));
    state.prim.set(Prim::textured, true);
    EXPECT_FALSE(Snapping().snaps(draw, state));
    state.prim.set(Prim::uv, true);
    EXPECT_TRUE(Snapping().snaps(draw, state));
}

TEST(Snapping, LeavesFlatTrianglesOfAMeshUntilTheNextVsync) {
    Snapping snapping;
    const DrawState state = snapping_state(Primitive::Triangle);
    Draw beside = flat_draw(); // one corner is the mesh's
    beside.vertices[1].x = 900, beside.vertices[2].x = 901;
    Draw next = flat_draw(); // and one is that of the triangle beside
    for (Vertex& vertex : next.vertices) vertex.y = 777;
    next.vertices[0] = beside.vertices[2];
    EXPECT_TRUE(snapping.snaps(beside, state));
    EXPECT_FALSE(snapping.snaps(sloped_draw(), state));
    EXPECT_FALSE(snapping.snaps(beside, state));
    EXPECT_FALSE(snapping.snaps(next, state));
    beside.vertices[0].z = beside.vertices[1].z = beside.vertices[2].z = 7; // at another depth
    EXPECT_TRUE(snapping.snaps(beside, state));
    snapping.forget();
    EXPECT_TRUE(snapping.snaps(next, state));
}

TEST(Snapping, TakesWhatSharesItsDepthBuffer) {
    DrawState state = snapping_state(Primitive::Triangle);
    state.zbuf.set(ZBuf::base, 0U);
    EXPECT_FALSE(Snapping().snaps(sloped_draw(), state));
    state.test.set(machine::gs::Test::depth_on, true);
    EXPECT_TRUE(Snapping().snaps(sloped_draw(), state));
}

} // namespace
} // namespace relit::render::gs
