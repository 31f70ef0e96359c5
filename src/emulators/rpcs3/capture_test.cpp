#include "emulators/rpcs3/capture.hpp"

#include <gtest/gtest.h>

namespace relit::emulators::rpcs3 {
namespace {

/// Writes a capture as the description of its format has it.
struct Writer {
    std::vector<std::uint8_t> bytes;

    void number(std::uint64_t value, unsigned size) {
        for (unsigned i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
    }
    void command(std::uint32_t head, std::uint32_t value, std::uint64_t block = 0) {
        number(head, 4), number(value, 4), number(block != 0 ? 1 : 0, 1);
        if (block != 0) number(block, 8);
        number(0, 16 / 2), number(0, 16 / 2);
    }
};

/// Two draws; the second one's fragment program is not in it.
std::vector<std::uint8_t> capture(std::uint32_t version = 6) {
    Writer to;
    to.bytes = {'R', 'R', 'C', 0};
    to.number(version, 4), to.number(1, 4);
    to.number(0, 1);                                                                         // tile states
    to.number(1, 1), to.number(0x100, 4), to.number(1, 4), to.number(7, 8), to.number(9, 8); // a block
    to.number(1, 1), to.number(3, 1), to.number(0x332211, 3), to.number(7, 8);               // its bytes
    to.number(0, 1);                                                                         // display buffers
    to.number(9, 1);
    to.command(0x408e4, 0x102), to.command(0x41808, 5), to.command(0x41814, 0x02000000), to.command(0x41808, 0, 9);
    to.command(0x408e4, 0x201), to.command(0x41808, 8);
    to.command(0x40081824, 0x03000000), to.command(0, 0x07000000), to.command(0x41808, 0);
    to.bytes.resize(to.bytes.size() + 512 * 16 + 0x10000);
    return to.bytes;
}

TEST(RsxCapture, DrawsAndTheirFragmentPrograms) {
    const auto file = capture();
    const auto read = read_capture(file);
    ASSERT_TRUE(read) << read.error().text;
    const auto draws = draws_of(*read);
    ASSERT_EQ(draws.size(), 2U);
    EXPECT_EQ(draws[0].primitive, 5U);
    EXPECT_EQ(draws[0].vertices, 3U);
    EXPECT_EQ(draws[0].location, 1U);
    EXPECT_EQ(draws[0].offset, 0x100U);
    ASSERT_EQ(draws[0].fragment.size(), 3U);
    EXPECT_EQ(draws[0].fragment[0], 0x11);
    EXPECT_EQ(draws[1].vertices, 12U);
    EXPECT_EQ(draws[1].location, 0U);
    EXPECT_TRUE(draws[1].fragment.empty());
}

TEST(RsxCapture, OtherVersionsAreRefusedByName) {
    const auto read = read_capture(capture(4));
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().text, "the capture is of version 4; 6 is read");
}

TEST(RsxCapture, EveryCutIsAFault) {
    const auto file = capture();
    for (std::size_t size = 0; size < file.size(); size += size < 400 ? 1 : 997)
        EXPECT_FALSE(read_capture(Bytes(file).first(size))) << size;
}

TEST(RsxCapture, HugeCountsAreFaults) {
    auto file = capture();
    const std::vector<std::uint8_t> huge = {0xff, 0xff, 0xff, 0xff, 0x0f};
    file.insert(file.begin() + 12, huge.begin(), huge.end());
    const auto read = read_capture(file);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().offset, 12U);
}

} // namespace
} // namespace relit::emulators::rpcs3
