// Planes and gradients against numbers from a console (reference 7.3 rule 3).
#include "render/gs/reference/plane.hpp"

#include <gtest/gtest.h>

#include <cmath>

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
    const Grid grid(values);
    EXPECT_EQ(grid.exponent(), 0);
    EXPECT_EQ(grid.grain(), -14);
    EXPECT_EQ(grid.count(values[0]), 1 << 14);
    EXPECT_EQ(grid.count(values[1]), -(1 << 13));
    EXPECT_EQ(grid.count(values[2]), 0);
    EXPECT_EQ(grid.count(0x00800000), 0);          // the smallest number
    EXPECT_EQ(grid.count(0x80800000), -1);         // rounds down
    EXPECT_EQ(grid.count(0xbf8000ff), -(1 << 14)); // the low 8 bits are dropped before that
    EXPECT_TRUE(Grid(std::span<const std::uint32_t>{}).is_empty());
}

// Rule 3e by its definition, in another form: the reciprocal as a float of 24 bits, in 1/256 of the grid's unit.
TEST(GsPlanes, DivideByQWithARoundedReciprocal) {
    for (std::int64_t h = 1; h < 200'000; h += h < 600 ? 1 : 997) {
        const QReciprocal one(h);
        const double exact = std::ldexp(1.0, one.k) / static_cast<double>(h);
        EXPECT_GE(exact, 32768.0);
        EXPECT_LT(exact, 65536.0);
        const float rounded = 1.0F / static_cast<float>(h); // correctly, halves to even
        EXPECT_EQ(one.r, static_cast<std::int64_t>(std::floor(std::ldexp(double{rounded}, one.k) + 179.0 / 256))) << h;
    }
    EXPECT_EQ(QReciprocal(1).r, 32768);
    EXPECT_EQ(QReciprocal(1).k, 15);
    EXPECT_EQ(QReciprocal(3).r, 43691); // 43690.67: 14 bits, or cutting off, would say 43690
    EXPECT_EQ(QReciprocal(std::int64_t{1} << 60).r, 32768);
}

// Rule 3a: the vertex changes as a whole, a zero has no sign.
TEST(GsPlanes, NegateVerticesWithANegativeQ) {
    machine::gs::Vertex vertex;
    vertex.s = 0x3f800000, vertex.t = 0xbf000000, vertex.q = 0xc0000000;
    const Stq negated(vertex), plain(vertex, kPlain);
    EXPECT_EQ(negated.s, 0xbf800000U);
    EXPECT_EQ(negated.t, 0x3f000000U);
    EXPECT_EQ(negated.q, 0x40000000U);
    EXPECT_EQ(plain.q, vertex.q);
    vertex.q = 0x80000000;
    EXPECT_EQ(Stq(vertex).s, vertex.s);
}

} // namespace
} // namespace relit::render::gs::reference
