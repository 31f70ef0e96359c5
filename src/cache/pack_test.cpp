#include "cache/pack.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit::cache {
namespace {

std::vector<std::uint8_t> value_of_number(std::uint64_t i) {
    return std::vector<std::uint8_t>(static_cast<std::size_t>(100 * i), static_cast<std::uint8_t>(i));
}

/// Of five entries, and where each begins; the last number is the end.
struct TestPack {
    std::vector<std::uint8_t> bytes{kPackMagic.begin(), kPackMagic.end()};
    std::vector<std::size_t> begins;
};
TestPack test_pack() {
    TestPack pack;
    for (std::uint64_t i = 0; i < 5; ++i) {
        pack.begins.push_back(pack.bytes.size());
        const auto entry = packed_entry(seal({{i, i}, 1, 2}, value_of_number(i)));
        pack.bytes.insert(pack.bytes.end(), entry->begin(), entry->end());
    }
    pack.begins.push_back(pack.bytes.size());
    return pack;
}

/// The keys that were read; each with the right value.
std::vector<std::uint64_t> keys_in(Bytes bytes, PackRead& read) {
    std::vector<std::uint64_t> keys;
    const auto done = read_pack(reader_of(bytes), [&](const Label& label, std::vector<std::uint8_t> value) -> Status {
        EXPECT_EQ(value, value_of_number(label.key.low));
        keys.push_back(label.key.low);
        return {};
    });
    read = done.value_or(PackRead{});
    return keys;
}

TEST(CachePack, IsReadAsItWasWritten) {
    PackRead read;
    EXPECT_EQ(keys_in(test_pack().bytes, read), (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
    EXPECT_EQ(read.entries, 5U);
    EXPECT_FALSE(read.fault);
}

TEST(CachePack, IsReadUpToWhereItIsCutOff) {
    const TestPack pack = test_pack();
    for (std::size_t size = kPackMagic.size(); size < pack.bytes.size(); ++size) {
        PackRead read;
        const auto keys = keys_in(Bytes(pack.bytes).first(size), read);
        const auto whole = std::ranges::upper_bound(pack.begins, size) - pack.begins.begin() - 1;
        ASSERT_EQ(keys.size(), static_cast<std::size_t>(whole)) << size;
        ASSERT_EQ(read.fault.has_value(), std::ranges::find(pack.begins, size) == pack.begins.end()) << size;
    }
}

TEST(CachePack, LeavesOutWhatIsDamaged) {
    TestPack pack = test_pack();
    pack.bytes[pack.begins[2] + kHeaderBytes + 3] ^= 1;
    PackRead read;
    EXPECT_EQ(keys_in(pack.bytes, read), (std::vector<std::uint64_t>{0, 1, 3, 4}));
    EXPECT_EQ(read.damaged, 1U);
    ASSERT_TRUE(read.fault);
    EXPECT_EQ(read.fault->text, "entry 3: its checksum is wrong");
    EXPECT_EQ(read.fault->offset, pack.begins[2]);
}

TEST(CachePack, IsNotReadWhereItIsNone) {
    const std::uint8_t text[] = {'n', 'o', ' ', 'p', 'a', 'c', 'k', '!', '!'};
    const auto done = read_pack(reader_of(text), [](const Label&, std::vector<std::uint8_t>) { return Status{}; });
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().text, "this is no pack of a cache");
}

} // namespace
} // namespace relit::cache
