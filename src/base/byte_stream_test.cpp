#include "base/byte_stream.hpp"
#include "base/compression.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace relit {
namespace {

using Octets = std::vector<std::uint8_t>;

Octets counting(std::size_t size) {
    Octets bytes(size);
    std::iota(bytes.begin(), bytes.end(), std::uint8_t{0});
    return bytes;
}

TEST(ByteWindow, MovesOverItsInput) {
    const Octets bytes = counting(300'000);
    ByteWindow window(reader_of(bytes));
    EXPECT_EQ(window.ahead(10)[9], 9);
    EXPECT_EQ(window.ahead(200'000).size(), 200'000U);
    window.skip(200'000);
    EXPECT_EQ(window.offset(), 200'000U);
    EXPECT_EQ(window.ahead(1)[0], static_cast<std::uint8_t>(200'000));
    EXPECT_EQ(window.ahead(SIZE_MAX).size(), 100'000U);
    window.skip(100'000);
    EXPECT_TRUE(window.ahead(1).empty());
    EXPECT_EQ(window.end(), 300'000U);
}

TEST(ByteWindow, ReadsWhatWasReadAlreadyFirst) {
    const Octets bytes = counting(100);
    ByteWindow window(reader_of(Octets{7, 8}, reader_of(bytes)));
    const Bytes all = window.ahead(1000);
    ASSERT_EQ(all.size(), 102U);
    EXPECT_EQ(all[1], 8);
    EXPECT_EQ(all[2], 0);
    EXPECT_EQ(all[101], 99);
}

/// All that comes, and why it is not more.
std::pair<Octets, std::string> all_of(Unpacker unpacker, std::size_t step) {
    Octets all;
    for (Octets into(step);;) {
        const auto got = unpacker.read(into);
        if (!got) return {all, got.error().text};
        if (*got == 0) return {all, ""};
        all.insert(all.end(), into.begin(), into.begin() + static_cast<std::ptrdiff_t>(*got));
    }
}

// Files that were packed one by one and put after one another are one file, as `xz -d` and `zstd -d` have it.
TEST(Unpacker, ReadsConcatenatedCompressedFiles) {
    const Octets bytes = counting(200'000);
    for (const Compression compression : {Compression::Xz, Compression::Zstd}) {
        const Octets once = *pack(bytes, compression);
        Octets twice = once;
        twice.insert(twice.end(), once.begin(), once.end());
        for (const std::size_t step : {std::size_t{13}, std::size_t{4096}, std::size_t{1} << 20}) {
            const auto [all, fault] = all_of(Unpacker(reader_of(twice)), step);
            EXPECT_EQ(fault, "");
            ASSERT_EQ(all.size(), 2 * bytes.size());
            EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), all.begin() + 200'000));
        }
    }
}

TEST(Unpacker, ReturnsTheDataBeforeDamage) {
    const Octets bytes = counting(200'000);
    for (const Compression compression : {Compression::Xz, Compression::Zstd}) {
        Octets file = *pack(bytes, compression);
        file.resize(file.size() - 10);
        const auto [all, fault] = all_of(Unpacker(reader_of(file)), 4096);
        EXPECT_EQ(fault, "the " + std::string(name_of(compression)) + " stream is cut off");
        EXPECT_TRUE(std::equal(all.begin(), all.end(), bytes.begin()));
        const Unpacked whole = unpack(file, SIZE_MAX);
        EXPECT_EQ(whole.bytes, all);
        EXPECT_EQ(whole.fault->text, fault);
    }
}

} // namespace
} // namespace relit
