#include "render/gs/compute/textures.hpp"

#include "machine/gs/state/buffers.hpp"

#include <gtest/gtest.h>

namespace relit::render::gs::compute {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

/// A texture of 64 by 64 colours at block 32, page 1.
DrawState textured(PixelFormat format = PixelFormat::Ct32) {
    DrawState state;
    state.prim.set(Prim::primitive, Primitive::Sprite).set(Prim::textured, true).set(Prim::uv, true);
    state.tex0.set(Tex0::base, 32U).set(Tex0::width, 1U).set(Tex0::format, format);
    state.tex0.set(Tex0::log_width, 6U).set(Tex0::log_height, 6U);
    return state;
}

class GsTextures : public testing::Test {
protected:
    void put(std::uint32_t x, std::uint32_t y, std::uint32_t value) {
        const Buffer buffer = level_of(state_.tex0, state_.mips, 0);
        memory_.set_raw(PixelBits(buffer.format), address_of(buffer, x, y), value);
    }
    [[nodiscard]] bool add() { return textures_.add(state_, reach_of(state_), memory_, clut_); }
    [[nodiscard]] std::uint32_t texel(std::uint32_t x, std::uint32_t y) const {
        const LevelRecord& level = textures_.current().levels[0];
        return arena_[level.base + y * level.row + x];
    }

    std::vector<std::uint32_t> arena_ = std::vector<std::uint32_t>(2 * 64 * 64);
    Textures textures_{arena_};
    Memory memory_;
    Clut clut_;
    DrawState state_ = textured();
};

TEST_F(GsTextures, HoldWhatMemoryHeld) {
    put(3, 5, 0x12345678);
    EXPECT_FALSE(textures_.has(state_, reach_of(state_)));
    ASSERT_TRUE(add());
    EXPECT_TRUE(textures_.has(state_, reach_of(state_)));
    put(3, 5, 0);
    EXPECT_EQ(texel(3, 5), 0x12345678U);
}

TEST_F(GsTextures, AreMadeAnewWhereAPageOfTheirsWasWritten) {
    ASSERT_TRUE(add());
    const std::uint64_t first = textures_.current().id;
    textures_.wrote(0); // not theirs
    EXPECT_FALSE(textures_.has(state_, reach_of(state_)));
    ASSERT_TRUE(add());
    EXPECT_EQ(textures_.current().id, first);
    put(0, 0, 0xffffffff);
    textures_.wrote(1);
    ASSERT_TRUE(add());
    EXPECT_NE(textures_.current().id, first);
    EXPECT_EQ(texel(0, 0), 0xffffffffU);
}

TEST_F(GsTextures, SayWhenNoMoreFits) {
    for (int i = 0; i < 2; ++i) {
        ASSERT_TRUE(add());
        textures_.wrote(1);
    }
    EXPECT_FALSE(add());
    textures_.clear();
    EXPECT_TRUE(add());
}

TEST_F(GsTextures, DecodeOnlySquaresThatAreReached) {
    TextureReach reach = reach_of(state_);
    reach.levels[0] = {40, 8, 41, 9};
    const TextureReach squares = Textures::in_squares(state_, reach);
    ASSERT_TRUE(textures_.add(state_, squares, memory_, clut_));
    EXPECT_EQ(textures_.decoded(), 32U * 32);
    reach.levels[0] = {63, 31, 63, 31};
    EXPECT_TRUE(textures_.has(state_, reach));
    reach.levels[0] = {31, 31, 31, 31};
    EXPECT_FALSE(textures_.has(state_, reach));
}

TEST_F(GsTextures, AreToldApartByTheColoursOfTheirPalette) {
    state_ = textured(PixelFormat::T8);
    put(0, 0, 7);
    ASSERT_TRUE(add());
    const std::uint64_t first = textures_.current().id;
    EXPECT_EQ(texel(0, 0), 0U);
    textures_.loaded_palette(); // the same
    ASSERT_TRUE(add());
    EXPECT_EQ(textures_.current().id, first);
    Memory colours;
    for (std::uint32_t i = 0; i < 256; ++i) colours.set_word(i, 0x55555555);
    Tex0 load = state_.tex0;
    load.set(Tex0::clut_base, 0U);
    clut_.load(colours, load, {});
    textures_.loaded_palette();
    ASSERT_TRUE(add());
    EXPECT_NE(textures_.current().id, first);
    EXPECT_EQ(texel(0, 0), 0x55555555U);
}

TEST_F(GsTextures, CoordinatesOfARegionCountFromTheTexturesCorner) {
    state_.clamp.set(Clamp::s_mode, WrapMode::RegionClamp).set(Clamp::min_u, 40U).set(Clamp::max_u, 47U);
    put(45, 60, 0xabcdef);
    ASSERT_TRUE(add());
    EXPECT_EQ(textures_.current().levels[0].row, 8U);
    EXPECT_EQ(texel(45, 60), 0xabcdefU);
}

} // namespace
} // namespace relit::render::gs::compute
