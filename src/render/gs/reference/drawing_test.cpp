// What primitives bring to their pixels: whose colour and depth, fog, AA1, rows omitted (reference 6, 7, 11).
#include "render/gs/reference/drawing.hpp"

#include <gtest/gtest.h>

namespace relit::render::gs::reference {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

using TestWord = machine::gs::Test; // gtest has a Test too

/// A frame of 64 x 32 at page 0 and a depth buffer at page 100; everything passes.
struct Canvas {
    Memory memory;
    DrawState state;

    explicit Canvas(Primitive primitive) {
        state.prim.set(Prim::primitive, primitive);
        state.frame.set(Frame::width, 1U);
        state.zbuf.set(ZBuf::base, 100U);
        state.scissor.set(Scissor::x1, 63U).set(Scissor::y1, 31U);
        state.test.set(TestWord::depth_on, true).set(TestWord::depth_test, DepthTest::Always);
        state.colclamp.set(Switch::on, true);
    }
    std::uint64_t draw(const std::array<Vertex, 3>& vertices) {
        return reference::draw(memory, Clut(), state, vertices);
    }
    [[nodiscard]] Colour colour(std::uint32_t x, std::uint32_t y) const {
        return memory.word(address_of(frame_of(state.frame), x, y));
    }
    [[nodiscard]] std::uint32_t depth(std::uint32_t x, std::uint32_t y) const {
        return memory.word(address_of(depth_of(state.zbuf, state.frame), x, y));
    }
};

/// A vertex at a position in 12.4.
Vertex vertex(std::uint16_t x, std::uint16_t y, std::array<std::uint8_t, 4> rgba, std::uint32_t z = 7,
              std::uint8_t fog = 255) {
    return {.x = x, .y = y, .z = z, .rgba = rgba, .fog = fog};
}
std::uint16_t pixels(unsigned count) { return static_cast<std::uint16_t>(16 * count); }

TEST(GsDrawing, SpritesAreOfTheirSecondVertex) {
    Canvas canvas(Primitive::Sprite);
    canvas.state.prim.set(Prim::gouraud, true);
    EXPECT_EQ(canvas.draw({vertex(0, 0, {1, 1, 1, 1}, 1), vertex(pixels(4), pixels(2), {2, 3, 4, 5}, 9)}), 8U);
    EXPECT_EQ(canvas.colour(0, 0), 0x05040302U);
    EXPECT_EQ(canvas.colour(3, 1), 0x05040302U);
    EXPECT_EQ(canvas.depth(0, 0), 9U);
    EXPECT_EQ(canvas.colour(4, 0), 0U);
}

TEST(GsDrawing, FlatTrianglesAndLinesAreOfTheirLastVertex) {
    Canvas triangle(Primitive::Triangle);
    triangle.draw({vertex(0, 0, {1, 1, 1, 1}), vertex(pixels(8), 0, {2, 2, 2, 2}), vertex(0, pixels(8), {3, 3, 3, 3})});
    EXPECT_EQ(triangle.colour(1, 1), 0x03030303U);
    Canvas line(Primitive::Line);
    line.draw({vertex(0, 0, {1, 1, 1, 1}), vertex(pixels(8), 0, {2, 2, 2, 2})});
    EXPECT_EQ(line.colour(1, 0), 0x02020202U);
}

// Reference 7.1: floor(x + 0.5), floor(y + 0.5).
TEST(GsDrawing, PointsGoToTheNearestPixel) {
    Canvas canvas(Primitive::Point);
    canvas.draw({vertex(5 * 16 + 7, 3 * 16 + 8, {9, 0, 0, 0})});
    EXPECT_EQ(canvas.colour(5, 4), 9U);
    canvas.draw({vertex(10 * 16 + 8, 3 * 16 + 7, {9, 0, 0, 0})});
    EXPECT_EQ(canvas.colour(11, 3), 9U);
}

// Reference 7.3 point 8: C = Cf + floor((C - Cf) F / 256); (10 - 200) 100 / 256 is -74.2, (200 - 10) 100 / 256 is 74.2.
TEST(GsDrawing, FogRoundsDown) {
    Canvas canvas(Primitive::Sprite);
    canvas.state.prim.set(Prim::fogged, true);
    canvas.state.fogcol.set(FogCol::r, 200U).set(FogCol::g, 10U).set(FogCol::b, 50U);
    canvas.draw({vertex(0, 0, {}), vertex(pixels(1), pixels(1), {10, 200, 50, 128}, 0, 100)});
    EXPECT_EQ(canvas.colour(0, 0), 128U << 24 | 50U << 16 | 84U << 8 | 125U);
}

// Reference 3: 2 omits even rows, 3 odd ones.
TEST(GsDrawing, ScanmskLeavesOutRows) {
    for (const auto& [mask, even, odd] : {std::array{0U, 5U, 5U}, {1U, 5U, 5U}, {2U, 0U, 5U}, {3U, 5U, 0U}}) {
        Canvas canvas(Primitive::Sprite);
        canvas.state.scanmsk.set(ScanMask::mask, mask);
        canvas.draw({vertex(0, 0, {}), vertex(pixels(2), pixels(4), {5, 0, 0, 0})});
        EXPECT_EQ(canvas.colour(0, 2), even) << mask;
        EXPECT_EQ(canvas.colour(1, 3), odd) << mask;
    }
}

TEST(GsDrawing, NothingLiesInAWindowWithoutPixels) {
    Canvas canvas(Primitive::Sprite);
    canvas.state.scissor.set(Scissor::x0, 10U).set(Scissor::x1, 9U);
    EXPECT_EQ(canvas.draw({vertex(0, 0, {}), vertex(pixels(60), pixels(30), {5, 0, 0, 0})}), 0U);
}

/// A triangle of half a square of 16 pixels whose long edge goes through whole pixels, with AA1.
Canvas soft_triangle(std::uint8_t alpha, bool blended) {
    Canvas canvas(Primitive::Triangle);
    canvas.state.prim.set(Prim::antialiased, true).set(Prim::blended, blended);
    canvas.state.alpha.set(Alpha::a, 0U).set(Alpha::b, 1U).set(Alpha::c, 0U).set(Alpha::d, 1U);
    const std::array<std::uint8_t, 4> rgba{128, 128, 128, alpha};
    canvas.draw({vertex(0, 0, rgba), vertex(pixels(16), 0, rgba), vertex(0, pixels(16), rgba)});
    return canvas;
}

// Reference 11: inside alpha becomes 0x80 where ABE is off; where it is on, coverage takes the place of 0x80 alone.
TEST(GsDrawing, CoverageTakesTheAlphasPlace) {
    const auto inside = [](std::uint8_t alpha, bool blended) {
        return soft_triangle(alpha, blended).colour(3, 3) >> 24;
    };
    EXPECT_EQ(inside(0x40, false), 0x80U);
    EXPECT_EQ(inside(0x40, true), 0x40U);
    EXPECT_EQ(inside(0x80, true), 0x80U);
    EXPECT_EQ(inside(0x90, true), 0x90U);
}

// Pixels that edges at the bottom or right meet exactly are whole (reference 11), and write no depth.
TEST(GsDrawing, EdgesOfAa1WriteNoDepth) {
    const Canvas canvas = soft_triangle(0x40, false);
    EXPECT_EQ(canvas.colour(8, 8), 0x80808080U);
    EXPECT_EQ(canvas.depth(8, 8), 0U);
    EXPECT_EQ(canvas.depth(7, 7), 7U);
}

} // namespace
} // namespace relit::render::gs::reference
