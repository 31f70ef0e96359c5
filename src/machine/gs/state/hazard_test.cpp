#include "machine/gs/state/hazard.hpp"

#include <gtest/gtest.h>

namespace relit::machine::gs {
namespace {

std::vector<Access> rectangle(Use use, const Buffer& buffer, std::uint32_t x, std::uint32_t y, std::uint32_t width,
                              std::uint32_t height, std::uint32_t keep = 0) {
    return accesses_of(use, buffer, blocks_of(buffer, x, y, width, height), keep);
}

TEST(GsHazard, TexturesAbove24BitsDoNotConflictWithTheFrame) {
    HazardTracker tracker;
    EXPECT_EQ(tracker.note({Use::FrameWrite, 3, ~0U, 0x00ffffff}), Finish::Nothing);
    EXPECT_EQ(tracker.note({Use::TextureRead, 3, 1, 0xff000000}), Finish::Nothing); // T8H
    EXPECT_EQ(tracker.note({Use::TextureRead, 3, 1, 0xffffffff}), Finish::Drawing);
}

TEST(GsHazard, EachPartOfAWordIsIndependent) {
    const Buffer frame{PixelFormat::Ct24, 0, 8};
    for (const PixelFormat above : {PixelFormat::T8h, PixelFormat::T4hl, PixelFormat::T4hh}) {
        HazardTracker tracker;
        EXPECT_EQ(tracker.note(rectangle(Use::FrameWrite, frame, 0, 0, 512, 448)), Finish::Nothing);
        const Buffer texture{above, 0, 8};
        EXPECT_EQ(tracker.note(rectangle(Use::TextureRead, texture, 0, 0, 256, 256)), Finish::Nothing);
        EXPECT_EQ(tracker.note(rectangle(Use::CacheRead, texture, 0, 0, 256, 256)), Finish::Nothing);
        // an upload of one index format meets the look-ups of the same bits only
        const bool is_low = above == PixelFormat::T4hl;
        const Buffer other{is_low ? PixelFormat::T4hh : PixelFormat::T4hl, 0, 8};
        const Finish expected = above == PixelFormat::T8h ? Finish::Drawing : Finish::Nothing;
        EXPECT_EQ(tracker.ask(rectangle(Use::CopyWrite, other, 0, 0, 8, 8)), expected);
    }
    HazardTracker tracker;
    (void)tracker.note(rectangle(Use::FrameWrite, {PixelFormat::Ct32, 0, 8}, 0, 0, 512, 448, 0xff000000)); // by FBMSK
    EXPECT_EQ(tracker.ask(rectangle(Use::TextureRead, {PixelFormat::T8h, 0, 8}, 0, 0, 8, 8)), Finish::Nothing);
    (void)tracker.note(rectangle(Use::FrameRead, {PixelFormat::Ct32, 0, 8}, 0, 0, 512, 448)); // destination alpha
    EXPECT_EQ(tracker.ask(rectangle(Use::CopyWrite, {PixelFormat::T8h, 0, 8}, 0, 0, 8, 8)), Finish::Drawing);
}

// Games keep textures and palettes in what is left of a frame's last pages, or right after where drawing ends.
TEST(GsHazard, UntouchedBlocksOfAPageAreFree) {
    const Buffer frame{PixelFormat::Ct32, 0, 1}, below{PixelFormat::Ct32, 0, 1}, palette{PixelFormat::Ct32, 28, 1};
    HazardTracker tracker;
    EXPECT_EQ(tracker.note(rectangle(Use::FrameWrite, frame, 0, 0, 64, 16)), Finish::Nothing); // half of page 0
    EXPECT_EQ(tracker.ask(rectangle(Use::TextureRead, below, 0, 16, 64, 16)), Finish::Nothing);
    EXPECT_EQ(tracker.ask(rectangle(Use::TextureRead, below, 0, 15, 64, 16)), Finish::Drawing); // a line of it
    EXPECT_EQ(tracker.ask(rectangle(Use::CacheRead, palette, 0, 0, 16, 16)), Finish::Nothing);
    EXPECT_EQ(tracker.ask(rectangle(Use::CacheRead, {PixelFormat::Ct32, 15, 1}, 0, 0, 16, 16)), Finish::Drawing);
}

TEST(GsHazard, BatchesThatRunEarlierNeedNotFinish) {
    HazardTracker tracker;
    EXPECT_EQ(tracker.note({Use::CopyWrite, 7, 3, ~0U}), Finish::Nothing);
    EXPECT_EQ(tracker.note({Use::CacheRead, 7, 1, ~0U}), Finish::Nothing);  // copies run before it
    EXPECT_EQ(tracker.note({Use::FrameWrite, 7, 1, ~0U}), Finish::Nothing); // drawing runs last
    EXPECT_EQ(tracker.ask({Use::CacheRead, 7, 2, ~0U}), Finish::Nothing);
    EXPECT_EQ(tracker.ask({Use::CopyRead, 7, 2, ~0U}), Finish::Copies);
    EXPECT_EQ(tracker.ask({Use::CopyWrite, 7, 2, ~0U}), Finish::Copies);
    EXPECT_EQ(tracker.ask({Use::CacheRead, 7, 1, ~0U}), Finish::Drawing); // it would run before what it has to see
    EXPECT_EQ(tracker.ask({Use::CopyWrite, 7, 1, ~0U}), Finish::Drawing);
}

TEST(GsHazard, CopiesWaitForWhatWasCached) {
    HazardTracker tracker;
    (void)tracker.note({Use::CacheRead, 9, 6, ~0U});
    EXPECT_EQ(tracker.note({Use::CopyWrite, 9, 8, ~0U}), Finish::Nothing);
    EXPECT_EQ(tracker.note({Use::CopyWrite, 9, 4, ~0U}), Finish::Caching);
    EXPECT_EQ(tracker.note({Use::CopyRead, 9, 8, ~0U}), Finish::Nothing); // finished with the caching
    EXPECT_EQ(tracker.note({Use::CopyWrite, 9, 2, ~0U}), Finish::Nothing);
}

TEST(GsHazard, PixelsOfOneSurfaceKeepTheirOrder) {
    HazardTracker tracker;
    const Buffer frame{PixelFormat::Ct32, 0, 8}, narrow{PixelFormat::Ct32, 0, 4}, half{PixelFormat::Ct16, 0, 8};
    (void)tracker.note(rectangle(Use::FrameWrite, frame, 0, 0, 64, 64));
    EXPECT_EQ(tracker.ask(rectangle(Use::FrameRead, frame, 0, 0, 64, 64)), Finish::Nothing);
    EXPECT_EQ(tracker.ask(rectangle(Use::FrameWrite, frame, 8, 8, 64, 64)), Finish::Nothing);
    EXPECT_EQ(tracker.ask(rectangle(Use::FrameWrite, narrow, 0, 0, 64, 64)), Finish::Drawing);
    EXPECT_EQ(tracker.ask(rectangle(Use::FrameWrite, half, 0, 0, 64, 64)), Finish::Drawing);
    EXPECT_EQ(tracker.ask(rectangle(Use::FrameRead, {PixelFormat::Z32, 0, 8}, 0, 0, 64, 64)), Finish::Drawing);
}

TEST(GsHazard, TheHostWaitsForWritesAndWritesAfterReads) {
    HazardTracker tracker;
    (void)tracker.note({Use::CacheRead, 1});
    EXPECT_EQ(tracker.ask({Use::HostRead, 1}), Finish::Nothing);
    EXPECT_EQ(tracker.ask({Use::HostWrite, 1}), Finish::Caching);
    (void)tracker.note({Use::FrameWrite, 2, 1});
    EXPECT_EQ(tracker.note({Use::HostRead, 2, 2}), Finish::Nothing);
    EXPECT_EQ(tracker.note({Use::HostRead, 2}), Finish::Drawing);
    EXPECT_EQ(tracker.note({Use::HostWrite, 1}), Finish::Nothing); // all batches have run
    EXPECT_EQ(tracker.note({Use::CopyWrite, 1}), Finish::Nothing); // the host does not wait in a batch
}

TEST(GsHazard, AnswersForAllOfAnAccess) {
    HazardTracker tracker;
    (void)tracker.note({Use::CopyWrite, 4, 1});
    (void)tracker.note({Use::FrameWrite, 5, 1});
    const std::vector<Access> both{{Use::CopyWrite, 4}, {Use::CopyWrite, 5}};
    EXPECT_EQ(tracker.note(both), Finish::Drawing);
    EXPECT_EQ(tracker.note({Use::CopyRead, 4}), Finish::Copies); // noted after the answer
    tracker.forget(Finish::Drawing);
    EXPECT_EQ(tracker.ask({Use::CopyWrite, 4}), Finish::Nothing);
}

TEST(GsHazard, BlocksOfRectangles) {
    using Blocks = std::vector<PageBlocks>;
    EXPECT_EQ(blocks_of({PixelFormat::Ct32, 0, 8}, 0, 0, 1, 1), (Blocks{{0, 1}}));
    EXPECT_EQ(blocks_of({PixelFormat::Ct32, 0, 8}, 7, 7, 2, 2), (Blocks{{0, 15}}));
    EXPECT_EQ(blocks_of({PixelFormat::Ct32, 0, 8}, 63, 0, 2, 32), (Blocks{{0, 0xa0a00000}, {1, 0x505}}));
    EXPECT_EQ(blocks_of({PixelFormat::T4, 0, 2}, 0, 0, 128, 128), (Blocks{{0, ~0U}}));
    EXPECT_EQ(blocks_of({PixelFormat::Z24, 32, 2}, 0, 0, 1, 1), (Blocks{{1, 1U << 24}}));
    EXPECT_EQ(blocks_of({PixelFormat::Ct16, 16383, 1}, 0, 0, 16, 16), (Blocks{{0, 1}, {511, 1U << 31}})); // wraps
    EXPECT_EQ(blocks_of({PixelFormat::Ct32, 0, 32}, 2047, 0, 2, 1), (Blocks{{0, 1}, {31, 1U << 21}}));
    EXPECT_TRUE(blocks_of({PixelFormat::Ct32, 0, 8}, 3, 3, 0, 5).empty());
    EXPECT_EQ(word_bits(PixelFormat::T4hl), 0x0f000000U);
    EXPECT_EQ(word_bits(PixelFormat::Ct16), 0xffffffffU);
}

// FBMSK counts the bits of a pixel, wherever a word has them.
TEST(GsHazard, KeptBitsAreThoseOfPixels) {
    const auto bits = [](PixelFormat format, std::uint32_t keep) {
        const std::vector<Access> all = accesses_of(Use::FrameWrite, {format, 0, 1}, {{{0, 1}}}, keep);
        return all.empty() ? 0U : all.front().bits;
    };
    EXPECT_EQ(bits(PixelFormat::Ct32, 0xff00000fU), 0x00fffff0U);
    EXPECT_EQ(bits(PixelFormat::Ct24, 0xff00000fU), 0x00fffff0U);
    EXPECT_EQ(bits(PixelFormat::T8h, 0xff00000fU), 0xf0000000U);
    EXPECT_EQ(bits(PixelFormat::T4hh, 0xff00000cU), 0x30000000U);
    EXPECT_EQ(bits(PixelFormat::T4hl, 0xfU), 0U);
    EXPECT_EQ(bits(PixelFormat::Ct16, ~0U), ~0U); // two pixels to a word: not told apart
}

} // namespace
} // namespace relit::machine::gs
