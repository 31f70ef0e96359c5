#include "machine/r500/surface/mips.hpp"

#include <gtest/gtest.h>

namespace relit::machine::r500 {
namespace {

std::vector<std::uint64_t> offsets_of(const TextureShape& shape) {
    std::vector<std::uint64_t> offsets;
    const auto levels = levels_of(shape);
    EXPECT_TRUE(levels);
    if (levels)
        for (const Level& level : *levels) offsets.push_back(level.offset);
    return offsets;
}

/// By hand: rows of 32 bits are at least eight texels, 32 bytes.
TEST(R500Mips, LinearLevelsFollowEachOther) {
    EXPECT_EQ(offsets_of({.width = 16, .height = 16, .levels = 5}),
              (std::vector<std::uint64_t>{0, 1024, 1280, 1408, 1472}));
    const auto levels = levels_of({.width = 16, .height = 16, .levels = 5});
    EXPECT_EQ(bytes_of(*levels), 1472U + 32);
    EXPECT_EQ((*levels)[3].size, (Extent{2, 2}));
    EXPECT_EQ((*levels)[3].layout.pitch, 8U);
}

/// Sizes are rounded to powers of two where levels follow, and not where there is one.
TEST(R500Mips, SizesAreRoundedWhereLevelsFollow) {
    const auto one = levels_of({.width = 100, .height = 60});
    EXPECT_EQ((*one)[0].layout.pitch, 104U);
    EXPECT_EQ((*one)[0].layer_bytes, 104U * 60 * 4);
    const auto two = levels_of({.width = 100, .height = 60, .levels = 2});
    EXPECT_EQ((*two)[0].layout.pitch, 128U);
    EXPECT_EQ((*two)[1].offset, 128U * 64 * 4);
    EXPECT_EQ((*two)[1].size, (Extent{50, 30}));
    const auto own = levels_of({.width = 100, .height = 60, .pitch = 112});
    EXPECT_EQ((*own)[0].layout.pitch, 112U);
}

/// A level is macro tiled while it holds a macro tile of 32x16 pixels, or, with the bit of TX_FILTER1, more than one.
TEST(R500Mips, SmallLevelsAreNotMacroTiled) {
    TextureShape shape{.width = 64, .height = 64, .levels = 7, .tiling = {true, MicroTiling::Tiled}};
    const auto levels = levels_of(shape);
    ASSERT_TRUE(levels);
    EXPECT_TRUE((*levels)[0].layout.tiling.macro);
    EXPECT_TRUE((*levels)[1].layout.tiling.macro); // 32x32
    EXPECT_FALSE((*levels)[2].layout.tiling.macro);
    EXPECT_EQ((*levels)[6].layer_bytes, 4U * 2 * 4); // 1x1: a micro tile is 4x2
    shape.needs_larger_than_macro = true;
    EXPECT_TRUE((*levels_of(shape))[0].layout.tiling.macro);
    EXPECT_FALSE((*levels_of(shape))[1].layout.tiling.macro);
}

TEST(R500Mips, FacesAndSlicesLieInALevel) {
    const auto cube = levels_of({.width = 16, .height = 16, .levels = 2, .kind = TextureKind::Cube});
    EXPECT_EQ((*cube)[0].layers, 6U);
    EXPECT_EQ((*cube)[1].offset, 6U * 1024);
    const auto volume = levels_of({.width = 8, .height = 8, .depth = 4, .levels = 3, .kind = TextureKind::Volume});
    EXPECT_EQ((*volume)[0].layers, 4U);
    EXPECT_EQ((*volume)[1].layers, 2U);
    EXPECT_EQ((*volume)[2].layers, 1U);
    EXPECT_EQ((*volume)[1].offset, 4U * 8 * 8 * 4);
}

/// DXT1: blocks of 64 bits, four a row at least.
TEST(R500Mips, BlocksAreCountedAsPixels) {
    const auto levels = levels_of({.width = 32, .height = 32, .levels = 6, .block_bits = 64, .block = {4, 4}});
    EXPECT_EQ((*levels)[0].layer_bytes, 8U * 8 * 8);
    EXPECT_EQ((*levels)[2].layout.pitch, 4U);
    EXPECT_EQ((*levels)[2].layer_bytes, 4U * 2 * 8);
    EXPECT_EQ((*levels)[5].layer_bytes, 4U * 8);
}

TEST(R500Mips, WhatNoChipHasIsRefused) {
    EXPECT_FALSE(levels_of({.width = 0}));
    EXPECT_FALSE(levels_of({.width = 8192}));
    EXPECT_FALSE(levels_of({.levels = 14}));
    EXPECT_FALSE(levels_of({.block_bits = 24}));
    EXPECT_FALSE(levels_of({.width = 64, .height = 64, .pitch = 62, .tiling = {false, MicroTiling::Tiled}}));
}

} // namespace
} // namespace relit::machine::r500
