#include "machine/r500/surface/surface.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace relit::machine::r500 {
namespace {

using Octets = std::vector<std::uint8_t>;

constexpr std::array<Select, 4> kInOrder{Select::Component0, Select::Component1, Select::Component2,
                                         Select::Component3};

/// One texel of a format, its components as they are.
Components texel(std::uint32_t format, const Octets& bytes, const TextureView& how = {}) {
    TextureView view = how;
    view.format = format;
    view.rgba = kInOrder;
    const auto decoded = read_texture(bytes, {.size = {1, 1}, .pitch = 1}, view);
    EXPECT_TRUE(decoded) << format << ": " << (decoded ? "" : decoded.error().text);
    return decoded ? decoded->rgba.at(0) : Components{};
}

void expect_near(const Components& found, const Components& wanted, float error = 1e-6F) {
    for (unsigned i = 0; i < 4; ++i) EXPECT_NEAR(found[i], wanted[i], error) << i;
}

/// Components from the lowest bits on; expected values by hand.
TEST(R500Surface, IntegersLieFromTheLowestBits) {
    expect_near(texel(0, {0x80}), {128 / 255.0F, 0, 0, 0});
    expect_near(texel(1, {0x34, 0x12}), {0x1234 / 65535.0F, 0, 0, 0});
    expect_near(texel(2, {0x3f}), {1, 3 / 15.0F, 0, 0});
    expect_near(texel(3, {0xff, 0x33}), {1, 0.2F, 0, 0});
    expect_near(texel(5, {0b11100101}), {1 / 3.0F, 1 / 7.0F, 1, 0});
    expect_near(texel(6, {0x1f, 0xf8}), {1, 0, 1, 0}); // 11111 000000 11111
    expect_near(texel(6, {0xe0, 0x07}), {0, 1, 0, 0});
    expect_near(texel(7, {0x00, 0xfc}), {0, 0, 1, 0}); // the high six bits
    expect_near(texel(8, {0xff, 0x03, 0x00, 0x00}), {1, 0, 0, 0});
    expect_near(texel(9, {0xff, 0x07, 0x00, 0x00}), {1, 0, 0, 0});
    expect_near(texel(9, {0x00, 0x00, 0xc0, 0xff}), {0, 0, 1, 0});
    expect_near(texel(10, {0x3f, 0xc6}), {1, 3 / 15.0F, 6 / 15.0F, 12 / 15.0F});
    expect_near(texel(11, {0x00, 0x80}), {0, 0, 0, 1});
    expect_near(texel(12, {0x33, 0x66, 0x99, 0xcc}), {0.2F, 0.4F, 0.6F, 0.8F});
    expect_near(texel(13, {0xff, 0x03, 0x00, 0x40}), {1, 0, 0, 1 / 3.0F});
    expect_near(texel(14, {0xff, 0xff, 0, 0, 0xff, 0xff, 0, 0}), {1, 0, 1, 0});
    expect_near(texel(38, {0x40, 0xff, 0xff, 0xff}), {1, 64 / 255.0F, 0, 0});
}

TEST(R500Surface, SignedComponentsHaveTwosComplement) {
    const TextureView view{.signs = {true, true, false, true}};
    expect_near(texel(12, {0x7f, 0x81, 0x81, 0x80}, view), {1, -1, 129 / 255.0F, -1});
    expect_near(texel(12, {0xff, 0x00, 0x00, 0x40}, view), {-1 / 127.0F, 0, 0, 64 / 127.0F});
    expect_near(texel(23, {0x7f, 0x00}), {1, 0, 0, 0});
    expect_near(texel(23, {0x00, 0x00}), {0, 0, 1, 0});
    expect_near(texel(23, {76, static_cast<std::uint8_t>(-76)}),
                {76 / 127.0F, -76 / 127.0F, std::sqrt(1 - 2 * 76 * 76 / 16129.0F), 0});
}

TEST(R500Surface, FloatsAreFloats) {
    expect_near(texel(24, {0x00, 0x3c}), {1, 0, 0, 0});
    expect_near(texel(25, {0x00, 0xc0, 0x00, 0x38}), {-2, 0.5F, 0, 0});
    expect_near(texel(26, {0x00, 0x3c, 0x00, 0x40, 0x00, 0x42, 0x00, 0x44}), {1, 2, 3, 4});
    expect_near(texel(27, {0, 0, 0xc0, 0x3f}), {1.5F, 0, 0, 0});
    expect_near(texel(29, {0, 0, 0x80, 0x3f, 0, 0, 0, 0x40, 0, 0, 0x40, 0x40, 0, 0, 0x80, 0x40}), {1, 2, 3, 4});
}

/// A block by hand: red 0xF800 and blue 0x001F; the texels of the first row take entries 0, 1, 2, 3.
TEST(R500Surface, Dxt1TakesFourColoursOrThree) {
    const Octets four{0x00, 0xf8, 0x1f, 0x00, 0xe4, 0x00, 0x00, 0x00}, three{0x1f, 0x00, 0x00, 0xf8, 0xe4, 0, 0, 0};
    const TextureView view{.format = 15,
                           .rgba = {Select::Component2, Select::Component1, Select::Component0, Select::Component3}};
    const auto opaque = read_texture(four, {.size = {4, 4}, .pitch = 4}, view);
    ASSERT_TRUE(opaque);
    expect_near(opaque->rgba[0], {1, 0, 0, 1});
    expect_near(opaque->rgba[1], {0, 0, 1, 1});
    expect_near(opaque->rgba[2], {2 / 3.0F, 0, 1 / 3.0F, 1});
    expect_near(opaque->rgba[3], {1 / 3.0F, 0, 2 / 3.0F, 1});
    expect_near(opaque->rgba[4], {1, 0, 0, 1});
    const auto holes = read_texture(three, {.size = {4, 4}, .pitch = 4}, view);
    expect_near(holes->rgba[0], {0, 0, 1, 1});
    expect_near(holes->rgba[2], {0.5F, 0, 0.5F, 1});
    expect_near(holes->rgba[3], {0, 0, 0, 0});
}

TEST(R500Surface, Dxt3And5HaveAlphaOfTheirOwn) {
    const TextureView dxt3{.format = 16}, dxt5{.format = 17};
    // Three colours are four here: 0x001F < 0xF800.
    const Octets sharp{0xf0, 0x08, 0, 0, 0, 0, 0, 0, 0x1f, 0x00, 0x00, 0xf8, 0xe4, 0, 0, 0};
    const auto explicit_alpha = read_texture(sharp, {.size = {4, 4}, .pitch = 4}, dxt3);
    ASSERT_TRUE(explicit_alpha);
    expect_near(explicit_alpha->rgba[0], {0, 0, 1, 0});
    expect_near(explicit_alpha->rgba[1], {1, 0, 0, 1});
    expect_near(explicit_alpha->rgba[2], {1 / 3.0F, 0, 2 / 3.0F, 8 / 15.0F});
    // Alpha from 255 and 0: entries 0, 1, 2, 7 are 1, 0, 6/7, 1/7.
    const Octets smooth{255, 0, 0b10001000, 0b00001110, 0, 0, 0, 0, 0x1f, 0x00, 0x00, 0xf8, 0, 0, 0, 0};
    const auto ramp = read_texture(smooth, {.size = {4, 4}, .pitch = 4}, dxt5);
    ASSERT_TRUE(ramp);
    EXPECT_FLOAT_EQ(ramp->rgba[0][3], 1);
    EXPECT_FLOAT_EQ(ramp->rgba[1][3], 0);
    EXPECT_FLOAT_EQ(ramp->rgba[2][3], 6 / 7.0F);
    EXPECT_FLOAT_EQ(ramp->rgba[3][3], 1 / 7.0F);
}

TEST(R500Surface, RampsOfFiveEndInBothLimits) {
    const auto five = ramp_of_eight(0, 255, false);
    EXPECT_FLOAT_EQ(five[2], 0.2F);
    EXPECT_FLOAT_EQ(five[5], 0.8F);
    EXPECT_FLOAT_EQ(five[6], 0);
    EXPECT_FLOAT_EQ(five[7], 1);
    const auto signed_five = ramp_of_eight(0x81, 0x7f, true);
    EXPECT_FLOAT_EQ(signed_five[0], -1);
    EXPECT_FLOAT_EQ(signed_five[6], -1);
    EXPECT_FLOAT_EQ(ramp_of_eight(0x7f, 0x81, true)[7], -5 / 7.0F);
}

TEST(R500Surface, TwoChannelsOf3DcAreComponents0And1) {
    Octets block(16);
    block[0] = 255, block[8] = 51; // all texels take entry 0
    expect_near(texel(31, block), {1, 0.2F, 0, 0});
    expect_near(texel(37, {51, 0, 0, 0, 0, 0, 0, 0}), {0.2F, 0, 0, 0});
}

/// Bytes of YUYV and UYVY; grey has U and V of 128.
TEST(R500Surface, TwoTexelsOfYuvShareTheirColour) {
    TextureView view{.format = 20, .makes_rgb = true};
    const auto grey = read_texture(Octets{16, 128, 235, 128}, {.size = {2, 1}, .pitch = 2}, view);
    ASSERT_TRUE(grey);
    expect_near(grey->rgba[0], {0, 0, 0, 1}, 1e-3F);
    expect_near(grey->rgba[1], {1, 1, 1, 1}, 2e-3F);
    view.format = 21;
    const auto red = read_texture(Octets{90, 81, 240, 81}, {.size = {2, 1}, .pitch = 2}, view);
    expect_near(red->rgba[0], {1, 0, 0, 1}, 6e-3F); // BT.601's red: Y 81, U 90, V 240
    view.swaps_uv = true;
    const auto blue = read_texture(Octets{110, 41, 240, 41}, {.size = {2, 1}, .pitch = 2}, view);
    expect_near(blue->rgba[0], {0, 0, 1, 1}, 6e-3F); // Y 41, U 240, V 110, with U and V exchanged
}

TEST(R500Surface, SelectsAndGammaComeLast) {
    const Octets pixel{0x33, 0x66, 0x99, 0xcc};
    TextureView view{.rgba = {Select::Component3, Select::Zero, Select::One, Select::Component0}};
    EXPECT_EQ(to_image(*read_texture(pixel, {.size = {1, 1}, .pitch = 1}, view)).rgba, (Octets{0xcc, 0, 0xff, 0x33}));
    view = {.rgba = kInOrder, .removes_gamma = true};
    const Components linear = read_texture(pixel, {.size = {1, 1}, .pitch = 1}, view)->rgba[0];
    expect_near(linear, {0.0331048F, 0.1328683F, 0.3185468F, 0.8F}, 1e-5F); // IEC 61966-2-1; alpha stays
}

/// TX_BORDER_COLOR is a texel where that has at most 32 bits (reference 4.10).
TEST(R500Surface, BordersAreTexelsOfTheTexture) {
    const auto border = [](std::uint32_t format, std::uint32_t packed, const Signs& signs = {}) {
        const auto found = border_of({.format = format, .signs = signs}, packed);
        EXPECT_TRUE(found);
        return found ? found->rgba : Components{};
    };
    EXPECT_EQ(border(6, 0xf800), (Components{1, 0, 0, 0})) << "5_6_5";
    EXPECT_EQ(border(6, 0x07e0), (Components{0, 1, 0, 0}));
    EXPECT_EQ(border(11, 0x8000 | 31U << 5), (Components{0, 1, 0, 1})) << "1_5_5_5";
    EXPECT_EQ(border(10, 0xf00f), (Components{0, 0, 1, 1})) << "4_4_4_4";
    EXPECT_EQ(border(13, 0x3ff00000U), (Components{1, 0, 0, 0})) << "2_10_10_10";
    EXPECT_EQ(border(12, 0x80ff0000U), (Components{1, 0, 0, 128.0F / 255})) << "8_8_8_8";
    EXPECT_EQ(border(12, 0x00810000U, {false, false, true, false})[0], -1) << "signs are the texture's";
    EXPECT_EQ(border(25, 0x3c00)[2], 1) << "16F_16F";
    EXPECT_EQ(border(27, 0x40000000)[2], 2) << "32F";
    EXPECT_EQ(border(38, 0xffffff00U)[2], 1) << "depth of 24 bits lies above the stencil";
    EXPECT_EQ(border(37, 0x00f0)[2], 1) << "ATI1N has it in four bits";
    for (const std::uint32_t format : {14U, 15U, 16U, 17U, 26U, 28U, 29U, 31U})
        EXPECT_EQ(border(format, 0x00ff0000U)[0], 1) << format << ": eight bits a component";
}

TEST(R500Surface, UnknownFormatsAreRefused) {
    for (const std::uint32_t format : {22U, 30U, 32U, 33U, 34U, 35U, 36U}) {
        const auto decoded = read_texture(Octets(64), {.size = {1, 1}, .pitch = 8}, {.format = format});
        ASSERT_FALSE(decoded);
        EXPECT_EQ(decoded.error().kind, FaultKind::NotSupported);
    }
    EXPECT_FALSE(read_texture(Octets(64), {.size = {1, 1}, .pitch = 1}, {.format = 39}));
    EXPECT_FALSE(read_texture(Octets(64), {.size = {0, 1}, .pitch = 1}, {}));
    EXPECT_FALSE(read_texture(Octets(64), {.size = {65536, 65536}, .pitch = 65536}, {}));
    EXPECT_FALSE(read_texture(Octets(64), {.offset = 65, .size = {1, 1}, .pitch = 1}, {}));
    EXPECT_FALSE(read_colour(Octets(64), {.size = {1, 1}, .pitch = 1}, {.format = 11}));
    unsigned known = 0;
    for (const TexelFormat& format : texel_formats())
        if (format.encoding != TexelEncoding::Unknown)
            known +=
                read_texture(Octets(64), {.size = format.block, .pitch = format.block.width}, {.format = format.code})
                    ? 1U
                    : 0U;
    EXPECT_EQ(known, 32U);
}

/// Outputs 0x3900 of US_OUT_FMT: C0 red, C1 green, C2 blue, C3 alpha. Zero is blue, green, red, alpha where selects say so.
TEST(R500Surface, RenderTargetsHaveChannelsByTheirSelects) {
    const Octets pixel{0x10, 0x20, 0x30, 0x40};
    const ColourView rgba{.format = 6, .out_format = 0, .selects = {1, 2, 3, 0}}, bgra{};
    EXPECT_EQ(to_image(*read_colour(pixel, {.size = {1, 1}, .pitch = 1}, rgba)).rgba, pixel);
    EXPECT_EQ(to_image(*read_colour(pixel, {.size = {1, 1}, .pitch = 1}, bgra)).rgba, (Octets{0x30, 0x20, 0x10, 0x40}));
    // I8 stores C2; UV88 stores C2, then C0 [V]. Channels that are not stored are 0, alpha 1.
    EXPECT_EQ(to_image(*read_colour(pixel, {.size = {1, 1}, .pitch = 1}, {.format = 9, .selects = {3, 2, 1, 0}})).rgba,
              (Octets{0x10, 0, 0, 0xff}));
    EXPECT_EQ(to_image(*read_colour(pixel, {.size = {1, 1}, .pitch = 1}, {.format = 13, .selects = {3, 2, 1, 0}})).rgba,
              (Octets{0x10, 0, 0x20, 0xff}));
    const Octets half{0x00, 0x3c, 0x00, 0x38, 0x00, 0x34, 0x00, 0x00};
    expect_near(
        read_colour(half, {.size = {1, 1}, .pitch = 1}, {.format = 10, .out_format = 18, .selects = {1, 2, 3, 0}})
            ->rgba[0],
        {1, 0.5F, 0.25F, 0});
}

TEST(R500Surface, TilesAndOffsetsAndBytesAreFollowed) {
    Octets buffer(16 + 2048);
    const Layout layout{32, 32, {true, MicroTiling::Tiled}};
    buffer[16 + offset_of(layout, 5, 3) + 3] = 0xff; // its lowest byte once the four are swapped
    const Plane plane{
        .offset = 16, .size = {32, 16}, .pitch = 32, .tiling = {true, MicroTiling::Tiled}, .endian = Endian::In32};
    const auto decoded = read_texture(buffer, plane, {.rgba = kInOrder});
    ASSERT_TRUE(decoded);
    EXPECT_EQ(decoded->rgba[3 * 32 + 5][0], 1);
    float sum = 0;
    for (const Components& pixel : decoded->rgba) sum += pixel[0] + pixel[1] + pixel[2] + pixel[3];
    EXPECT_EQ(sum, 1);
}

TEST(R500Surface, DepthIsReadWithItsStencilAndLimits) {
    const Octets z24{0x05, 0x00, 0x00, 0x00, 0x07, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x80};
    const auto decoded = read_depth(z24, {.size = {3, 1}, .pitch = 3}, {DepthFormat::Z24S8});
    ASSERT_TRUE(decoded);
    EXPECT_EQ(decoded->stencil, (Octets{5, 7, 0}));
    EXPECT_EQ(decoded->least, 0);
    EXPECT_EQ(decoded->most, 1);
    EXPECT_EQ(to_image(*decoded).grey, (std::vector<std::uint16_t>{0, 0xffff, 0x8000}));
    const auto png = encode_png(to_image(*decoded), "remark");
    ASSERT_TRUE(png);
    EXPECT_EQ(decode_png(*png)->rgba, (Octets{0, 0, 0, 255, 255, 255, 255, 255, 128, 128, 128, 255}));
    EXPECT_NE(std::string(png->begin(), png->end()).find("remark"), std::string::npos);
    const auto z16 = read_depth(Octets{0xff, 0xff, 0x00, 0x80}, {.size = {2, 1}, .pitch = 2}, {DepthFormat::Z16});
    EXPECT_FLOAT_EQ(z16->depth[1], 32768 / 65535.0F);
    EXPECT_TRUE(z16->stencil.empty());
}

/// Leading ones leave ever smaller ranges below 1: 0..1/2, 1/2..3/4, and so on; zeros the same above 0.
TEST(R500Surface, FloatDepthsGrowWithTheirBits) {
    EXPECT_EQ(depth_of_13e3(0x0000, false), 0);
    EXPECT_EQ(depth_of_13e3(0x2000, false), 0.5F);
    EXPECT_EQ(depth_of_13e3(0x3000, false), 0.625F);
    EXPECT_EQ(depth_of_13e3(0x4000, false), 0.75F);
    EXPECT_EQ(depth_of_13e3(0xe000, false), 1 - 1 / 128.0F);
    EXPECT_EQ(depth_of_13e3(0x0000, true), 0.5F);
    EXPECT_EQ(depth_of_13e3(0x2000, true), 0.25F);
    EXPECT_EQ(depth_of_13e3(0xe000, true), 0);
    for (unsigned bits = 1; bits < 0x10000; ++bits) {
        ASSERT_GT(depth_of_13e3(static_cast<std::uint16_t>(bits), false),
                  depth_of_13e3(static_cast<std::uint16_t>(bits - 1), false));
        ASSERT_LT(depth_of_13e3(static_cast<std::uint16_t>(bits), false), 1);
    }
    for (unsigned bits = 0x2001; bits < 0x4000; ++bits)
        ASSERT_GT(depth_of_13e3(static_cast<std::uint16_t>(bits), true),
                  depth_of_13e3(static_cast<std::uint16_t>(bits - 1), true));
}

TEST(R500Surface, BytesOfPixelsAreInTheOrderOfTheCpu) {
    const Octets pixel{0x10, 0x20, 0x30, 0x40};
    const Plane plane{.size = {1, 1}, .pitch = 1, .endian = Endian::In32};
    const Octets swapped{0x40, 0x30, 0x20, 0x10};
    EXPECT_EQ(*surface_bytes({plane, TextureView{}}, pixel), swapped);
    EXPECT_EQ(*surface_bytes({plane, ColourView{}}, pixel), swapped);
    EXPECT_EQ(*surface_bytes({plane, DepthView{}}, pixel), swapped);
    EXPECT_FALSE(surface_bytes({plane, DepthView{}}, {}));
    EXPECT_FALSE(surface_bytes({plane, TextureView{.format = 63}}, pixel));
}

} // namespace
} // namespace relit::machine::r500
