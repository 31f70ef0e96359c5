#include "machine/r500/surface/tiling.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace relit::machine::r500 {
namespace {

using Octets = std::vector<std::uint8_t>;

constexpr std::uint32_t kBits[] = {8, 16, 32, 64, 128};

std::vector<Layout> all_layouts(std::uint32_t tiles_a_row) {
    std::vector<Layout> all;
    for (const std::uint32_t bits : kBits)
        for (const bool macro : {false, true})
            for (const MicroTiling micro : {MicroTiling::Linear, MicroTiling::Tiled, MicroTiling::Square})
                if (const auto tile = tile_of(bits, {macro, micro}))
                    all.push_back({bits, tile->width * tiles_a_row, {macro, micro}});
    return all;
}

/// Reference 8.1.
TEST(R500Tiling, TilesHaveTheReferencesSizes) {
    const auto size = [](std::uint32_t bits, bool macro, MicroTiling micro) { return *tile_of(bits, {macro, micro}); };
    EXPECT_EQ(size(8, true, MicroTiling::Linear), (Extent{256, 8}));
    EXPECT_EQ(size(8, true, MicroTiling::Tiled), (Extent{64, 32}));
    EXPECT_EQ(size(16, false, MicroTiling::Square), (Extent{4, 4}));
    EXPECT_EQ(size(16, true, MicroTiling::Square), (Extent{32, 32}));
    EXPECT_EQ(size(16, true, MicroTiling::Tiled), (Extent{64, 16}));
    EXPECT_EQ(size(32, false, MicroTiling::Tiled), (Extent{4, 2}));
    EXPECT_EQ(size(32, true, MicroTiling::Linear), (Extent{64, 8}));
    EXPECT_EQ(size(64, true, MicroTiling::Tiled), (Extent{16, 16}));
    EXPECT_EQ(size(128, true, MicroTiling::Linear), (Extent{16, 8}));
    EXPECT_FALSE(tile_of(32, {false, MicroTiling::Square}));
    EXPECT_FALSE(tile_of(128, {false, MicroTiling::Tiled}));
    EXPECT_FALSE(tile_of(24, {}));
}

/// The formulas of reference 8.1 for 32 bits.
TEST(R500Tiling, AddressesOf32BitsFollowTheReferencesFormulas) {
    constexpr std::uint32_t kPitch = 192;
    const Layout tiled{32, kPitch, {true, MicroTiling::Tiled}}, linear{32, kPitch, {true, MicroTiling::Linear}};
    for (std::uint32_t y = 0; y < 40; ++y)
        for (std::uint32_t x = 0; x < kPitch; ++x) {
            ASSERT_EQ(offset_of(tiled, x, y), ((y >> 4) * (kPitch / 32) + (x >> 5)) * 2048 + ((y & 15) >> 1) * 256 +
                                                  ((x & 31) >> 2) * 32 + (y & 1) * 16 + (x & 3) * 4);
            ASSERT_EQ(offset_of(linear, x, y),
                      ((y >> 3) * (kPitch / 64) + (x >> 6)) * 2048 + (y & 7) * 256 + (x & 63) * 4);
        }
}

/// By hand: the first pixels of micro tiles, without macro tiles.
TEST(R500Tiling, MicroTilesFollowEachOtherInARow) {
    const Layout tiled{16, 32, {false, MicroTiling::Tiled}}; // 8x2 pixels, four a row
    EXPECT_EQ(offset_of(tiled, 0, 0), 0U);
    EXPECT_EQ(offset_of(tiled, 7, 0), 14U);
    EXPECT_EQ(offset_of(tiled, 0, 1), 16U);
    EXPECT_EQ(offset_of(tiled, 8, 0), 32U);
    EXPECT_EQ(offset_of(tiled, 0, 2), 128U);
    const Layout square{16, 32, {true, MicroTiling::Square}}; // 4x4 pixels, eight by eight
    EXPECT_EQ(offset_of(square, 3, 1), 14U);
    EXPECT_EQ(offset_of(square, 4, 0), 32U);
    EXPECT_EQ(offset_of(square, 0, 4), 256U);
    EXPECT_EQ(offset_of(square, 0, 32), 2048U);
    EXPECT_EQ(offset_of({32, 100, {}}, 7, 3), (3U * 100 + 7) * 4); // rows of any pitch
}

/// Every byte of a surface of whole tiles belongs to one pixel.
TEST(R500Tiling, PixelsAndOffsetsAreOneToOne) {
    for (const Layout& layout : all_layouts(3)) {
        const std::uint32_t rows = 2 * tile_of(layout.bits, layout.tiling)->height, bytes = layout.bits / 8;
        std::vector<bool> taken(bytes_of(layout, rows) / bytes);
        ASSERT_EQ(taken.size(), std::size_t{layout.pitch} * rows);
        for (std::uint32_t y = 0; y < rows; ++y)
            for (std::uint32_t x = 0; x < layout.pitch; ++x) {
                const std::uint64_t offset = offset_of(layout, x, y);
                ASSERT_EQ(offset % bytes, 0U);
                ASSERT_LT(offset / bytes, taken.size());
                ASSERT_FALSE(taken[offset / bytes]) << layout.bits << " " << x << " " << y;
                taken[offset / bytes] = true;
            }
    }
}

TEST(R500Tiling, RowsComeBackFromTiles) {
    for (const Layout& layout : all_layouts(2)) {
        const Extent size{layout.pitch - 1, 5};
        Octets rows(std::size_t{size.width} * size.height * layout.bits / 8);
        std::iota(rows.begin(), rows.end(), std::uint8_t{1});
        const auto surface = tile(rows, layout, size);
        ASSERT_TRUE(surface);
        EXPECT_EQ(surface->size(), bytes_of(layout, size.height));
        EXPECT_EQ(untile(*surface, layout, size), rows);
        EXPECT_FALSE(untile(Bytes(*surface).first(layout.bits / 8), layout, size));
    }
}

TEST(R500Tiling, WhatNoSurfaceHasIsRefused) {
    EXPECT_EQ(untile({}, {32, 30, {false, MicroTiling::Tiled}}, {1, 1}).error().text,
              "a pitch of 30 is no multiple of the 4 pixels of a tile");
    EXPECT_EQ(untile({}, {32, 32, {false, MicroTiling::Square}}, {1, 1}).error().text,
              "pixels of 32 bits have no square micro tile");
    EXPECT_EQ(untile({}, {32, 32, {}}, {33, 1}).error().text, "an image of 33 pixels does not fit into a pitch of 32");
    EXPECT_EQ(untile({}, {32, 0, {}}, {0, 1}).error().kind, FaultKind::BadInput);
    EXPECT_EQ(untile(Octets(8), {32, 32, {}}, {4, 1}).error().offset, 8U);
}

TEST(R500Tiling, BytesAreSwapped) {
    const auto swapped = [](Endian endian) {
        Octets bytes{0, 1, 2, 3, 4, 5, 6, 7, 8};
        swap_bytes(bytes, endian);
        return bytes;
    };
    EXPECT_EQ(swapped(Endian::None), (Octets{0, 1, 2, 3, 4, 5, 6, 7, 8}));
    EXPECT_EQ(swapped(Endian::In16), (Octets{1, 0, 3, 2, 5, 4, 7, 6, 8}));
    EXPECT_EQ(swapped(Endian::In32), (Octets{3, 2, 1, 0, 7, 6, 5, 4, 8}));
    EXPECT_EQ(swapped(Endian::Halves), (Octets{2, 3, 0, 1, 6, 7, 4, 5, 8}));
}

} // namespace
} // namespace relit::machine::r500
