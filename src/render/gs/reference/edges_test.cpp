// Soft edges against what reference 11 says of them, by hand. tests/properties/gs/coverage.cpp has random triangles.
#include "render/gs/reference/edges.hpp"

#include <gtest/gtest.h>

#include <map>

namespace relit::render::gs::reference {
namespace {

using SoftPixels = std::map<std::pair<int, int>, int>;

SoftPixels soft(const std::array<PixelPosition, 3>& positions) {
    SoftPixels found;
    cover_edges(TriangleSetup(positions), {-4096, -4096, 4096, 4096},
                [&](const EdgePixel& pixel) { found[{pixel.x, pixel.y}] = pixel.coverage; });
    return found;
}

// Upright edges put a column without coverage beside the triangle just as level ones put a row above it; the long edge
// meets its pixels, which are whole.
TEST(GsEdges, AreAlikeAlongBothAxes) {
    const SoftPixels found = soft({PixelPosition{64, 64}, PixelPosition{192, 64}, PixelPosition{64, 192}});
    SoftPixels wanted;
    for (int i = 4; i <= 12; ++i) wanted[{3, i}] = 0, wanted[{i, 3}] = 0, wanted[{i, 16 - i}] = kWhole;
    EXPECT_EQ(found, wanted);
}

// A left edge that goes right faster than down: what is outside lies below it, and pixels on it are the triangle's own.
TEST(GsEdges, LeavePixelsOfATopOrLeftEdgeToTheTriangle) {
    const SoftPixels found = soft({PixelPosition{0, 0}, PixelPosition{320, 0}, PixelPosition{256, 128}});
    EXPECT_FALSE(found.contains({2, 1}));
    EXPECT_EQ(found.at({2, 2}), 0);
    EXPECT_EQ(found.at({3, 2}), kWhole / 2);
}

// A box of one pixel more on each side and no more: from x = 2 5/16 to 6 1/2 that is 2 to 7.
TEST(GsEdges, EndAPixelAfterTheirBox) {
    const SoftPixels found = soft({PixelPosition{37, 20}, PixelPosition{104, 20}, PixelPosition{37, 400}});
    for (const auto& [at, coverage] : found) {
        EXPECT_GE(at.first, 2);
        EXPECT_LE(at.first, 7);
        EXPECT_GE(at.second, 1);
    }
    EXPECT_EQ(found.at({2, 10}), (16 - 5) * kWhole / 16);
}

// A right edge at 12 5/16 covers 5/16 of the column beside it, which lies in the larger box alone; so does a lower one.
TEST(GsEdges, ReachThePixelBesideARightOrLowerEdge) {
    EXPECT_EQ(soft({PixelPosition{64, 64}, PixelPosition{197, 64}, PixelPosition{197, 192}}).at({13, 8}),
              5 * kWhole / 16);
    EXPECT_EQ(soft({PixelPosition{64, 64}, PixelPosition{64, 197}, PixelPosition{192, 197}}).at({8, 13}),
              5 * kWhole / 16);
}

} // namespace
} // namespace relit::render::gs::reference
