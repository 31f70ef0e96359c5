#include "base/image/reduced.hpp"

#include <gtest/gtest.h>

namespace relit {
namespace {

TEST(ReducedImage, IsTheMeanOfSquares) {
    Image image{.width = 4, .height = 2, .rgba = {}};
    for (const int red : {0, 10, 200, 200, 20, 30, 200, 204}) {
        for (const int part : {red, 0, 0, 255}) image.rgba.push_back(static_cast<std::uint8_t>(part));
    }
    const Image small = reduced(image, 2);
    EXPECT_EQ(small, (Image{.width = 2, .height = 1, .rgba = {15, 0, 0, 255, 201, 0, 0, 255}}));
}

TEST(ReducedImage, StaysAsItIsWhereSmall) {
    const Image image{.width = 1, .height = 2, .rgba = std::vector<std::uint8_t>(8, 7)};
    EXPECT_EQ(reduced(image, 2), image);
    EXPECT_EQ(reduction_factor(512, 448, 256), 2U);
    EXPECT_EQ(reduction_factor(513, 1, 256), 3U);
}

TEST(ReducedImage, KeepsARowOfAStrip) {
    const Image strip{.width = 100, .height = 1, .rgba = std::vector<std::uint8_t>(400, 9)};
    const Image small = reduced(strip, 10);
    EXPECT_EQ(small.width, 10U);
    EXPECT_EQ(small.height, 1U);
    EXPECT_EQ(small.rgba[39], 9);
}

} // namespace
} // namespace relit
