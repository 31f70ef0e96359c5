// Coverage against an exact check of single pixels, and lines against what a console draws (reference 7.1, 7.3).
#include "render/gs/reference/line.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace relit::render::gs::reference {
namespace {

constexpr Window kWhole{-4096, -4096, 4096, 4096};
using Pixels = std::vector<std::pair<int, int>>;

Pixels line(Place a, Place b) {
    Pixels all;
    cover_line(Line(a, b), kWhole, [&](const LinePixel& pixel) { all.emplace_back(pixel.x, pixel.y); });
    return all;
}
Place fraction(int x, int y, int fx, int fy) { return {16 * x + fx, 16 * y + fy}; }

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

/// Whether a pixel's whole coordinate lies in a triangle, from nothing but the signs of three areas. A point on an edge
/// belongs to the triangle that lies right of the edge, or below it where the edge is level.
bool inside(const std::array<Place, 3>& t, int x, int y) {
    const auto area = [](Place a, Place b, Place c) {
        return std::int64_t{b.x - a.x} * (c.y - a.y) - std::int64_t{c.x - a.x} * (b.y - a.y);
    };
    const std::int64_t whole = area(t[0], t[1], t[2]);
    if (whole == 0) return false;
    const Place point{16 * x, 16 * y};
    for (unsigned i = 0; i < 3; ++i) {
        const Place a = t[i], b = t[(i + 1) % 3];
        const std::int64_t side = whole > 0 ? area(a, b, point) : -area(a, b, point);
        if (side < 0) return false;
        if (side > 0) continue;
        const Place third = t[(i + 2) % 3];
        if (a.y == b.y ? third.y < a.y : area(a.y < b.y ? a : b, a.y < b.y ? b : a, third) > 0) return false;
    }
    return true;
}

std::array<Place, 3> random_triangle(std::mt19937& random, int size) {
    std::array<Place, 3> t;
    for (Place& one : t)
        one = {static_cast<int>(random() % static_cast<unsigned>(16 * size)),
               static_cast<int>(random() % static_cast<unsigned>(16 * size))};
    if (random() % 4 == 0) t[1].y = t[0].y;
    if (random() % 4 == 0) t[2].x = t[1].x;
    if (random() % 4 == 0)
        for (Place& one : t) one = {one.x & ~15, one.y & ~15};
    return t;
}

TEST(GsCoverage, OfTrianglesIsExact) {
    std::mt19937 random(7);
    for (int i = 0; i < 100'000; ++i) {
        const int size = i % 100 == 0 ? 40 : 8;
        const auto t = random_triangle(random, size);
        std::vector<int> drawn(static_cast<std::size_t>(size * size));
        cover_triangle(Walk(t), {0, 0, size - 1, size - 1}, [&](const Span& span) {
            for (int x = span.x; x < span.end; ++x) ++drawn[static_cast<std::size_t>(span.y * size + x)];
        });
        for (int y = 0; y < size; ++y)
            for (int x = 0; x < size; ++x)
                ASSERT_EQ(drawn[static_cast<std::size_t>(y * size + x)], inside(t, x, y) ? 1 : 0)
                    << i << ": " << t[0].x << ',' << t[0].y << ' ' << t[1].x << ',' << t[1].y << ' ' << t[2].x << ','
                    << t[2].y << " at " << x << ',' << y;
    }
}

// A fan around a point fills what its rim encloses, each pixel once.
TEST(GsCoverage, LeavesNoGapAndNoOverlapAlongSharedEdges) {
    std::mt19937 random(3);
    for (int i = 0; i < 2000; ++i) {
        const std::array<Place, 4> rim{Place{0, 0}, Place{16 * 16, 0}, Place{16 * 16, 16 * 16}, Place{0, 16 * 16}};
        const Place centre{static_cast<int>(random() % 256), static_cast<int>(random() % 256)};
        std::map<std::pair<int, int>, int> drawn;
        for (unsigned side = 0; side < 4; ++side) {
            cover_triangle(Walk({centre, rim[side], rim[(side + 1) % 4]}), kWhole, [&](const Span& span) {
                for (int x = span.x; x < span.end; ++x) ++drawn[{x, span.y}];
            });
        }
        ASSERT_EQ(drawn.size(), 256U);
        for (const auto& [pixel, times] : drawn) ASSERT_EQ(times, 1);
    }
}

TEST(GsCoverage, OfSpritesIsExact) {
    std::mt19937 random(5);
    for (int i = 0; i < 100'000; ++i) {
        const auto any = [&] { return static_cast<int>(random() % 200) - 20; };
        const Place a{any(), any()}, b{any(), any()};
        int count = 0;
        cover_sprite(a, b, kWhole, [&](const Span& span) {
            for (int x = span.x; x < span.end; ++x, ++count) {
                ASSERT_TRUE(16 * x >= std::min(a.x, b.x) && 16 * x < std::max(a.x, b.x));
                ASSERT_TRUE(16 * span.y >= std::min(a.y, b.y) && 16 * span.y < std::max(a.y, b.y));
            }
        });
        int wanted = 0;
        for (int at = -20; at < 200; ++at)
            for (int x = -20; x < 200 && 16 * at >= std::min(a.y, b.y) && 16 * at < std::max(a.y, b.y); ++x)
                wanted += 16 * x >= std::min(a.x, b.x) && 16 * x < std::max(a.x, b.x) ? 1 : 0;
        ASSERT_EQ(count, wanted);
    }
}

} // namespace
} // namespace relit::render::gs::reference
