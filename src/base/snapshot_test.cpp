// Snapshots as bytes: what is written is read, and what is damaged is refused with its offset.
#include "base/snapshot.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace relit {

struct SnapshotSample {
    std::uint16_t number = 0;
    bool is_set = false;
    std::array<std::uint8_t, 3> few{};
    std::optional<std::uint32_t> maybe;
    std::vector<std::uint8_t> bytes;
    std::vector<std::uint16_t> numbers;

    [[nodiscard]] bool operator==(const SnapshotSample&) const = default;
    [[nodiscard]] std::string_view fault() const { return number == 666 ? "this number cannot be" : ""; }
    static void each_member(auto& self, auto&& visit) {
        auto& [number, is_set, few, maybe, bytes, numbers] = self;
        visit(number, is_set, few, maybe, bytes, numbers);
    }
};

namespace {

using Octets = std::vector<std::uint8_t>;
constexpr SnapshotKind kKind{"RELITXX\n", 3, 7, "a sample"};

SnapshotSample snapshot_sample() { return {0x1234, true, {1, 2, 3}, 0x55667788, {9, 8}, {0x0102, 0x0304}}; }

TEST(Snapshot, IsStoredMemberByMember) {
    const Octets file = write_snapshot(kKind, snapshot_sample());
    const Octets content(file.begin() + kSnapshotHeader, file.end() - 16);
    const Octets wanted{0x34, 0x12, 1, 1, 2, 3, 1, 0x88, 0x77, 0x66, 0x55, 2, 0, 0, 0, 0, 0,
                        0,    0,    9, 8, 2, 0, 0, 0,    0,    0,    0,    0, 2, 1, 4, 3};
    EXPECT_EQ(content, wanted);
    EXPECT_EQ(std::string(file.begin(), file.begin() + 8), "RELITXX\n");
    EXPECT_EQ(Octets(file.begin() + 8, file.begin() + 24), (Octets{3, 0, 0, 0, 7, 0, 0, 0, 33, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(Snapshot, IsReadAsItWasWritten) {
    const auto read = read_snapshot<SnapshotSample>(kKind, write_snapshot(kKind, snapshot_sample()));
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_EQ(*read, snapshot_sample());
    const auto empty = read_snapshot<SnapshotSample>(kKind, write_snapshot(kKind, SnapshotSample{}));
    ASSERT_TRUE(empty);
    EXPECT_EQ(*empty, SnapshotSample{});
}

TEST(Snapshot, IsRefusedCutOffAnywhere) {
    const Octets file = write_snapshot(kKind, snapshot_sample());
    for (std::size_t size = 0; size < file.size(); ++size) {
        const auto read = read_snapshot<SnapshotSample>(kKind, Bytes(file).first(size));
        ASSERT_FALSE(read) << size;
        EXPECT_EQ(read.error().offset, size) << read.error().text;
    }
}

TEST(Snapshot, IsRefusedWithAnyBitChanged) {
    const Octets file = write_snapshot(kKind, snapshot_sample());
    for (std::size_t bit = 0; bit < file.size() * 8; ++bit) {
        Octets damaged = file;
        damaged[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
        const auto read = read_snapshot<SnapshotSample>(kKind, damaged);
        ASSERT_FALSE(read) << bit;
        EXPECT_TRUE(read.error().offset && *read.error().offset <= file.size());
    }
}

/// Gives the fault of reading a file, with its offset.
std::string snapshot_fault(const Octets& file) {
    const auto read = read_snapshot<SnapshotSample>(kKind, file);
    return read ? "" : std::to_string(*read.error().offset) + ": " + read.error().text;
}

TEST(Snapshot, SaysWhatIsWrong) {
    const Octets file = write_snapshot(kKind, snapshot_sample());
    Octets other = file, longer = file, damaged = file;
    other[8] = 4, longer.push_back(0), damaged[30] ^= 1;
    EXPECT_EQ(snapshot_fault(other), "8: a snapshot of version 4; only version 3 can be read");
    EXPECT_EQ(snapshot_fault(longer), "16: 33 bytes of content, but 34 are there");
    EXPECT_EQ(snapshot_fault(damaged), "57: damaged: the checksum is not that of the content");
    EXPECT_EQ(snapshot_fault(write_snapshot({"RELITXX\n", 3, 8, "b"}, 0)), "12: no snapshot of a sample");
    EXPECT_EQ(snapshot_fault(Octets{'P', 'K'}), "0: no snapshot: it does not begin with \"RELITXX\n\"");
}

// A checksum that fits says nothing about the content.
TEST(Snapshot, SaysWhatOfTheContentCannotBe) {
    const Octets file = write_snapshot(kKind, snapshot_sample());
    Octets content(file.begin() + kSnapshotHeader, file.end() - 16);
    const auto with = [&](std::size_t at, std::uint8_t byte) {
        Octets changed = content;
        changed[at] = byte;
        return snapshot_fault(sealed_snapshot(kKind, changed));
    };
    EXPECT_EQ(with(2, 2), "26: a byte that says yes or no is neither");
    EXPECT_EQ(with(18, 1), "43: a list is longer than what is left of the snapshot"); // of 2^56 bytes
    EXPECT_EQ(with(21, 3), "57: the snapshot ends inside of a value");
    EXPECT_EQ(with(21, 1), "55: bytes follow the last value of the snapshot");
    content[0] = 0x9a, content[1] = 0x02;
    EXPECT_EQ(snapshot_fault(sealed_snapshot(kKind, content)), "24: this number cannot be");
}

} // namespace
} // namespace relit
