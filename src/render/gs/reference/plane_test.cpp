// Planes and gradients against numbers from a console (reference 7.3 point 3).
#include "render/gs/reference/plane.hpp"

#include <gtest/gtest.h>

namespace relit::render::gs::reference {
namespace {

TEST(GsPlanes, DivideByAreasAsTheConsoleDoes) {
    const auto gradient = [](std::int64_t n, std::int64_t area) { return AreaReciprocal(area).gradient(n); };
    EXPECT_EQ(gradient(3, 3072), 15);
    EXPECT_EQ(gradient(300, 3072), 1599);
    EXPECT_EQ(gradient(-300, 3072), -1599);
    EXPECT_EQ(gradient(300, -3072), -1599);
    EXPECT_EQ(gradient(17, 4096), 68);
    EXPECT_EQ(gradient(-17, 65536), -4);
    EXPECT_EQ(gradient(574798354000, 574798354), 16383962);
    for (std::int64_t i = 0; i < 256; ++i) // the middle of a bin is exact: area = (513 + 2 i) / 512 * 2^12
        EXPECT_EQ(gradient((513 + 2 * i) * 8, (513 + 2 * i) * 8), 1 << 14) << i;
}

TEST(GsPlanes, TakeSmallAreas) {
    EXPECT_EQ(AreaReciprocal(1).gradient(5), 5 << 14);
    EXPECT_LE(AreaReciprocal(3).gradient(3), 1 << 14);
    EXPECT_GE(AreaReciprocal(3).gradient(3), (1 << 14) - 1);
}

TEST(GsPlanes, CutFloatsToAGrid) {
    const std::array<std::uint32_t, 3> values{0x3f800000, 0xbf000000, 0x00000001}; // 1, -1/2, a denormal
    const Grid grid(values, kPerspectiveBits);
    EXPECT_EQ(grid.exponent(), 0);
    EXPECT_EQ(grid.grain(), -14);
    EXPECT_EQ(grid.count(values[0]), 1 << 14);
    EXPECT_EQ(grid.count(values[1]), -(1 << 13));
    EXPECT_EQ(grid.count(values[2]), 0);
    EXPECT_EQ(grid.count(0x00800000), 0);  // the smallest number
    EXPECT_EQ(grid.count(0x80800000), -1); // rounds down
    EXPECT_TRUE(Grid(std::span<const std::uint32_t>{}, 15).is_empty());
}

} // namespace
} // namespace relit::render::gs::reference
