// Which pixels --pixels chooses.
#include "cli/replay/pixel_area.hpp"

#include <gtest/gtest.h>

namespace relit::cli {
namespace {

using Pixels = std::vector<std::pair<std::int32_t, std::int32_t>>;

TEST(PixelArea, IsAGridOrARectangle) {
    const auto grid = pixel_area_of("16x14");
    ASSERT_TRUE(grid);
    EXPECT_EQ(*grid, (PixelArea{.columns = 16, .rows = 14}));
    const auto rectangle = pixel_area_of("10,20,3x2");
    ASSERT_TRUE(rectangle);
    EXPECT_EQ(pixels_of(*rectangle), (Pixels{{10, 20}, {11, 20}, {12, 20}, {10, 21}, {11, 21}, {12, 21}}));
}

TEST(PixelArea, RefusesOtherTexts) {
    for (const std::string_view typed : {"", "16", "x", "0x4", "4x0", "-1x4", "1,2", "1,2,3", "1,2,3x", "-1,2,3x4",
                                         "1,,3x4", "1,2,3,4x5", "65536x1", "a,b,cxd", "4x4x4", "none"}) {
        const auto area = pixel_area_of(typed);
        ASSERT_FALSE(area) << typed;
        EXPECT_EQ(area.error().kind, FaultKind::Usage);
    }
}

TEST(PixelArea, AGridLiesEvenlyOverWhatIsShown) {
    // Four parts of 8 pixels each have their middle at 4, 12, 20 and 28; rows likewise, from 100 on.
    const PixelArea area = placed({.columns = 4, .rows = 2}, 0, 100, 32, 16);
    EXPECT_EQ(pixels_of(area),
              (Pixels{{4, 104}, {12, 104}, {20, 104}, {28, 104}, {4, 112}, {12, 112}, {20, 112}, {28, 112}}));
    EXPECT_EQ(pixels_of(placed({.columns = 1, .rows = 1}, 0, 0, 640, 448)), (Pixels{{320, 224}}));
}

TEST(PixelArea, AGridHasEachPixelOnce) {
    const PixelArea area = placed({.columns = 16, .rows = 14}, 5, 6, 2, 3);
    EXPECT_EQ(pixels_of(area), (Pixels{{5, 6}, {6, 6}, {5, 7}, {6, 7}, {5, 8}, {6, 8}}));
}

TEST(PixelArea, HasALimit) {
    EXPECT_TRUE(check_pixels({.columns = 64, .rows = 64}, 4096));
    EXPECT_FALSE(check_pixels({.columns = 65, .rows = 64}, 4096));
    EXPECT_FALSE(check_pixels({.columns = 65535, .rows = 65535}, 4096));
}

} // namespace
} // namespace relit::cli
