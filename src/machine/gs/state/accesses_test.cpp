#include "machine/gs/state/accesses.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::machine::gs {
namespace {

/// A sprite from (0, 0) to (64, 32) on a frame of 512 pixels at page 0, depth at page 16.
Draw sprite() {
    Draw draw;
    draw.vertices[1].x = 64 * 16, draw.vertices[1].y = 32 * 16;
    return draw;
}
DrawState state_of(Primitive primitive = Primitive::Sprite) {
    DrawState state;
    state.prim.set(Prim::primitive, primitive);
    state.frame.set(Frame::width, 8U).set(Frame::format, PixelFormat::Ct32);
    state.zbuf.set(ZBuf::base, 16U);
    state.scissor.set(Scissor::x1, 511U).set(Scissor::y1, 447U);
    return state;
}
/// A texture of 256 by 256 pixels of 32 bits at page 32.
void add_texture(DrawState& state) {
    state.prim.set(Prim::textured, true).set(Prim::uv, true);
    state.tex0.set(Tex0::base, 32U * 32).set(Tex0::width, 4U).set(Tex0::log_width, 8U).set(Tex0::log_height, 8U);
}
std::vector<std::uint32_t> pages(const std::vector<Access>& accesses, Use use) {
    std::vector<std::uint32_t> pages;
    for (const Access& access : accesses)
        if (access.use == use) pages.push_back(access.page);
    return pages;
}
using Pages = std::vector<std::uint32_t>;

TEST(GsAccesses, FrameAndDepth) {
    DrawState state = state_of();
    const Pages frame{0, 1, 8, 9}; // a pixel more than the sprite has
    EXPECT_EQ(pages(accesses_of(sprite(), state), Use::FrameWrite), frame);
    EXPECT_TRUE(pages(accesses_of(sprite(), state), Use::FrameRead).empty());
    state.prim.set(Prim::blended, true);
    EXPECT_EQ(pages(accesses_of(sprite(), state), Use::FrameRead), frame);
    state.prim.set(Prim::blended, false);
    state.test.set(gs::Test::depth_on, true).set(gs::Test::depth_test, DepthTest::GreaterEqual);
    EXPECT_EQ(pages(accesses_of(sprite(), state), Use::FrameRead), (Pages{16, 17, 24, 25}));
    EXPECT_EQ(pages(accesses_of(sprite(), state), Use::FrameWrite), (Pages{0, 1, 8, 9, 16, 17, 24, 25}));
    state.zbuf.set(ZBuf::keep, true);
    EXPECT_EQ(pages(accesses_of(sprite(), state), Use::FrameWrite), frame);
    state.frame.set(Frame::keep, ~0U);
    EXPECT_TRUE(pages(accesses_of(sprite(), state), Use::FrameWrite).empty());
}

TEST(GsAccesses, DepthLiesAsColourWhereColourLiesAsDepth) {
    DrawState state = state_of();
    state.test.set(gs::Test::depth_on, true).set(gs::Test::depth_test, DepthTest::Always);
    state.scissor.set(Scissor::x1, 7U).set(Scissor::y1, 7U);
    const auto first_blocks = [&] {
        const std::vector<Access> accesses = accesses_of(sprite(), state);
        return std::pair(accesses.at(0).blocks, accesses.at(1).blocks);
    };
    EXPECT_EQ(first_blocks(), std::pair(1U, 1U << 24));
    state.frame.set(Frame::format, PixelFormat::Z32);
    EXPECT_EQ(first_blocks(), std::pair(1U << 24, 1U));
}

TEST(GsAccesses, ScissorAndWindowBound) {
    DrawState state = state_of();
    state.scissor.set(Scissor::x1, 63U).set(Scissor::y1, 31U);
    EXPECT_EQ(pages(accesses_of(sprite(), state), Use::FrameWrite), (Pages{0}));
    state.offset.set(XyOffset::x, 100U * 16); // all of it lies left of the window
    EXPECT_TRUE(accesses_of(sprite(), state).empty());
}

TEST(GsAccesses, TexturesAsFarAsCoordinatesReach) {
    DrawState state = state_of();
    add_texture(state);
    Draw draw = sprite();
    const auto read = [&] { return pages(accesses_of(draw, state), Use::TextureRead); };
    draw.vertices[0].u = 70 * 16, draw.vertices[0].v = 40 * 16;
    draw.vertices[1].u = 120 * 16, draw.vertices[1].v = 60 * 16;
    EXPECT_EQ(read(), (Pages{37})); // the page at (64, 32)
    draw.vertices[1].u = 124 * 16;
    EXPECT_EQ(read(), (Pages{37}));
    draw.vertices[1].u = 126 * 16; // filters look beside it
    EXPECT_EQ(read(), (Pages{37, 38}));
    draw.vertices[1].u = 300 * 16; // wraps
    EXPECT_EQ(read().size(), 4U);
    state.clamp.set(Clamp::s_mode, WrapMode::RegionClamp).set(Clamp::min_u, 10U).set(Clamp::max_u, 20U);
    EXPECT_EQ(read(), (Pages{36}));
    state.clamp.set(Clamp::s_mode, WrapMode::RegionRepeat).set(Clamp::min_u, 63U).set(Clamp::max_u, 128U);
    EXPECT_EQ(read(), (Pages{38}));
    state.clamp = {};
    state.prim.set(Prim::uv, false);
    EXPECT_EQ(read().size(), 32U);
}

TEST(GsAccesses, LevelsOfTextures) {
    DrawState state = state_of();
    add_texture(state);
    state.prim.set(Prim::uv, false);
    state.tex1.set(Tex1::max_level, 2U).set(Tex1::minify, 4U);
    state.mips[0].set(MipBases::base0, 64U * 32).set(MipBases::width0, 2U);
    state.mips[0].set(MipBases::base1, 72U * 32).set(MipBases::width1, 1U);
    EXPECT_EQ(pages(accesses_of(sprite(), state), Use::TextureRead).size(), 32U + 8 + 2);
    state.tex1.set(Tex1::minify, 1U);
    EXPECT_EQ(pages(accesses_of(sprite(), state), Use::TextureRead).size(), 32U);
}

TEST(GsAccesses, PalettesAndTransfers) {
    LoadPalette load;
    load.tex0.set(Tex0::format, PixelFormat::T8).set(Tex0::clut_base, 40U);
    EXPECT_EQ(accesses_of(load), (std::vector<Access>{{Use::CacheRead, 1, 0xf00, ~0U, 0}}));
    load.tex0.set(Tex0::format, PixelFormat::T4);
    EXPECT_EQ(accesses_of(load), (std::vector<Access>{{Use::CacheRead, 1, 0x100, ~0U, 0}}));
    StartTransfer start;
    start.direction = Direction::HostToLocal;
    start.bitbltbuf.set(BitBltBuf::destination_format, PixelFormat::T8h).set(BitBltBuf::destination_width, 1U);
    start.trxreg.set(TrxReg::width, 8U).set(TrxReg::height, 8U);
    EXPECT_EQ(accesses_of(start), (std::vector<Access>{{Use::CopyWrite, 0, 1, 0xff000000, 0}}));
    start.direction = Direction::LocalToLocal;
    EXPECT_EQ(accesses_of(start).size(), 2U);
    start.direction = Direction::LocalToHost;
    EXPECT_EQ(accesses_of(start), (std::vector<Access>{{Use::HostRead, 0, 1, ~0U, 0}}));
    start.trxreg.set(TrxReg::height, 0U);
    EXPECT_TRUE(accesses_of(start).empty());
}

} // namespace
} // namespace relit::machine::gs
