#include "render/gs/compute/bins.hpp"

#include <gtest/gtest.h>

#include <map>

namespace relit::render::gs::compute {
namespace {

/// The lists of all tiles, by their position.
using Lists = std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>>;

Lists sorted(Bins& bins, std::vector<TileRecord>& tiles, std::vector<std::uint32_t>& lists) {
    const std::size_t first = tiles.size();
    bins.sort(tiles, lists);
    Lists all;
    for (std::size_t i = first; i < tiles.size(); ++i) {
        const TileRecord& tile = tiles[i];
        for (std::uint32_t n = 0; n < tile.count; ++n) all[{tile.x, tile.y}].push_back(lists[tile.first + n]);
    }
    return all;
}
Lists sorted(Bins& bins) {
    std::vector<TileRecord> tiles;
    std::vector<std::uint32_t> lists;
    return sorted(bins, tiles, lists);
}

TEST(GsBins, ListPrimitivesOfATileInTheirOrder) {
    Bins bins;
    bins.add({0, 0, 15, 7}, 5);
    bins.add({8, 0, 8, 0}, 9);
    const Lists wanted{{{0, 0}, {5}}, {{1, 0}, {5, 9}}};
    EXPECT_EQ(sorted(bins), wanted);
}

TEST(GsBins, ReachTheCornersOfTheWindow) {
    Bins bins;
    bins.add({2047, 2047, 2047, 2047}, 1);
    bins.add({0, 0, 0, 0}, 2);
    bins.add({2047, 0, 2047, 0}, 3);
    const Lists wanted{{{255, 255}, {1}}, {{0, 0}, {2}}, {{255, 0}, {3}}};
    EXPECT_EQ(sorted(bins), wanted);
}

TEST(GsBins, ForgetWhatWasSortedAndAppendTheNext) {
    Bins bins;
    std::vector<TileRecord> tiles;
    std::vector<std::uint32_t> lists;
    bins.add({0, 0, 0, 0}, 1);
    (void)sorted(bins, tiles, lists);
    EXPECT_TRUE(bins.is_empty());
    bins.add({40, 80, 47, 80}, 2);
    const Lists wanted{{{5, 10}, {2}}};
    EXPECT_EQ(sorted(bins, tiles, lists), wanted);
    EXPECT_EQ(lists, (std::vector<std::uint32_t>{1, 2}));
}

TEST(GsBins, LeaveOutWhatIsHiddenInAWholeTile) {
    Bins bins;
    bins.add({0, 0, 15, 7}, 1);
    bins.add({3, 3, 3, 3}, 2);
    bins.add({0, 0, 14, 7}, 3, Hides::FrameAndDepth); // the last column of the second tile stays
    bins.add({0, 0, 7, 7}, 4);
    const Lists wanted{{{0, 0}, {3, 4}}, {{1, 0}, {1, 3}}};
    EXPECT_EQ(sorted(bins), wanted);
    EXPECT_EQ(bins.hidden(), 2U);
    bins.add({0, 0, 7, 7}, 5); // what was sorted hides nothing of the next pass
    EXPECT_EQ(sorted(bins), (Lists{{{0, 0}, {5}}}));
}

TEST(GsBins, HideTheFrameAloneWhereNothingUsesDepth) {
    for (const bool uses_depth : {true, false}) {
        Bins bins;
        bins.add({0, 0, 7, 7}, 1);
        bins.add({0, 0, 7, 7}, 2, Hides::Frame);
        std::vector<TileRecord> tiles;
        std::vector<std::uint32_t> lists;
        bins.sort(tiles, lists, uses_depth);
        EXPECT_EQ(lists, uses_depth ? (std::vector<std::uint32_t>{1, 2}) : (std::vector<std::uint32_t>{2}));
    }
}

TEST(GsBins, HideWhatSomeSamplesHave) {
    Bins bins(2);
    bins.add({0, 0, 7, 7}, 2);
    bins.set_sample(1);
    bins.add({0, 0, 7, 7}, 1, Hides::FrameAndDepth); // of one sample: hides nothing
    bins.set_sample({});
    const Bins::Mark mark = bins.mark();
    bins.add({0, 0, 7, 7}, 3, Hides::FrameAndDepth);
    bins.go_back(mark); // it did not fit
    std::vector<TileRecord> tiles;
    std::vector<std::uint32_t> lists;
    Bins again = bins;
    again.sort(tiles, lists);
    EXPECT_EQ(lists, (std::vector<std::uint32_t>{2, 2, 1}));
    lists.clear();
    bins.add({0, 0, 7, 7}, 4, Hides::FrameAndDepth);
    bins.sort(tiles, lists);
    EXPECT_EQ(lists, (std::vector<std::uint32_t>{4}));
}

TEST(GsBand, PutsAPrimitiveIntoEachTileOnce) {
    Bins bins;
    {
        Band band(bins, 7, false);
        for (std::int32_t y = 4; y < 20; ++y) band.add(y, y, y + 1); // a slope over three rows of tiles
    }
    const Lists wanted{{{0, 0}, {7}}, {{1, 0}, {7}}, {{1, 1}, {7}}, {{2, 1}, {7}}, {{2, 2}, {7}}};
    EXPECT_EQ(sorted(bins), wanted);
}

TEST(GsBand, GoesDownWhereItSaysSo) {
    Bins bins;
    {
        Band band(bins, 3, true); // columns
        band.add(9, 0, 8);
    }
    const Lists wanted{{{1, 0}, {3}}, {{1, 1}, {3}}};
    EXPECT_EQ(sorted(bins), wanted);
}

// What all samples have is listed once, unless one of them has more.
TEST(GsBins, HaveAListForEachSampleWhereTheyDiffer) {
    Bins bins(2);
    bins.add({0, 0, 8, 0}, 10); // two tiles
    bins.set_sample(1);
    bins.add({0, 0, 0, 0}, 11);
    bins.set_sample({});
    bins.add({0, 0, 0, 0}, 12);
    EXPECT_EQ(bins.size(), 7U);
    std::vector<TileRecord> tiles;
    std::vector<std::uint32_t> lists;
    bins.sort(tiles, lists);
    EXPECT_EQ(lists, (std::vector<std::uint32_t>{10, 12, 10, 11, 12, 10}));
    ASSERT_EQ(tiles.size(), 4U); // a record a sample
    EXPECT_EQ(tiles[0].first, 0U);
    EXPECT_EQ(tiles[0].count, 2U);
    EXPECT_EQ(tiles[1].first, 2U);
    EXPECT_EQ(tiles[1].count, 3U);
    for (const std::size_t shared : {2U, 3U}) {
        EXPECT_EQ(tiles[shared].x, 1U);
        EXPECT_EQ(tiles[shared].first, 5U);
        EXPECT_EQ(tiles[shared].count, 1U);
    }
}

TEST(GsBins, GoBackToAMark) {
    Bins bins(4);
    bins.add({0, 0, 0, 0}, 1);
    const Bins::Mark mark = bins.mark();
    bins.set_sample(3);
    bins.add({100, 100, 200, 200}, 2);
    bins.go_back(mark);
    bins.set_sample({});
    EXPECT_EQ(bins.size(), 4U);
    std::vector<TileRecord> tiles;
    std::vector<std::uint32_t> lists;
    bins.sort(tiles, lists);
    EXPECT_EQ(lists, std::vector<std::uint32_t>{1});
    EXPECT_EQ(tiles.size(), 4U);
}

} // namespace
} // namespace relit::render::gs::compute
