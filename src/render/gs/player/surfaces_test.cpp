// The surfaces that draws use, as a list; pixels and words of parts of memory that the test wrote itself.
#include "render/gs/player/surfaces.hpp"

#include <gtest/gtest.h>

namespace relit::render::gs::player {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

using TestWord = machine::gs::Test; // a test has the name of its own class

/// A frame of CT32 at page 2, 128 pixels wide and 50 rows high; depth at page 10 in Z24, off; a texture of T8 at block 0x1000, 64 by
/// 32, with its palette of CT16 at block 0x1100; not textured.
DrawState state() {
    DrawState state;
    state.frame.set(Frame::base, 2U), state.frame.set(Frame::width, 2U);
    state.scissor.set(Scissor::y1, 49U);
    state.zbuf.set(ZBuf::base, 10U), state.zbuf.set(ZBuf::format, 1U);
    state.test.set(TestWord::depth_test, DepthTest::GreaterEqual);
    state.tex0.set(Tex0::base, 0x1000U), state.tex0.set(Tex0::width, 2U);
    state.tex0.set(Tex0::format, PixelFormat::T8);
    state.tex0.set(Tex0::log_width, 6U), state.tex0.set(Tex0::log_height, 5U);
    state.tex0.set(Tex0::clut_base, 0x1100U), state.tex0.set(Tex0::clut_format, 2U);
    return state;
}

TEST(Surfaces, AreThoseThatADrawUses) {
    DrawState drawn = state();
    ASSERT_EQ(surfaces_of(drawn).size(), 1U);
    const Surface frame = surfaces_of(drawn)[0];
    EXPECT_EQ(frame.use, SurfaceUse::Colour);
    EXPECT_EQ(frame.buffer, (Buffer{PixelFormat::Ct32, 2 * 32, 2}));
    EXPECT_EQ(frame.width, 128U);
    EXPECT_EQ(frame.height, 50U);
    EXPECT_FALSE(surface_of(drawn, SurfaceUse::Texture));
    EXPECT_FALSE(surface_of(drawn, SurfaceUse::Palette));

    drawn.test.set(TestWord::depth_on, true), drawn.prim.set(Prim::textured, true);
    const auto all = surfaces_of(drawn);
    ASSERT_EQ(all.size(), 4U);
    EXPECT_EQ(all[1].buffer, (Buffer{PixelFormat::Z24, 10 * 32, 2}));
    EXPECT_EQ(all[2].buffer, (Buffer{PixelFormat::T8, 0x1000, 2}));
    EXPECT_EQ(all[2].width, 64U);
    EXPECT_EQ(all[2].height, 32U);
    EXPECT_EQ(all[3].buffer, (Buffer{PixelFormat::Ct16, 0x1100, 0}));
    EXPECT_EQ(all[3].width * all[3].height, 256U);

    drawn.test.set(TestWord::depth_test, DepthTest::Always); // compares nothing, but writes
    EXPECT_EQ(surfaces_of(drawn).size(), 4U);
    drawn.zbuf.set(ZBuf::keep, true);
    EXPECT_EQ(surfaces_of(drawn).size(), 3U);
}

TEST(Surfaces, AreListedOnceWithTheirDraws) {
    SurfaceList list;
    DrawState first = state(), higher = state(), textured = state();
    higher.scissor.set(Scissor::y1, 99U);
    textured.prim.set(Prim::textured, true);
    list.add(first, 1), list.add(higher, 2), list.add(textured, 3);
    textured.tex0.set(Tex0::clut_base, 0x1200U); // another palette makes it another texture
    list.add(textured, 4), list.add(first, 7);
    ASSERT_EQ(list.surfaces().size(), 5U);
    EXPECT_EQ(list.surfaces()[0].first_draw, 1U);
    EXPECT_EQ(list.surfaces()[0].last_draw, 7U);
    EXPECT_EQ(list.surfaces()[0].surface.height, 100U);
    EXPECT_EQ(list.surfaces()[1].surface.use, SurfaceUse::Texture);
    EXPECT_EQ(list.surfaces()[1].last_draw, 3U);
    EXPECT_EQ(list.surfaces()[3].surface.use, SurfaceUse::Texture);
    EXPECT_EQ(list.surfaces()[3].first_draw, 4U);
    EXPECT_FALSE(list.is_cut());
}

TEST(Surfaces, AreNotListedWithoutEnd) {
    SurfaceList list;
    DrawState drawn = state();
    for (std::uint32_t i = 0; i < SurfaceList::kMostSurfaces + 5; ++i) {
        drawn.frame.set(Frame::base, i % 512), drawn.frame.set(Frame::width, i / 512 % 64);
        drawn.frame.set(Frame::format, i / 32768 % 2 == 0 ? PixelFormat::Ct32 : PixelFormat::Ct24);
        if (i >= 65536) drawn.frame.set(Frame::format, PixelFormat::Ct16);
        list.add(drawn, i + 1);
    }
    EXPECT_EQ(list.surfaces().size(), SurfaceList::kMostSurfaces);
    EXPECT_TRUE(list.is_cut());
}

/// A page of CT32 has 64 x 32 pixels: the manual's table of blocks puts pixel 8,0 into block 1, and pixel 0,8 into block 2.
TEST(Surfaces, HaveTheBitsOfTheirPixels) {
    Memory memory;
    memory.set_word(64 * 3, 0x04030201), memory.set_word(64 * 4, 0x80ff7f00), memory.set_word(64 * 5, 0xa1b2c3d4);
    const Surface surface{SurfaceUse::Colour, {PixelFormat::Ct32, 3, 1}, 16, 16, 1};
    const auto pixels = pixels_of(memory, surface);
    ASSERT_EQ(pixels.size(), 256U);
    EXPECT_EQ(pixels[0], 0x04030201U);
    EXPECT_EQ(pixels[8], 0x80ff7f00U);
    EXPECT_EQ(pixels[std::size_t{8} * 16], 0xa1b2c3d4U);
    const Image image = surface_image(memory, surface);
    EXPECT_EQ(std::vector<std::uint8_t>(image.rgba.begin(), image.rgba.begin() + 4),
              (std::vector<std::uint8_t>{1, 2, 3, 255}));
}

TEST(Surfaces, HaveWordsOfWholeBytes) {
    const std::uint32_t pixels[] = {0x1, 0xabcdef};
    using ByteList = std::vector<std::uint8_t>;
    EXPECT_EQ(words_of(PixelFormat::Z24, pixels), (ByteList{1, 0, 0, 0, 0xef, 0xcd, 0xab, 0}));
    EXPECT_EQ(words_of(PixelFormat::Ct16, pixels), (ByteList{1, 0, 0xef, 0xcd}));
    EXPECT_EQ(words_of(PixelFormat::T4, std::span(pixels).first(1)), (ByteList{1}));
}

TEST(Surfaces, ShowDepthFromItsLeastToItsMost) {
    EXPECT_EQ(depth_grey({3, 1, {1000, 3000, 2000}}).grey, (std::vector<std::uint16_t>{0, 65535, 32768}));
    EXPECT_EQ(depth_grey({2, 1, {0xffffffff, 0}}).grey, (std::vector<std::uint16_t>{65535, 0}));
    EXPECT_EQ(depth_grey({2, 1, {5, 5}}).grey, (std::vector<std::uint16_t>{0, 0}));
}

} // namespace
} // namespace relit::render::gs::player
