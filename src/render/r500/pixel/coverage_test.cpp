#include "render/r500/pixel/coverage.hpp"

#include <gtest/gtest.h>

namespace relit::render::r500 {
namespace {

Corner corner(float x, float y, float w, float value) {
    Corner made;
    made.position = {x, y, x / 4, w};
    made.varyings[0] = {value, 0, 0, 0};
    return made;
}
Triangle upper_left() { return {{corner(0, 0, 1, 0), corner(4, 0, 1, 4), corner(0, 4, 1, 0)}, false}; }
Triangle lower_right() { return {{corner(4, 0, 1, 4), corner(0, 4, 1, 0), corner(4, 4, 1, 4)}, false}; }

TEST(R500Coverage, EachPixelHasOneOfTwoTriangles) {
    for (std::uint32_t y = 0; y < 5; ++y)
        for (std::uint32_t x = 0; x < 5; ++x) {
            const int count = (covers(upper_left(), x, y) ? 1 : 0) + (covers(lower_right(), x, y) ? 1 : 0);
            EXPECT_EQ(count, x < 4 && y < 4 ? 1 : 0) << x << "," << y;
        }
    EXPECT_TRUE(covers(lower_right(), 1, 2)); // its middle lies on the diagonal, a left edge
    EXPECT_FALSE(covers(upper_left(), 1, 2));
}

TEST(R500Coverage, OrderOfCornersDoesNotMatter) {
    Triangle turned = upper_left();
    std::swap(turned.corners[0], turned.corners[1]);
    EXPECT_TRUE(covers(turned, 0, 0));
    EXPECT_FALSE(covers(turned, 1, 2));
}

TEST(R500Coverage, InterpolatesInPerspective) {
    const Interpolated flat = interpolated(upper_left(), 1, 0);
    EXPECT_FLOAT_EQ(flat.varyings[0][0], 1.5F);
    EXPECT_FLOAT_EQ(flat.position[2], 0.375F);
    EXPECT_FLOAT_EQ(flat.position[3], 1);
    // Half way between w 1 and w 3 the value is a quarter of the way.
    const Triangle deep{{corner(0, 0, 1, 0), corner(5, 0, 3, 4), corner(0, 8, 1, 0)}, false};
    const Interpolated at = interpolated(deep, 2, 0); // x 2.5, y 0.5: shares 7/16, 1/2, 1/16
    EXPECT_FLOAT_EQ(at.varyings[0][0], 1);
    EXPECT_FLOAT_EQ(at.position[3], 2.0F / 3);
}

} // namespace
} // namespace relit::render::r500
