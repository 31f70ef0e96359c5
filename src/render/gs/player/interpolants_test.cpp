#include "render/gs/player/interpolants.hpp"

#include <gtest/gtest.h>

namespace relit::render::gs::player {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

DrawState state_of(Primitive kind) {
    DrawState state;
    state.prim.set(Prim::primitive, kind);
    state.scissor.set(Scissor::x1, 15U).set(Scissor::y1, 15U);
    return state;
}

Draw sprite(std::uint16_t x0, std::uint16_t y0, std::uint16_t x1, std::uint16_t y1) {
    Draw draw;
    draw.vertices[0].x = x0 * 16, draw.vertices[0].y = y0 * 16;
    draw.vertices[1].x = x1 * 16, draw.vertices[1].y = y1 * 16;
    return draw;
}

using Shade = std::array<int, 4>;
Shade at(const Image& image, std::uint32_t x, std::uint32_t y) {
    const std::uint8_t* pixel = &image.rgba[(std::size_t{y} * image.width + x) * 4];
    return {pixel[0], pixel[1], pixel[2], pixel[3]};
}

TEST(GsInterpolants, AreThoseOfTheLastPrimitiveOfEachPixel) {
    const DrawState state = state_of(Primitive::Sprite);
    Draw first = sprite(0, 0, 8, 8), second = sprite(4, 4, 12, 12);
    first.vertices[1].rgba = {10, 20, 30, 40}, first.vertices[1].z = 100;
    second.vertices[1].rgba = {50, 60, 70, 80}, second.vertices[1].z = 300;
    Interpolants interpolants(16, 16);
    interpolants.add(first, state, {}), interpolants.add(second, state, {});
    EXPECT_EQ(at(interpolants.colour(), 3, 3), (Shade{10, 20, 30, 255}));
    EXPECT_EQ(at(interpolants.colour(), 4, 4), (Shade{50, 60, 70, 255}));
    EXPECT_EQ(at(interpolants.colour(), 12, 12), (Shade{0, 0, 0, 0})); // nothing covers it
    EXPECT_EQ(at(interpolants.depth(), 3, 3), (Shade{0, 0, 0, 255}));
    EXPECT_EQ(at(interpolants.depth(), 4, 4), (Shade{255, 255, 255, 255}));
    EXPECT_TRUE(interpolants.texel().rgba.empty() && interpolants.fog().rgba.empty()); // no primitive has them
}

TEST(GsInterpolants, HaveTextureCoordinatesAndFog) {
    DrawState state = state_of(Primitive::Sprite);
    state.prim.set(Prim::textured, true).set(Prim::uv, true).set(Prim::fogged, true);
    state.tex0.set(Tex0::log_width, 3U).set(Tex0::log_height, 4U);
    Draw draw = sprite(0, 0, 16, 16);
    draw.vertices[1].u = draw.vertices[1].v = 16 * 16;
    draw.vertices[1].fog = 77;
    Interpolants interpolants(16, 16);
    interpolants.add(draw, state, reference::kPlain);
    EXPECT_EQ(at(interpolants.texel(), 0, 0), (Shade{0, 0, 0, 255}));
    EXPECT_EQ(at(interpolants.texel(), 4, 4), (Shade{128, 64, 0, 255})); // half of 8 texels, a quarter of 16
    EXPECT_EQ(at(interpolants.texel(), 9, 9), (Shade{32, 144, 0, 255})); // repeats after 8
    EXPECT_EQ(at(interpolants.fog(), 9, 9), (Shade{77, 77, 77, 255}));
}

TEST(GsInterpolants, LeaveRowsThatAreNotDrawn) {
    DrawState state = state_of(Primitive::Sprite);
    state.scanmsk.set(ScanMask::mask, 2U); // even rows
    Interpolants interpolants(8, 8);
    interpolants.add(sprite(0, 0, 16, 16), state, {}); // beyond the grid, too
    EXPECT_EQ(at(interpolants.colour(), 7, 6)[3], 0);
    EXPECT_EQ(at(interpolants.colour(), 7, 7)[3], 255);
}

} // namespace
} // namespace relit::render::gs::player
