// Lines against what a console draws (reference 7.1, 7.3). tests/properties/gs/coverage.cpp has triangles and sprites.
#include "render/gs/reference/line.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace relit::render::gs::reference {
namespace {

constexpr Window kWindow{-4096, -4096, 4096, 4096};
using Pixels = std::vector<std::pair<int, int>>;

Pixels line(PixelPosition a, PixelPosition b) {
    Pixels all;
    cover_line(Line(a, b), kWindow, [&](const LinePixel& pixel) { all.emplace_back(pixel.x, pixel.y); });
    return all;
}
PixelPosition fraction(int x, int y, int fx, int fy) { return {16 * x + fx, 16 * y + fy}; }

TEST(GsLines, LieOnTheNearestRow) {
    for (int f = 0; f < 16; ++f) {
        const int row = f < 8 ? 5 : 6;
        for (const auto& [x, y] : line(fraction(2, 5, 0, f), fraction(12, 5, 0, f))) EXPECT_EQ(y, row) << f;
        for (const auto& [x, y] : line(fraction(12, 5, 0, f), fraction(2, 5, 0, f))) EXPECT_EQ(y, row) << f;
        for (const auto& [x, y] : line(fraction(5, 2, f, 0), fraction(5, 12, f, 0))) EXPECT_EQ(x, row) << f;
    }
}
TEST(GsLines, DrawTheirFirstPixelAndNotTheirLast) {
    const Pixels drawn = line(fraction(2, 5, 0, 0), fraction(5, 5, 0, 0));
    EXPECT_EQ(drawn, (Pixels{{2, 5}, {3, 5}, {4, 5}}));
    EXPECT_EQ(line(fraction(5, 5, 0, 0), fraction(2, 5, 0, 0)), (Pixels{{5, 5}, {4, 5}, {3, 5}}));
}
TEST(GsLines, GainAnEleventhPixelWhereMeasured) {
    for (int f = 0; f < 16; ++f) {
        EXPECT_EQ(line(fraction(0, 0, 0, 0), fraction(10, 0, f, 0)).size(), f >= 8 ? 11U : 10U) << f;
        EXPECT_EQ(line(fraction(0, 0, 0, 0), fraction(10, 10, f, f)).size(), f >= 4 ? 11U : 10U) << f;
        EXPECT_EQ(line(fraction(0, 0, 0, 0), fraction(10, 10, f, 0)).size(), f >= 8 ? 11U : 10U) << f;
    }
}
TEST(GsLines, ChangeTwoPixelsWhenReversed) {
    const auto forth = line(fraction(3, 4, 0, 0), fraction(20, 9, 0, 0)),
               back = line(fraction(20, 9, 0, 0), fraction(3, 4, 0, 0));
    std::map<std::pair<int, int>, int> seen;
    for (const auto& one : forth) seen[one] |= 1;
    for (const auto& one : back) seen[one] |= 2;
    EXPECT_EQ(std::ranges::count_if(seen, [](const auto& one) { return one.second != 3; }), 2);
}
TEST(GsLines, DrawNothingWhereTheyLeaveNoDiamond) {
    EXPECT_TRUE(line({77, 33}, {77, 33}).empty());
    EXPECT_TRUE(line({4887, 2066}, {4901, 2081}).empty());
    EXPECT_TRUE(line({4482, 2249}, {4498, 2253}).empty());
}

} // namespace
} // namespace relit::render::gs::reference
