#include "base/half.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace relit {
namespace {

TEST(Half, KnownValues) {
    EXPECT_EQ(float_from_half(0x3c00), 1.0F);
    EXPECT_EQ(float_from_half(0xc000), -2.0F);
    EXPECT_EQ(float_from_half(0x7bff), 65504.0F);
    EXPECT_EQ(float_from_half(0x0400), 0x1p-14F);
    EXPECT_EQ(float_from_half(0x0001), 0x1p-24F);
    EXPECT_EQ(float_from_half(0x8001), -0x1p-24F);
    EXPECT_EQ(float_from_half(0xfc00), -std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::signbit(float_from_half(0x8000)));
    EXPECT_TRUE(std::isnan(float_from_half(0x7c01)));
}

TEST(Half, EveryHalfComesBack) {
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const float value = float_from_half(static_cast<std::uint16_t>(bits));
        if (std::isnan(value)) continue;
        for (const Rounding to : {Rounding::NearestEven, Rounding::Zero, Rounding::Up, Rounding::Down}) {
            ASSERT_EQ(half_from(value, to), bits);
        }
    }
}

TEST(Half, RoundsInEveryDirection) {
    const double between = 1 + 0x1p-11; // half way between 0x3c00 and 0x3c01
    EXPECT_EQ(half_from(between), 0x3c00);
    EXPECT_EQ(half_from(between + 0x1p-10), 0x3c02);
    EXPECT_EQ(half_from(between + 0x1p-52), 0x3c01);
    EXPECT_EQ(half_from(between, Rounding::Up), 0x3c01);
    EXPECT_EQ(half_from(between, Rounding::Zero), 0x3c00);
    EXPECT_EQ(half_from(-between, Rounding::Up), 0xbc00);
    EXPECT_EQ(half_from(-between, Rounding::Down), 0xbc01);
}

TEST(Half, TooLargeAndTooSmall) {
    EXPECT_EQ(half_from(65519.99), 0x7bff);
    EXPECT_EQ(half_from(65520), 0x7c00);
    EXPECT_EQ(half_from(1e300, Rounding::Zero), 0x7bff);
    EXPECT_EQ(half_from(-1e300, Rounding::Up), 0xfbff);
    EXPECT_EQ(half_from(-1e300, Rounding::Down), 0xfc00);
    EXPECT_EQ(half_from(0x1p-25), 0);
    EXPECT_EQ(half_from(0x1.001p-25), 1);
    EXPECT_EQ(half_from(5e-324), 0);
    EXPECT_EQ(half_from(5e-324, Rounding::Up), 1);
    EXPECT_EQ(half_from(-5e-324, Rounding::Up), 0x8000);
    EXPECT_EQ(half_from(0x1.ffep-15), 0x0400); // a denormal rounds up to the smallest normal number
    EXPECT_EQ(half_from(-std::numeric_limits<double>::infinity(), Rounding::Up), 0xfc00);
    EXPECT_EQ(half_from(std::nan("")), 0x7e00);
}

} // namespace
} // namespace relit
