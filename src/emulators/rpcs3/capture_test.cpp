#include "emulators/rpcs3/capture.hpp"

#include "emulators/rpcs3/test_capture.hpp"

#include <gtest/gtest.h>

namespace relit::emulators::rpcs3 {
namespace {

std::vector<std::uint8_t> small_capture(std::uint32_t version) {
    test::CaptureWriter to(version);
    const std::uint64_t block = to.block(0x100, 1, {0x11, 0x22, 0x33});
    to.command(0x100, 0); // a method without an argument
    to.method(0x1808, {5});
    to.method(0x1f00, {1, 2, 3});
    to.command(0x40081824, 7), to.command(0, 8); // the address stays
    to.method(0x1808, {0}, {block});
    return to.file();
}

TEST(RsxCapture, GzipIsKnownByThreeBytes) {
    const std::vector<std::uint8_t> begin = {0x1f, 0x8b, 8, 0};
    for (std::size_t size = 0; size <= begin.size(); ++size) EXPECT_EQ(is_gzip(Bytes(begin).first(size)), size >= 3);
    EXPECT_FALSE(is_gzip(std::vector<std::uint8_t>{0x1f, 0x8b, 7}));
}

TEST(RsxCapture, EveryVersionSaysTheSame) {
    for (const std::uint32_t version : kCaptureVersions) {
        const auto file = small_capture(version);
        ASSERT_TRUE(is_capture(file));
        const auto read = read_capture(file);
        ASSERT_TRUE(read) << version << ": " << read.error().text;
        EXPECT_EQ(read->version, version);
        ASSERT_EQ(read->blocks.size(), 1U);
        const auto& [key, block] = *read->blocks.begin();
        EXPECT_EQ(block.offset, 0x100U);
        EXPECT_EQ(block.location, 1U);
        ASSERT_TRUE(read->data.contains(block.data));
        EXPECT_EQ(read->data.at(block.data).size(), 3U);
        EXPECT_EQ(read->data.at(block.data)[2], 0x33);
        std::vector<std::pair<std::uint32_t, std::uint32_t>> writes;
        for (const CapturedWrite& write : read->writes) writes.emplace_back(write.address, write.value);
        const decltype(writes) expected = {{0x1808, 5}, {0x1f00, 1}, {0x1f04, 2}, {0x1f08, 3},
                                           {0x1824, 7}, {0x1824, 8}, {0x1808, 0}};
        EXPECT_EQ(writes, expected);
        EXPECT_EQ(read->writes.back().blocks, std::vector{key});
        EXPECT_EQ(read->cut_short, 0U);
    }
}

TEST(RsxCapture, OtherVersionsAreRefusedByName) {
    for (const std::uint32_t version : {0U, 1U, 3U, 7U}) {
        const auto read = read_capture(test::CaptureWriter(version).file());
        ASSERT_FALSE(read);
        EXPECT_EQ(read.error().kind, FaultKind::NotSupported);
        EXPECT_EQ(read.error().text, "the capture is of version " + std::to_string(version) + "; 4, 5, 6 are read");
    }
    auto file = small_capture(6);
    file[4] = 4;
    EXPECT_EQ(read_capture(file).error().text, "a capture of version 4 does not begin so");
    file[4] = 6, file[8] = 0;
    EXPECT_EQ(read_capture(file).error().text, "the capture has big-endian numbers");
}

TEST(RsxCapture, StatesOfAllSizesAreRead) {
    const test::CaptureWriter to;
    const auto old = to.file(512), usual = to.file(), constants = to.file(544, 512), none = to.file(512, 512);
    ASSERT_TRUE(read_capture(old) && read_capture(usual) && read_capture(constants));
    EXPECT_EQ(read_capture(old)->transform_program.size(), 512U * 16);
    EXPECT_EQ(read_capture(usual)->transform_program.size(), 544U * 16);
    EXPECT_TRUE(read_capture(usual)->transform_constants.empty());
    EXPECT_EQ(read_capture(constants)->transform_constants.size(), 512U * 16);
    ASSERT_FALSE(read_capture(none));
    EXPECT_EQ(read_capture(none).error().text, "81920 bytes of registers; there are 73728, 74240, 82432");
}

TEST(RsxCapture, EveryCutIsAFault) {
    for (const std::uint32_t version : kCaptureVersions) {
        const auto file = small_capture(version);
        for (std::size_t size = 0; size < file.size(); size += size < 600 ? 1 : 997)
            EXPECT_FALSE(read_capture(Bytes(file).first(size))) << size;
    }
}

TEST(RsxCapture, HugeCountsAreFaults) {
    auto file = small_capture(6);
    const std::vector<std::uint8_t> huge = {0xff, 0xff, 0xff, 0xff, 0x0f};
    file.insert(file.begin() + 12, huge.begin(), huge.end());
    const auto read = read_capture(file);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().offset, 12U);
    auto old = small_capture(4);
    old[8 + 7] = 0x80;
    EXPECT_EQ(read_capture(old).error().text, "9223372036854775808 tile states do not fit into the rest of the file");
}

TEST(RsxCapture, TooManyBlocksOfCommandsAreRefused) {
    std::vector<std::uint8_t> file = {'R', 'R', 'C', 0, 6, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3};
    for (int i = 0; i < 3; ++i) {
        file.insert(file.end(), {0x08, 0x18, 0x04, 0, 1, 0, 0, 0, 0x80, 0x80, 0x20}); // 2^19 of them
        file.resize(file.size() + (std::size_t{8} << 19) + 16);
    }
    file.resize(file.size() + 74240);
    const auto read = read_capture(file);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().text, "the commands use more than 1048576 memory blocks");
    EXPECT_EQ(read.error().offset, 17 + 2 * (11 + (std::size_t{8} << 19) + 16));
}

TEST(RsxCapture, MethodsThatAreCutShortAreCounted) {
    test::CaptureWriter to;
    to.command(0x80000 | 0x1f00, 1), to.method(0x1808, {5}); // of two arguments the second is missing
    to.command(0x80000 | 0x1f00, 1);
    const auto file = to.file();
    EXPECT_EQ(read_capture(file)->cut_short, 2U);
}

} // namespace
} // namespace relit::emulators::rpcs3
