#include "render/r500/target/pixels.hpp"

#include <gtest/gtest.h>

namespace relit::render::r500 {
namespace {

using machine::r500::colour_format;
using machine::r500::ColourView;
using Octets = std::vector<std::uint8_t>;

Octets unpacked(const ColourView& view, const Octets& pixels, std::size_t bytes, TexelKind kind) {
    Octets texels(bytes);
    unpack({**colour_format(view), view, kind}, pixels, texels);
    return texels;
}
Octets packed(const ColourView& view, const Octets& texels, std::size_t bytes, TexelKind kind) {
    Octets pixels(bytes);
    pack({**colour_format(view), view, kind}, texels, pixels);
    return pixels;
}

Octets unpacked(const ColourView& view, const Octets& pixels, std::size_t bytes) {
    return unpacked(view, pixels, bytes, wide_kind_of(**colour_format(view)));
}
Octets packed(const ColourView& view, const Octets& texels, std::size_t bytes) {
    return packed(view, texels, bytes, wide_kind_of(**colour_format(view)));
}

/// Reference 4.9: 0x1b00 is blue first in memory, 0x3900 red first.
TEST(R500Pixels, SelectsOrderTheChannels) {
    const ColourView bgra{.selects = {3, 2, 1, 0}}, rgba{.selects = {1, 2, 3, 0}};
    EXPECT_EQ(unpacked(bgra, {1, 2, 3, 4}, 4), (Octets{3, 2, 1, 4}));
    EXPECT_EQ(unpacked(rgba, {1, 2, 3, 4}, 4), (Octets{1, 2, 3, 4}));
    EXPECT_EQ(packed(bgra, {3, 2, 1, 4}, 4), (Octets{1, 2, 3, 4}));
    EXPECT_EQ(packed(rgba, {1, 2, 3, 4}, 4), (Octets{1, 2, 3, 4}));
}

/// RGB565: blue has the lowest five bits; the format has no alpha.
TEST(R500Pixels, NarrowIntegersAreScaled) {
    const ColourView view{.format = 4};
    EXPECT_EQ(unpacked(view, {0x1f, 0x00, 0xe0, 0x07, 0x00, 0x80}, 12),
              (Octets{0, 0, 255, 255, 0, 255, 0, 255, 132, 0, 0, 255}));
    EXPECT_EQ(packed(view, {0, 0, 255, 255, 0, 255, 0, 0, 132, 0, 0, 255}, 6),
              (Octets{0x1f, 0x00, 0xe0, 0x07, 0x00, 0x80}));
    EXPECT_EQ(stored_channels(**colour_format(view)), 7U);
}

/// I8 stores C2 alone, which a view may take from alpha.
TEST(R500Pixels, OneChannelIsTheOneThatIsSelected) {
    const ColourView alpha{.format = 9, .selects = {0, 0, 0, 0}};
    EXPECT_EQ(unpacked(alpha, {7}, 4), (Octets{0, 0, 0, 7}));
    EXPECT_EQ(packed(alpha, {1, 2, 3, 7}, 1), Octets{7});
    EXPECT_EQ(stored_channels(**colour_format(alpha)), 4U);
}

TEST(R500Pixels, FloatsKeepTheirBits) {
    const ColourView halves{.format = 10, .out_format = 18, .selects = {1, 2, 3, 0}};
    const Octets pixel{1, 2, 3, 4, 5, 6, 7, 8};
    EXPECT_EQ(unpacked(halves, pixel, 8), pixel);
    EXPECT_EQ(packed(halves, pixel, 8), pixel);
    const ColourView floats{.format = 7, .out_format = 21, .selects = {3, 2, 1, 0}};
    const Octets wide{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    EXPECT_EQ(unpacked(floats, wide, 16), (Octets{9, 10, 11, 12, 5, 6, 7, 8, 1, 2, 3, 4, 13, 14, 15, 16}));
    EXPECT_EQ(packed(floats, unpacked(floats, wide, 16), 16), wide);
}

/// 2-10-10-10 in 16-bit texels and back loses nothing.
TEST(R500Pixels, TenBitsComeBack) {
    const ColourView view{.format = 5, .out_format = 1};
    const Octets pixel{0x55, 0xaa, 0x12, 0x9f};
    EXPECT_EQ(packed(view, unpacked(view, pixel, 8), 4), pixel);
}

TexelKind exact_kind(const ColourView& view) { return exact_kind_of(**colour_format(view), view); }

/// A target of fewer bits a channel is kept in as many, so that blending and sampling see what it stores.
TEST(R500Pixels, NarrowTargetsHaveTexelsOfTheirWidths) {
    EXPECT_EQ(exact_kind({.format = 3}), TexelKind::Unorm1555);
    EXPECT_EQ(exact_kind({.format = 4}), TexelKind::Unorm565);
    EXPECT_EQ(exact_kind({.format = 4, .out_format = 10}), TexelKind::Unorm565);
    EXPECT_EQ(exact_kind({.format = 5, .out_format = 13}), TexelKind::Unorm2101010);
    EXPECT_EQ(exact_kind({.format = 15}), TexelKind::Unorm4444);
    EXPECT_EQ(exact_kind({.format = 6}), TexelKind::Unorm8);
    EXPECT_EQ(exact_kind({.format = 10, .out_format = 18}), TexelKind::Half);
}

TEST(R500Pixels, OtherTargetsAreKeptWiderAndThatIsKnown) {
    const auto finer = [](const ColourView& view) { return is_wider(exact_kind(view), **colour_format(view), view); };
    EXPECT_FALSE(finer({.format = 15}));
    EXPECT_FALSE(finer({.format = 9}));
    EXPECT_FALSE(finer({.format = 7, .out_format = 21}));
    EXPECT_TRUE(finer({.format = 6, .out_format = 11})) << "10-11-11 in 16 bits";
    EXPECT_TRUE(finer({.format = 9, .out_format = 9})) << "3-3-2 in 8 bits";
    EXPECT_TRUE(finer({.format = 3, .selects = {0, 2, 1, 3}})) << "one bit of blue";
}

/// Bits move, and stay as they are, from blue first in the lowest bits to Vulkan's packed formats.
TEST(R500Pixels, ExactTexelsHaveTheBitsOfThePixel) {
    const ColourView rgb{.format = 4}, swapped{.format = 4, .selects = {1, 2, 3, 0}}, argb{.format = 15};
    EXPECT_EQ(unpacked(rgb, {0x34, 0x12}, 2, TexelKind::Unorm565), (Octets{0x34, 0x12}));
    EXPECT_EQ(unpacked(swapped, {0x1f, 0x00}, 2, TexelKind::Unorm565), (Octets{0x00, 0xf8}));
    EXPECT_EQ(unpacked(argb, {0x34, 0x12}, 2, TexelKind::Unorm4444), (Octets{0x41, 0x23})) << "1234 is argb";
    EXPECT_EQ(packed(argb, {0x41, 0x23}, 2, TexelKind::Unorm4444), (Octets{0x34, 0x12}));
    const ColourView ten{.format = 5, .out_format = 1};
    EXPECT_EQ(unpacked(ten, {0xff, 0x03, 0x00, 0x40}, 4, TexelKind::Unorm2101010), (Octets{0x00, 0x00, 0xf0, 0x7f}));
    EXPECT_EQ(packed(ten, {0x00, 0x00, 0xf0, 0x7f}, 4, TexelKind::Unorm2101010), (Octets{0xff, 0x03, 0x00, 0x40}));
}

} // namespace
} // namespace relit::render::r500
