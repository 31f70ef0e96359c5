#include "codec/whole_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace relit::codec {
namespace {

std::vector<std::uint8_t> random_bytes(std::size_t size) {
    std::mt19937 random(static_cast<unsigned>(size));
    std::vector<std::uint8_t> bytes(size);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
    return bytes;
}

/// Gives at most `piece` bytes at once.
ReadBytes in_pieces(Bytes all, std::size_t piece) {
    return [all, piece, at = std::size_t{0}](std::span<std::uint8_t> into) mutable -> Result<std::size_t> {
        const std::size_t size = std::min({piece, into.size(), all.size() - at});
        std::ranges::copy(all.subspan(at, size), into.begin());
        at += size;
        return size;
    };
}

TEST(WholeFile, IsReadWhateverItsSizeAndItsPieces) {
    for (const std::size_t size : {0U, 1U, 16383U, 16384U, 16385U, 40000U, 3U << 20}) {
        const auto bytes = random_bytes(size);
        for (const std::size_t piece : {1000U, 16384U, 1U << 30}) {
            const auto all = read_all(in_pieces(bytes, piece));
            ASSERT_TRUE(all);
            EXPECT_EQ(*all, bytes) << size << " in pieces of " << piece;
        }
    }
}

TEST(WholeFile, IsReadBehindWhatWasReadAndUpToALimit) {
    const auto bytes = random_bytes(50000);
    for (const std::size_t most : {1U, 100U, 16384U, 16385U, 49999U}) {
        std::vector<std::uint8_t> begin;
        const ReadBytes read = in_pieces(bytes, 777);
        ASSERT_TRUE(read_up_to(read, most, begin));
        EXPECT_TRUE(std::ranges::equal(begin, std::span(bytes).first(most))) << most;
        const auto all = read_all(read, begin);
        ASSERT_TRUE(all);
        EXPECT_EQ(*all, bytes);
    }
}

TEST(WholeFile, KeepsWhatCameBeforeAFault) {
    const auto bytes = random_bytes(20000);
    const ReadBytes good = in_pieces(bytes, 9000);
    const auto fails_at_end = [&](std::span<std::uint8_t> into) -> Result<std::size_t> {
        const auto got = good(into);
        return *got == 0 ? fail("the disk is gone") : got;
    };
    std::vector<std::uint8_t> begin;
    const Status read = read_up_to(fails_at_end, 1 << 20, begin);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().text, "the disk is gone");
    EXPECT_EQ(begin, bytes);
}

} // namespace
} // namespace relit::codec
