#include "ir/texel_format.hpp"

#include "base/half.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace relit::ir {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity(), kNan = std::numeric_limits<float>::quiet_NaN();

std::uint32_t bits_of_float(float value) { return std::bit_cast<std::uint32_t>(value); }
std::uint32_t word_of(ImageFormat format, float x, float y = 0, float z = 0, float w = 0) {
    return packed(texel_format(format), {bits_of_float(x), bits_of_float(y), bits_of_float(z), bits_of_float(w)})[0];
}
float first_of(ImageFormat format, std::uint32_t word) {
    return std::bit_cast<float>(unpacked(texel_format(format), {word})[0]);
}

// Vulkan, "Fixed-Point Data Conversions": 1 is 2^b - 1, or 2^(b-1) - 1 with a sign; the lowest number is -1 too.
TEST(TexelFormat, FixedPointGoesToTheNearest) {
    EXPECT_EQ(word_of(ImageFormat::Rgba8, 0, 1, 0.5F, 1.0F / 255), 0x0180ff00U);
    EXPECT_EQ(word_of(ImageFormat::Rgba8, -1, 7, kNan, kInfinity), 0xff00ff00U);
    EXPECT_EQ(word_of(ImageFormat::Rg16, 0.25F, 1), 0xffff4000U);
    EXPECT_EQ(word_of(ImageFormat::Rgba8Snorm, -1, 1, -9, 0.5F), 0x40817f81U);
    EXPECT_EQ(word_of(ImageFormat::Rgb10A2, 1, 0, 1.0F / 1023, 1), 0xc01003ffU);
    EXPECT_EQ(first_of(ImageFormat::R8, 51), 0.2F);
    EXPECT_EQ(first_of(ImageFormat::R8Snorm, 0x80), -1);
    EXPECT_EQ(first_of(ImageFormat::R8Snorm, 0x81), -1);
    EXPECT_EQ(first_of(ImageFormat::R16Snorm, 0x7fff), 1);
}

// "Unsigned 11-Bit Floating-Point Numbers", "Unsigned 10-Bit Floating-Point Numbers".
TEST(TexelFormat, SmallFloatsHaveNoSign) {
    EXPECT_EQ(word_of(ImageFormat::R11fG11fB10f, 1, 1, 1), 0x3c0U | 0x3c0U << 11 | 0x1e0U << 22);
    EXPECT_EQ(word_of(ImageFormat::R11fG11fB10f, 65024, 1e30F, 64512), 0x7bfU | 0x7bfU << 11 | 0x3dfU << 22);
    EXPECT_EQ(word_of(ImageFormat::R11fG11fB10f, kInfinity, -kInfinity, kInfinity), 0x7c0U | 0x3e0U << 22);
    EXPECT_EQ(word_of(ImageFormat::R11fG11fB10f, 0x1p-20F, -2), 1U);
    EXPECT_EQ(first_of(ImageFormat::R11fG11fB10f, 0x7bf), 65024);
    EXPECT_EQ(first_of(ImageFormat::R11fG11fB10f, 1), 0x1p-20F);
    EXPECT_EQ(first_of(ImageFormat::R11fG11fB10f, 0x7c0), kInfinity);
    EXPECT_TRUE(std::isnan(first_of(ImageFormat::R11fG11fB10f, word_of(ImageFormat::R11fG11fB10f, kNan))));
    for (std::uint32_t word = 0; word < 0x7c0;
         ++word) // they are 16-bit floats without a sign and four bits of mantissa
        EXPECT_EQ(first_of(ImageFormat::R11fG11fB10f, word), float_from_half(static_cast<std::uint16_t>(word << 4)));
}

TEST(TexelFormat, WhatIsLeftOpenIsDoneOtherwise) {
    const auto word = [](ImageFormat format, std::uint32_t lane, Conversion conversion) {
        return packed(texel_format(format), {lane}, conversion)[0];
    };
    constexpr auto kRounding = Conversion::OtherRounding, kUndefined = Conversion::OtherUndefined;
    EXPECT_EQ(word(ImageFormat::R8, bits_of_float(0.5F), Conversion::Usual), 128U);
    EXPECT_EQ(word(ImageFormat::R8, bits_of_float(0.5F), kRounding), 127U);
    EXPECT_EQ(word(ImageFormat::R8, bits_of_float(0.2F), kRounding), 51U);
    EXPECT_EQ(word(ImageFormat::R8, bits_of_float(kNan), kUndefined), 255U);
    EXPECT_EQ(word(ImageFormat::R16f, bits_of_float(1e6F), Conversion::Usual), 0x7c00U);
    EXPECT_EQ(word(ImageFormat::R16f, bits_of_float(1e6F), kRounding), 0x7bffU);
    EXPECT_NE(word(ImageFormat::R16f, bits_of_float(kNan), kUndefined),
              word(ImageFormat::R16f, bits_of_float(kNan), Conversion::Usual));
    EXPECT_EQ(word(ImageFormat::R11fG11fB10f, bits_of_float(0x1.0ffp0F), Conversion::Usual), 0x3c4U);
    EXPECT_EQ(word(ImageFormat::R11fG11fB10f, bits_of_float(0x1.0ffp0F), kRounding), 0x3c3U);
    EXPECT_EQ(word(ImageFormat::R8i, 0xffffff80, kUndefined), 0x80U);
    EXPECT_NE(word(ImageFormat::R8i, 0x80, kUndefined), 0x80U);
    EXPECT_NE(word(ImageFormat::R8ui, 0x180, kUndefined), 0x80U);
}

TEST(TexelFormat, WhatIsMissingIsZeroAndOne) {
    EXPECT_EQ(kept(texel_format(ImageFormat::R32f), {9, 8, 7, 6}), (Texel{9, 0, 0, bits_of_float(1)}));
    EXPECT_EQ(kept(texel_format(ImageFormat::Rg8i), {0x80, 0x17f, 7, 6}), (Texel{0xffffff80, 0x7f, 0, 1}));
    EXPECT_EQ(kept(texel_format(ImageFormat::Rgb10a2ui), {0x7ff, 5, 6, 7}), (Texel{0x3ff, 5, 6, 3}));
}

TEST(TexelFormat, WhatIsKeptStays) {
    for (std::uint32_t i = 1; i <= static_cast<std::uint32_t>(ImageFormat::R8ui); ++i) {
        const TexelFormat format = texel_format(static_cast<ImageFormat>(i));
        for (std::uint32_t word = 0; word < 0x10000; word += 7) {
            const std::uint32_t all = word | word << 16;
            const Texel texel = unpacked(format, {all, all, all, all});
            if (!format.is_of_integers() && std::isnan(std::bit_cast<float>(texel[0]))) continue;
            EXPECT_EQ(kept(format, texel)[0], texel[0]) << i << " " << word;
        }
    }
}

} // namespace
} // namespace relit::ir
