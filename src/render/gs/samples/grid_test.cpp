#include "render/gs/samples/grid.hpp"

#include <gtest/gtest.h>

#include <set>

namespace relit::render::gs {
namespace {

TEST(SampleGrid, HasAsManySamplesAsItsRate) {
    for (const unsigned rate : {1U, 2U, 4U, 8U, 16U}) {
        const auto positions = sample_positions(rate);
        ASSERT_EQ(positions.size(), rate);
        EXPECT_EQ(positions[0], SamplePosition());
    }
    EXPECT_TRUE(sample_positions(3).empty());
    EXPECT_TRUE(sample_positions(0).empty());
}

// Every column and row of cells has as many samples as any other.
TEST(SampleGrid, SpreadsSamplesEvenly) {
    for (const unsigned rate : {2U, 4U, 8U, 16U}) {
        std::multiset<std::int32_t> columns, rows;
        for (const SamplePosition& at : sample_positions(rate)) columns.insert(at.x), rows.insert(at.y);
        const auto size = static_cast<std::int32_t>(16 / cells_across(rate));
        for (std::int32_t cell = 0; cell < 16; cell += size) {
            EXPECT_EQ(columns.count(cell), rate / cells_across(rate)) << rate << " at " << cell;
            EXPECT_EQ(rows.count(cell), rate / cells_across(rate)) << rate << " at " << cell;
        }
    }
}

/// An image of one pixel a sample, red its number.
Image cells_of(unsigned rate) {
    std::vector<Image> samples;
    for (unsigned i = 0; i < rate; ++i) samples.push_back({1, 1, {static_cast<std::uint8_t>(i), 0, 0, 255}});
    return with_cells(samples);
}
std::vector<int> reds_of(const Image& image) {
    std::vector<int> reds;
    for (std::size_t at = 0; at < image.rgba.size(); at += 4) reds.push_back(image.rgba[at]);
    return reds;
}

TEST(SampleGrid, ShowsEachSampleInItsCell) {
    EXPECT_EQ(reds_of(cells_of(2)), (std::vector<int>{0, 0, 1, 1}));
    EXPECT_EQ(reds_of(cells_of(4)), (std::vector<int>{0, 1, 2, 3}));
    EXPECT_EQ(reds_of(cells_of(8)), (std::vector<int>{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7}));
    EXPECT_EQ(reds_of(cells_of(16)), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}));
}

TEST(SampleGrid, KeepsPixelsAtTheirPositions) {
    const Image left_right{2, 1, {1, 0, 0, 255, 2, 0, 0, 255}};
    const Image shown = with_cells(std::vector<Image>(4, left_right));
    EXPECT_EQ(shown.width, 4U);
    EXPECT_EQ(shown.height, 2U);
    EXPECT_EQ(reds_of(shown), (std::vector<int>{1, 1, 2, 2, 1, 1, 2, 2}));
}

} // namespace
} // namespace relit::render::gs
