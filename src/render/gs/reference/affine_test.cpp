// Coordinates that a triangle walks without a division, against the sums of reference 7.3 rule 4 as they are written there.
#include "render/gs/reference/affine.hpp"
#include "render/gs/reference/divide.hpp"

#include <gtest/gtest.h>

#include <random>

namespace relit::render::gs::reference {
namespace {

std::array<PixelPosition, 3> random_positions_around(std::mt19937& random) {
    const auto any = [&](unsigned size) { return static_cast<std::int32_t>(random() % (16 * size)) - 800; };
    return {PixelPosition{any(640), any(448)}, PixelPosition{any(640), any(448)}, PixelPosition{any(640), any(448)}};
}
Wide to_zero(Wide above, Wide below) { return above / below; } // with a positive denominator

TEST(GsAffine, UvIsTheAccumulatorOfTheRule) {
    std::mt19937 random(21);
    for (int i = 0; i < 3000; ++i) {
        const TriangleSetup triangle(random_positions_around(random));
        if (triangle.cross == 0) continue;
        std::array<std::uint16_t, 3> uv{};
        for (auto& one : uv) one = static_cast<std::uint16_t>(random() & 0x3fff);
        const std::array<Wide, 3> values{uv[0], uv[1], uv[2]};
        const Wide c = triangle.cross, nx = triangle.gradient_x(values), ny = triangle.gradient_y(values);
        const int first = static_cast<int>(random() % 40), y = static_cast<int>(random() % 28), k = i % 60;
        const Wide step = floor_div<Wide>(nx << 15, c);
        const Wide exact = values[0] * c + nx * (16 * first - triangle.at[0].x) + ny * (16 * y - triangle.at[0].y);
        const Wide acc = floor_div<Wide>(exact << 11, c) + k * step;
        const Wide lag = step > 0 && !triangle.exact_area ? 1 : 0;
        const AffineInterpolator affine(triangle, uv, {});
        const std::int64_t got = affine.at(affine.row(y, first), first + k);
        ASSERT_EQ(got, static_cast<std::int64_t>(2 * acc - lag)) << i;
    }
}

TEST(GsAffine, StIsThePlaneOfTheRule) {
    std::mt19937 random(22);
    for (int i = 0; i < 3000; ++i) {
        const TriangleSetup triangle(random_positions_around(random));
        if (triangle.cross == 0) continue;
        const int log_size = i % 11;
        std::array<std::uint32_t, 3> words{}; // 2^-6 to 2^9, of either sign
        for (auto& one : words)
            one = (121 + static_cast<std::uint32_t>(random()) % 15) << 23 |
                  (static_cast<std::uint32_t>(random()) & 0x807fffff);
        const std::int32_t grain = grain_of(words);
        const std::array<Wide, 3> n{grains_of(words[0], grain), grains_of(words[1], grain), grains_of(words[2], grain)};
        const Wide sign = triangle.cross < 0 ? -1 : 1, c = triangle.cross * sign;
        const Wide nx = triangle.gradient_x(n) * sign, ny = triangle.gradient_y(n) * sign;
        Wide g = floor_div<Wide>(nx << 14, c);
        if (g > 0 && !triangle.exact_area && g * c == nx << 14) --g;
        const int x = static_cast<int>(random() % 60), y = static_cast<int>(random() % 60);
        const PixelPosition& anchor = triangle.at[triangle.anchor];
        // In grains times 2^14 times the area; then in 2^-16 texel, times the same.
        const Wide value =
            (n[triangle.anchor] << 14) * c + g * (16 * x - anchor.x) * c + (ny << 14) * (16 * y - anchor.y);
        const std::int32_t up = grain + log_size + 16;
        const Wide fine = up >= 0 ? value << up : value, below = (c << 14) * (Wide{1} << (up < 0 ? -up : 0));
        const Wide lag = g > 0 && !triangle.exact_area ? below : 0;
        const AffineInterpolator affine(triangle, words, log_size);
        ASSERT_EQ(affine.step(), static_cast<std::int64_t>(g));
        const std::int64_t got = affine.at(affine.row(y, x - i % 7), x);
        constexpr Wide kFarthest = Wide{1} << 40; // what is further away is kept there
        const Wide wanted = std::clamp<Wide>(to_zero(fine - lag, below), -kFarthest, kFarthest);
        ASSERT_EQ(got, static_cast<std::int64_t>(wanted)) << i;
    }
}

// A step on the grid is one less: the reciprocal of the area is short, but for a power of two. 256 grains a pixel.
TEST(GsAffine, StStepsBelowTheGridWhereTheyRise) {
    const auto step = [](int size, bool rises) {
        const std::uint32_t end = std::bit_cast<std::uint32_t>(static_cast<float>(size) / 64);
        const TriangleSetup triangle({PixelPosition{0, 0}, PixelPosition{16 * size, 0}, PixelPosition{0, 16 * size}});
        return AffineInterpolator(triangle, rises ? std::array{0U, end, 0U} : std::array{end, 0U, end}, 6).step();
    };
    EXPECT_EQ(step(12, true), 256 * 1024 - 1);
    EXPECT_EQ(step(16, true), 256 * 1024);
    EXPECT_EQ(step(12, false), -256 * 1024);
}

// 14 bits below the largest, and below 1 where that is less; cut toward zero.
TEST(GsAffine, GrainsFollowTheLargestVertex) {
    const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
    EXPECT_EQ(grain_of(std::array{bits(0.25F), bits(-0.125F), bits(0)}), -14);
    EXPECT_EQ(grain_of(std::array{bits(-9), bits(1), bits(0)}), 3 - 14);
    EXPECT_EQ(grains_of(bits(-1.99F), 0), -1);
    EXPECT_EQ(grains_of(bits(1.99F), 0), 1);
    EXPECT_EQ(grains_of(bits(0.001F), 0), 0);
}

} // namespace
} // namespace relit::render::gs::reference
