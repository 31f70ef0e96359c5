#include "cache/entry.hpp"

#include <gtest/gtest.h>

#include <random>

namespace relit::cache {
namespace {

constexpr Label kLabel{{0x1122334455667788, 0x99aabbccddeeff00}, 3, 0x0123456789abcdef};

std::vector<std::uint8_t> some_bytes(std::size_t size, std::uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<std::uint8_t> bytes(size);
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random() % 7);
    return bytes;
}

TEST(CacheEntry, OpensAsItWasSealed) {
    for (const Packing packing : {Packing::None, Packing::Zstd}) {
        for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{6000}}) {
            const auto value = some_bytes(size, 1);
            const auto sealed = seal(kLabel, value, packing);
            const auto entry = open_entry(sealed);
            ASSERT_TRUE(entry) << text_of(entry.error());
            EXPECT_EQ(entry->label, kLabel);
            EXPECT_EQ(entry->packing, packing);
            EXPECT_EQ(declared_bytes(sealed), sealed.size());
            EXPECT_EQ(value_of(*entry), value);
        }
    }
}

// Where everything lies is a format: other programs' caches have it too.
TEST(CacheEntry, HasTheLayoutOfItsVersion) {
    const std::uint8_t value[] = {0xaa, 0xbb, 0xcc};
    const auto sealed = seal(kLabel, value);
    ASSERT_EQ(sealed.size(), kHeaderBytes + 3);
    constexpr std::uint8_t kHeader[] = {'R',  'L',  'C',  'E',  1, 0,    3,    0,    0xef, 0xcd, 0xab, 0x89, 0x67, 0x45,
                                        0x23, 0x01, 3,    0,    0, 0,    3,    0,    0,    0,    0x88, 0x77, 0x66, 0x55,
                                        0x44, 0x33, 0x22, 0x11, 0, 0xff, 0xee, 0xdd, 0xcc, 0xbb, 0xaa, 0x99};
    EXPECT_TRUE(std::ranges::equal(Bytes(sealed).first(sizeof kHeader), kHeader));
}

TEST(CacheEntry, ShowsEveryChangedBit) {
    for (const Packing packing : {Packing::None, Packing::Zstd}) {
        const auto sealed = seal(kLabel, some_bytes(60, 2), packing);
        for (std::size_t bit = 0; bit < 8 * sealed.size(); ++bit) {
            auto changed = sealed;
            changed[bit / 8] = static_cast<std::uint8_t>(changed[bit / 8] ^ 1U << bit % 8);
            EXPECT_FALSE(open_entry(changed)) << "bit " << bit;
        }
    }
}

TEST(CacheEntry, IsNotOpenedWhereItIsCutOff) {
    const auto sealed = seal(kLabel, some_bytes(60, 3));
    for (std::size_t size = 0; size < sealed.size(); ++size) {
        const auto entry = open_entry(Bytes(sealed).first(size));
        ASSERT_FALSE(entry);
        EXPECT_EQ(entry.error(), Flaw::Short);
    }
}

} // namespace
} // namespace relit::cache
