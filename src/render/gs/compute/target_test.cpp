#include "render/gs/compute/target.hpp"

#include <gtest/gtest.h>

namespace relit::render::gs::compute {
namespace {

using machine::gs::Buffer, machine::gs::PixelFormat;

constexpr std::uint32_t kPage = machine::gs::kBlocksOfPage;

Buffer colour(std::uint32_t page, std::uint32_t width) { return {PixelFormat::Ct32, page * kPage, width}; }
Buffer depth(std::uint32_t page, std::uint32_t width) { return {PixelFormat::Z32, page * kPage, width}; }

RenderTarget target(const Buffer& frame, const Buffer& z, const Box& box) {
    RenderTarget made;
    made.frame = frame, made.depth = z, made.uses_depth = true, made.box = box;
    return made;
}

TEST(GsTarget, RowsWiderThanTheBufferShareMemory) {
    EXPECT_TRUE(is_one_to_one(colour(0, 1), {0, 0, 63, 200}));
    EXPECT_FALSE(is_one_to_one(colour(0, 1), {0, 0, 64, 200})); // the second page of a row is the next row's first
    EXPECT_TRUE(is_one_to_one(colour(0, 1), {0, 0, 64, 31}));   // but there is no next row
    EXPECT_FALSE(is_one_to_one(colour(0, 0), {0, 0, 0, 32}));   // without a width all rows are one
}

TEST(GsTarget, BuffersLargerThanMemoryWrapOntoThemselves) {
    EXPECT_TRUE(is_one_to_one(colour(0, 8), {0, 0, 511, 2047})); // 8 by 64 pages: all of memory
    EXPECT_FALSE(is_one_to_one(colour(0, 9), {0, 0, 575, 2047}));
}

TEST(GsTarget, MayMixWhereRangesOfPagesMeet) {
    const Box box{0, 0, 63, 63}; // two pages each
    EXPECT_TRUE(target(colour(4, 1), depth(4, 1), box).may_mix());
    EXPECT_TRUE(target(colour(4, 1), depth(5, 1), box).may_mix());
    EXPECT_TRUE(target(colour(4, 1), depth(2, 1), box).may_mix()); // a buffer may begin within a page
    EXPECT_FALSE(target(colour(4, 1), depth(8, 1), box).may_mix());
    EXPECT_FALSE(target(colour(8, 1), depth(4, 1), box).may_mix());
    EXPECT_TRUE(target(colour(511, 1), depth(0, 1), box).may_mix()); // over the end of memory
    EXPECT_TRUE(target(colour(0, 1), depth(511, 1), box).may_mix());
}

TEST(GsTarget, UsesDepthThatIsComparedOrWritten) {
    using machine::gs::DepthTest, machine::gs::ZBuf;
    for (const auto test : {DepthTest::Never, DepthTest::Always, DepthTest::GreaterEqual, DepthTest::Greater})
        for (const bool keeps : {false, true})
            for (const bool on : {false, true}) {
                machine::gs::DrawState state;
                state.test.set(machine::gs::Test::depth_on, on).set(machine::gs::Test::depth_test, test);
                state.zbuf.set(ZBuf::keep, keeps);
                const bool compares = test == DepthTest::GreaterEqual || test == DepthTest::Greater;
                EXPECT_EQ(RenderTarget(state, {0, 0, 7, 7}).uses_depth, on && (compares || !keeps));
            }
}

TEST(GsTarget, DepthThatIsNotUsedNeverMixes) {
    RenderTarget one = target(colour(4, 1), depth(4, 1), {0, 0, 63, 63});
    one.uses_depth = false;
    EXPECT_FALSE(one.may_mix());
}

TEST(GsTarget, AddsTheDepthBufferOfWhoeverUsesOne) {
    RenderTarget one = target(colour(0, 1), depth(9, 1), {0, 0, 7, 7});
    one.uses_depth = false;
    const RenderTarget two = target(colour(0, 1), depth(20, 1), {8, 8, 15, 15});
    ASSERT_TRUE(one.fits(two));
    one.add(two);
    EXPECT_EQ(one.depth, depth(20, 1));
    EXPECT_EQ(one.box.x1, 15);
    EXPECT_FALSE(one.fits(target(colour(0, 1), depth(21, 1), {})));
    EXPECT_FALSE(one.fits(target(colour(1, 1), depth(20, 1), {})));
}

TEST(GsTarget, TellsMasksThatSplitAChannel) {
    EXPECT_EQ(split_keep_of(0), 0U);
    EXPECT_EQ(split_keep_of(0xff00ff00), 0U);
    EXPECT_EQ(split_keep_of(0xff00ff01), 0xff00ff01U);
    EXPECT_EQ(split_keep_of(0x80000000), 0x80000000U);
    RenderTarget whole, split;
    split.split_keep = 1;
    EXPECT_FALSE(whole.fits(split));
    EXPECT_TRUE(split.fits(split));
}

} // namespace
} // namespace relit::render::gs::compute
