// Triangles and sprites of the GS cover the pixels that an exact check of each says; shared edges lose none.
#include "render/gs/reference/edges.hpp"
#include "tests/support/gs/inside.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

namespace relit::gs_coverage {
namespace {

using namespace relit::render::gs::reference;

constexpr Window kEverywhere{-4096, -4096, 4096, 4096};

std::array<PixelPosition, 3> random_triangle(std::mt19937& random, int size) {
    std::array<PixelPosition, 3> t;
    for (PixelPosition& one : t)
        one = {static_cast<int>(random() % static_cast<unsigned>(16 * size)),
               static_cast<int>(random() % static_cast<unsigned>(16 * size))};
    if (random() % 4 == 0) t[1].y = t[0].y;
    if (random() % 4 == 0) t[2].x = t[1].x;
    if (random() % 4 == 0)
        for (PixelPosition& one : t) one = {one.x & ~15, one.y & ~15};
    return t;
}

TEST(GsCoverageProperties, OfTrianglesIsExact) {
    std::mt19937 random(7);
    for (int i = 0; i < 100'000; ++i) {
        const int size = i % 100 == 0 ? 40 : 8;
        const auto t = random_triangle(random, size);
        std::vector<int> drawn(static_cast<std::size_t>(size * size));
        cover_triangle(TriangleSetup(t), {0, 0, size - 1, size - 1}, [&](const Span& span) {
            for (int x = span.x; x < span.end; ++x) ++drawn[static_cast<std::size_t>(span.y * size + x)];
        });
        for (int y = 0; y < size; ++y)
            for (int x = 0; x < size; ++x)
                ASSERT_EQ(drawn[static_cast<std::size_t>(y * size + x)], test::gs_is_inside(t, x, y) ? 1 : 0)
                    << i << ": " << t[0].x << ',' << t[0].y << ' ' << t[1].x << ',' << t[1].y << ' ' << t[2].x << ','
                    << t[2].y << " at " << x << ',' << y;
    }
}

// A fan around a point fills what its rim encloses, each pixel once.
TEST(GsCoverageProperties, LeavesNoGapAndNoOverlapAlongSharedEdges) {
    std::mt19937 random(3);
    for (int i = 0; i < 2000; ++i) {
        const std::array<PixelPosition, 4> rim{PixelPosition{0, 0}, PixelPosition{16 * 16, 0},
                                               PixelPosition{16 * 16, 16 * 16}, PixelPosition{0, 16 * 16}};
        const PixelPosition centre{static_cast<int>(random() % 256), static_cast<int>(random() % 256)};
        std::map<std::pair<int, int>, int> drawn;
        for (unsigned side = 0; side < 4; ++side) {
            cover_triangle(TriangleSetup({centre, rim[side], rim[(side + 1) % 4]}), kEverywhere, [&](const Span& span) {
                for (int x = span.x; x < span.end; ++x) ++drawn[{x, span.y}];
            });
        }
        ASSERT_EQ(drawn.size(), 256U);
        for (const auto& [pixel, times] : drawn) ASSERT_EQ(times, 1);
    }
}

TEST(GsCoverageProperties, OfSpritesIsExact) {
    std::mt19937 random(5);
    for (int i = 0; i < 100'000; ++i) {
        const auto any = [&] { return static_cast<int>(random() % 200) - 20; };
        const PixelPosition a{any(), any()}, b{any(), any()};
        int count = 0;
        cover_sprite(a, b, kEverywhere, [&](const Span& span) {
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

// AA1: a pixel beside an edge is none of the triangle's own, comes once, and lies no further than a pixel away.
TEST(GsCoverageProperties, OfSoftEdgesAddsToTheTriangle) {
    std::mt19937 random(9);
    std::size_t soft = 0;
    for (int i = 0; i < 20'000; ++i) {
        const auto t = random_triangle(random, i % 50 == 0 ? 40 : 8);
        const TriangleSetup triangle(t);
        if (triangle.cross == 0) continue;
        std::map<std::pair<int, int>, int> seen;
        cover_edges(triangle, kEverywhere, [&](const EdgePixel& pixel) {
            ++soft, ++seen[{pixel.x, pixel.y}];
            ASSERT_FALSE(test::gs_is_inside(t, pixel.x, pixel.y)) << i << " at " << pixel.x << ',' << pixel.y;
            ASSERT_TRUE(pixel.coverage >= 0 && pixel.coverage <= 0x80);
            const auto [left, right] = std::minmax({t[0].x, t[1].x, t[2].x});
            const auto [top, bottom] = std::minmax({t[0].y, t[1].y, t[2].y});
            ASSERT_TRUE(16 * pixel.x >= left - 16 && 16 * pixel.x <= right + 16);
            ASSERT_TRUE(16 * pixel.y >= top - 16 && 16 * pixel.y <= bottom + 16);
        });
        for (const auto& [pixel, times] : seen) ASSERT_EQ(times, 1) << i;
    }
    EXPECT_GT(soft, 100'000U);
}

} // namespace
} // namespace relit::gs_coverage
