#include "base/image/difference.hpp"

#include <gtest/gtest.h>

namespace relit {
namespace {

Image grey(std::uint32_t width, std::uint32_t height) {
    return {width, height, std::vector<std::uint8_t>(std::size_t{4} * width * height, 100)};
}

TEST(Difference, OfOneIsSeen) {
    Image a = grey(4, 3);
    const Image b = grey(4, 3);
    a.rgba[(2 * 4 + 1) * 4 + 1] = 101; // green of 1,2
    const Image shown = difference_image(a, b, 64);
    EXPECT_EQ(shown.rgba[(2 * 4 + 1) * 4 + 0], 0);
    EXPECT_EQ(shown.rgba[(2 * 4 + 1) * 4 + 1], 64);
    EXPECT_EQ(shown.rgba[(2 * 4 + 1) * 4 + 3], 255);
    EXPECT_EQ(shown.rgba[0], 0);
    const Apart all = apart(a, b);
    EXPECT_EQ(all.pixels, 1U);
    EXPECT_EQ(all.channels[1].most, 1);
    EXPECT_EQ(all.channels[0].pixels, 0U);
    EXPECT_EQ(all.left, 1U);
    EXPECT_EQ(all.bottom, 2U);
    EXPECT_EQ(all.most(), 1);
    EXPECT_EQ(all.mean(), 1.0 / 48); // of 4 x 3 pixels with 4 channels
}

TEST(Difference, OfAlphaIsSeenToo) {
    Image a = grey(2, 1);
    const Image b = grey(2, 1);
    a.rgba[7] = 98;
    const Image shown = difference_image(a, b, 64);
    for (std::size_t c = 0; c < 3; ++c) EXPECT_EQ(shown.rgba[4 + c], 128);
    EXPECT_EQ(apart(a, b).channels[3].most, 2);
}

TEST(Difference, IsOfWhatBothHave) {
    const Image shown = difference_image(grey(4, 1), grey(2, 3), 64);
    EXPECT_EQ(shown.width, 2U);
    EXPECT_EQ(shown.height, 1U);
    EXPECT_EQ(apart(grey(4, 1), grey(2, 3)).pixels, 0U);
}

} // namespace
} // namespace relit
