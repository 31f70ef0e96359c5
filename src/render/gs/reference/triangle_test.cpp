// The console's walks against exact planes: the rules lead close to them, and flat is flat.
#include "render/gs/reference/coverage.hpp"

#include <gtest/gtest.h>

#include <random>

namespace relit::render::gs::reference {
namespace {

constexpr Window kScreen{0, 0, 639, 447};

std::array<PixelPosition, 3> random_positions(std::mt19937& random) {
    const auto any = [&](unsigned size) { return static_cast<std::int32_t>(random() % (16 * size)); };
    return {PixelPosition{any(640), any(448)}, PixelPosition{any(640), any(448)}, PixelPosition{any(640), any(448)}};
}

// 12,000 pixels of 400 triangles, as reference 7.3 reports: 99.8 % within a level, all within three.
TEST(GsInterpolation, ColoursAreCloseToThePlane) {
    std::mt19937 random(11);
    int pixels = 0, near = 0;
    for (int i = 0; i < 400; ++i) {
        const TriangleSetup triangle(random_positions(random));
        if (triangle.cross == 0) continue;
        const std::array<std::uint8_t, 3> levels{static_cast<std::uint8_t>(random()),
                                                 static_cast<std::uint8_t>(random()),
                                                 static_cast<std::uint8_t>(random())};
        const ColourInterpolator colour(triangle, levels, i % 2 == 0);
        const std::array<std::int64_t, 3> wide{levels[0], levels[1], levels[2]};
        const double gx = static_cast<double>(triangle.gradient_x(wide)) / static_cast<double>(triangle.cross);
        const double gy = static_cast<double>(triangle.gradient_y(wide)) / static_cast<double>(triangle.cross);
        cover_triangle(triangle, kScreen, [&](const Span& span) {
            const auto row = colour.row(span.y);
            const int x = span.x + static_cast<int>(random() % static_cast<unsigned>(span.end - span.x));
            const double exact = levels[0] + gx * (16 * x - triangle.at[0].x) + gy * (16 * span.y - triangle.at[0].y);
            const double off = std::abs(colour.level(row, x) + 0.5 - exact);
            ++pixels, near += off <= 1.5 ? 1 : 0;
            EXPECT_LE(off, 3.5) << i;
        });
    }
    EXPECT_GT(pixels, 12'000);
    EXPECT_GT(near, pixels * 998 / 1000);
}

TEST(GsInterpolation, FlatIsExact) {
    std::mt19937 random(12);
    for (int i = 0; i < 100; ++i) {
        const TriangleSetup triangle(random_positions(random));
        if (triangle.cross == 0) continue;
        const ColourInterpolator colour(triangle, {77, 77, 77}, true);
        const DepthInterpolator depth(triangle, {0xfffffff1, 0xfffffff1, 0xfffffff1});
        cover_triangle(triangle, kScreen, [&](const Span& span) {
            ASSERT_EQ(colour.level(colour.row(span.y), span.x), 77);
            ASSERT_EQ(depth.depth(depth.row(span.y, span.first), span.end - 1), 0xfffffff1);
        });
    }
}

// A step of 2^-10 is lost at most for each pixel, and the seed lies 2^-10 low or high at most.
TEST(GsInterpolation, DepthsAreCloseToThePlane) {
    std::mt19937 random(13);
    for (int i = 0; i < 400; ++i) {
        const TriangleSetup triangle(random_positions(random));
        if (triangle.cross == 0) continue;
        const auto any = [&] { return static_cast<std::uint32_t>(random()) >> 8; };
        const std::array<std::uint32_t, 3> z{any(), any(), any()};
        const DepthInterpolator depth(triangle, z);
        const std::array<double, 3> wide{double(z[0]), double(z[1]), double(z[2])};
        const double gx = triangle.gradient_x(wide) / static_cast<double>(triangle.cross),
                     gy = triangle.gradient_y(wide) / static_cast<double>(triangle.cross);
        cover_triangle(triangle, kScreen, [&](const Span& span) {
            const double exact =
                z[0] + gx * (16 * (span.end - 1) - triangle.at[0].x) + gy * (16 * span.y - triangle.at[0].y);
            ASSERT_NEAR(depth.depth(depth.row(span.y, span.first), span.end - 1) + 0.5, exact, 2.0);
        });
    }
}

// A level a pixel, from exactly 10 at the left: the plain walk rounds to 1/128 before it cuts (reference 16).
TEST(GsInterpolation, PlainColoursRoundBeforeTruncation) {
    const TriangleSetup triangle({PixelPosition{0, 0}, PixelPosition{16 * 300, 0}, PixelPosition{0, 16 * 16}});
    const ColourInterpolator colour(triangle, {10, 110, 10}, true, kPlain); // a third of a level a pixel
    EXPECT_EQ(colour.units(colour.row(0), 1), 1280 + 43);                   // 42.67
    EXPECT_EQ(colour.units(colour.row(0), 2), 1280 + 85);                   // 85.33
    const ColourInterpolator steep(
        TriangleSetup({PixelPosition{0, 0}, PixelPosition{16 * 255, 0}, PixelPosition{0, 16}}), {0, 254, 0}, true,
        kPlain);
    EXPECT_EQ(steep.units(steep.row(0), 1), 127); // 0.99608 of a level, 127.498 / 128
    EXPECT_EQ(steep.level(steep.row(0), 1), 0);
    const ColourInterpolator near(
        TriangleSetup({PixelPosition{0, 0}, PixelPosition{16 * 256, 0}, PixelPosition{0, 16}}), {0, 255, 0}, true,
        kPlain);
    EXPECT_EQ(near.level(near.row(0), 1), 1); // 0.99609 is 127.5 / 128 and goes up
}

// A triangle that falls to the right from its upper left corner, by hand: the seed lies 2^-11 low, so that whole numbers
// read one less.
TEST(GsInterpolation, DepthIsOffsetAsMeasured) {
    const TriangleSetup triangle({PixelPosition{0, 0}, PixelPosition{16 * 16, 0}, PixelPosition{0, 16 * 16}});
    const DepthInterpolator level(triangle, {100, 100, 100}), across(triangle, {100, 116, 100}),
        down(triangle, {100, 100, 116});
    EXPECT_EQ(level.depth(level.row(3, 0), 4), 100U);
    EXPECT_EQ(across.depth(across.row(0, 0), 0), 99U);
    EXPECT_EQ(across.depth(across.row(0, 0), 4), 103U);
    EXPECT_EQ(down.depth(down.row(0, 0), 4), 100U); // the first row is exact
    EXPECT_EQ(down.depth(down.row(3, 0), 4), 102U);
    // Rule 2 asks for the gradient before it is cut: one that is cut to nothing takes its share all the same.
    const DepthInterpolator slight(
        TriangleSetup({PixelPosition{0, 0}, PixelPosition{16 * 2000, 0}, PixelPosition{0, 16 * 16}}), {100, 101, 100});
    EXPECT_EQ(slight.depth(slight.row(0, 0), 0), 99U);
}

} // namespace
} // namespace relit::render::gs::reference
