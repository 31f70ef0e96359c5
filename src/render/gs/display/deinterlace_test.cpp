#include "render/gs/display/deinterlace.hpp"
#include "render/gs/display/aspect.hpp"

#include <gtest/gtest.h>

namespace relit::render::gs {
namespace {

/// A field of one column with these shades.
Image column(const std::vector<std::uint8_t>& shades) {
    Image image{1, static_cast<std::uint32_t>(shades.size()), {}};
    for (const std::uint8_t shade : shades) image.rgba.insert(image.rgba.end(), {shade, shade, shade, 255});
    return image;
}
std::vector<int> shades(const Image& image) {
    std::vector<int> shades;
    for (std::size_t i = 0; i < image.rgba.size(); i += 4) shades.push_back(image.rgba[i]);
    return shades;
}
using Shades = std::vector<int>;

TEST(GsDeinterlace, FillsTheLinesBetween) {
    Fields fields;
    fields.add(column({10, 30, 50}), 1);
    fields.add(column({100, 120, 140}), 0);
    EXPECT_EQ(shades(deinterlace(Deinterlace::Weave, fields)), (Shades{100, 10, 120, 30, 140, 50}));
    EXPECT_EQ(shades(deinterlace(Deinterlace::Bob, fields)), (Shades{100, 110, 120, 130, 140, 140}));
    EXPECT_EQ(shades(deinterlace(Deinterlace::Blend, fields)), (Shades{55, 55, 75, 75, 95, 95}));
    EXPECT_EQ(shades(deinterlace(Deinterlace::None, fields)), (Shades{100, 120, 140}));
    fields.add(column({1, 2, 3}), 1);
    EXPECT_EQ(shades(deinterlace(Deinterlace::Weave, fields)), (Shades{100, 1, 120, 2, 140, 3}));
    EXPECT_EQ(shades(deinterlace(Deinterlace::Bob, fields)), (Shades{1, 1, 2, 2, 3, 3}));
}

TEST(GsDeinterlace, AdaptsToMotion) {
    Fields fields;
    for (int i = 0; i < 2; ++i) {
        fields.add(column({200, 200, 200}), 1);
        fields.add(column({100, 120, 140}), 0);
    }
    EXPECT_EQ(shades(deinterlace(Deinterlace::Adaptive, fields)), (Shades{100, 200, 120, 200, 140, 200})); // still
    Fields moving = fields;
    moving.images[1] = column({0, 0, 0}); // the lines between changed
    EXPECT_EQ(shades(deinterlace(Deinterlace::Adaptive, moving)), (Shades{100, 110, 120, 130, 140, 0}));
    moving = fields;
    moving.images[2] = column({0, 120, 140}); // a change above alone is not motion
    EXPECT_EQ(shades(deinterlace(Deinterlace::Adaptive, moving)), (Shades{100, 200, 120, 200, 140, 200}));
    moving.images[2] = column({0, 0, 140}); // above and below
    EXPECT_EQ(shades(deinterlace(Deinterlace::Adaptive, moving)), (Shades{100, 110, 120, 200, 140, 200}));
    moving = fields;
    moving.images[3] = column({200, 187, 200}); // 13 of 255, between the two bounds
    EXPECT_GT(shades(deinterlace(Deinterlace::Adaptive, moving))[3], 150);
    EXPECT_LT(shades(deinterlace(Deinterlace::Adaptive, moving))[3], 200);
    moving.images[3] = column({200, 190, 200}); // 10 of 255 is less than 4 %
    EXPECT_EQ(shades(deinterlace(Deinterlace::Adaptive, moving))[3], 200);
    moving.images[3] = column({200, 182, 200}); // 18 of 255 is more than 6 %
    EXPECT_EQ(shades(deinterlace(Deinterlace::Adaptive, moving))[3], 130);
}

TEST(GsDeinterlace, FieldsOfAnotherSizeBeginAnew) {
    Fields fields;
    fields.add(column({10, 30, 50}), 0);
    fields.add(column({1, 2}), 1);
    EXPECT_EQ(shades(deinterlace(Deinterlace::Adaptive, fields)), (Shades{1, 1, 2, 2}));
}

TEST(GsAspect, ScalesLinearly) {
    EXPECT_EQ(shades(scaled(column({0, 100}), 1, 4)), (Shades{0, 25, 75, 100}));
    EXPECT_EQ(shades(scaled(column({0, 100, 200, 40}), 1, 2)), (Shades{50, 120}));
    EXPECT_EQ(shades(scaled(column({0, 1}), 1, 4)), (Shades{0, 0, 1, 1})); // a quarter, three quarters
    const Image wide = with_aspect(Image{512, 448, std::vector<std::uint8_t>(512 * 448 * 4)}, 4, 3);
    EXPECT_EQ(wide.width, 597U);
    EXPECT_EQ(wide.height, 448U);
    const Image low = with_aspect(Image{320, 224, std::vector<std::uint8_t>(320 * 224 * 4)}, 16, 9);
    EXPECT_EQ(low.height, 448U);
    EXPECT_EQ(low.width, 796U);
}

TEST(GsAspect, TakesTheNearestPixel) {
    EXPECT_EQ(shades(scaled(column({0, 100}), 1, 4, Filter::Nearest)), (Shades{0, 0, 100, 100}));
    EXPECT_EQ(shades(scaled(column({0, 100}), 1, 5, Filter::Nearest)), (Shades{0, 0, 100, 100, 100}));
    EXPECT_EQ(shades(scaled(column({0, 100, 200, 40}), 1, 2, Filter::Nearest)), (Shades{100, 40}));
}

// Square pixels and so many for one are one step: nothing is filtered twice.
TEST(GsAspect, EnlargesInOneStep) {
    const Image low{32, 24, std::vector<std::uint8_t>(32 * 24 * 4)};
    const Image both = enlarged(low, {.across = 16, .down = 9, .times = 3});
    EXPECT_EQ(both.width, 3U * 85);
    EXPECT_EQ(both.height, 3U * 48);
    EXPECT_EQ(enlarged(low, {}), low);
    const Image edge = column({0, 255});
    EXPECT_EQ(enlarged(edge, {.times = 2}), scaled(edge, 2, 4));
    EXPECT_EQ(enlarged(edge, {.times = 3, .filter = Filter::Nearest}), scaled(edge, 3, 6, Filter::Nearest));
    const Image wide{9000, 1, std::vector<std::uint8_t>(9000 * 4)}, high{1, 9000, wide.rgba};
    EXPECT_EQ(enlarged(wide, {.times = 2}).width, 16384U);
    EXPECT_EQ(enlarged(high, {.times = 2}).height, 16384U);
}

TEST(GsAspect, StaysWithinReason) {
    const Image image = column({0, 100});
    EXPECT_EQ(with_aspect(image, 4, 0), image);
    EXPECT_EQ(with_aspect(image, 0, 3), image);
    EXPECT_EQ(with_aspect(image, 1, 4'000'000'000).width, 1U);
    EXPECT_EQ(with_aspect(image, 4'000'000'000, 1).width, 16384U);
}

} // namespace
} // namespace relit::render::gs
