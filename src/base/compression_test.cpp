#include "base/compression.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

namespace relit {
namespace {

using Octets = std::vector<std::uint8_t>;

// As `zip` of Info-ZIP 3.0 deflates "relit\n" eight times.
constexpr std::uint8_t kEightLines[] = {0x2b, 0x4a, 0xcd, 0xc9, 0x2c, 0xe1, 0x2a, 0x22, 0x9a, 0x04, 0x00};
constexpr std::string_view kUnpackedLines = "relit\nrelit\nrelit\nrelit\nrelit\nrelit\nrelit\nrelit\n";
constexpr std::uint8_t kDamagedBlock = 0b111; // the last one, of the kind that is reserved (RFC 1951, 3.2.3)

/// A block that is stored, of less than 64 KiB (RFC 1951, 3.2.4).
void add_block(Octets& into, Bytes bytes, bool is_last) {
    const auto size = static_cast<std::uint16_t>(bytes.size());
    into.push_back(is_last ? 1 : 0);
    for (const unsigned word : {unsigned{size}, ~unsigned{size}})
        into.insert(into.end(), {static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(word >> 8)});
    into.insert(into.end(), bytes.begin(), bytes.end());
}

std::string text_of(const Inflated& inflated) { return {inflated.bytes.begin(), inflated.bytes.end()}; }

TEST(InflateRaw, StopsAtTheEndOfTheData) {
    Octets input(std::begin(kEightLines), std::end(kEightLines));
    for (int i = 0; i < 2; ++i) {
        for (const std::size_t most : {kUnpackedLines.size(), kUnpackedLines.size() + 1, std::size_t{SIZE_MAX}}) {
            const Inflated all = inflate_raw(input, most);
            EXPECT_EQ(all.end, InflateEnd::Whole);
            EXPECT_EQ(text_of(all), kUnpackedLines);
        }
        input.insert(input.end(), 100, kDamagedBlock); // other bytes behind it
    }
}

TEST(InflateRaw, StopsAtTheLimit) {
    for (std::size_t most = 0; most < kUnpackedLines.size(); ++most) {
        const Inflated part = inflate_raw(kEightLines, most);
        EXPECT_EQ(part.end, InflateEnd::TooLong) << most;
        EXPECT_EQ(text_of(part), kUnpackedLines.substr(0, most));
        EXPECT_LE(part.bytes.capacity(), most);
    }
}

TEST(InflateRaw, TellsDataThatIsCutOff) {
    for (std::size_t size = 0; size < std::size(kEightLines); ++size) {
        const Inflated part = inflate_raw(Bytes(kEightLines).first(size), 1000);
        EXPECT_EQ(part.end, InflateEnd::CutOff) << size;
        EXPECT_EQ(text_of(part), kUnpackedLines.substr(0, part.bytes.size()));
    }
}

TEST(InflateRaw, ReturnsTheDataBeforeDamage) {
    Octets input;
    add_block(input, Octets{'a', 'b', 'c'}, false);
    input.push_back(kDamagedBlock);
    for (const std::size_t most : {3, 4, 1000}) {
        const Inflated part = inflate_raw(input, most);
        EXPECT_EQ(part.end, InflateEnd::Damaged) << most;
        EXPECT_EQ(text_of(part), "abc");
    }
    EXPECT_EQ(inflate_raw(input, 2).end, InflateEnd::TooLong);
}

TEST(InflateRaw, UnpacksInSteps) {
    constexpr std::size_t kBlocks = 9, kBlock = 50'000;
    Octets all, input;
    for (std::size_t i = 0; i < kBlocks; ++i) {
        const Octets block(kBlock, static_cast<std::uint8_t>(i));
        all.insert(all.end(), block.begin(), block.end());
        add_block(input, block, i + 1 == kBlocks);
    }
    for (const std::size_t most : {all.size() - 1, all.size(), all.size() + 1}) {
        const Inflated unpacked = inflate_raw(input, most);
        EXPECT_EQ(unpacked.end, most < all.size() ? InflateEnd::TooLong : InflateEnd::Whole);
        ASSERT_EQ(unpacked.bytes.size(), std::min(most, all.size()));
        EXPECT_TRUE(std::equal(unpacked.bytes.begin(), unpacked.bytes.end(), all.begin()));
        EXPECT_LE(unpacked.bytes.capacity(), most);
    }
}

} // namespace
} // namespace relit
