#include "render/r500/video_memory.hpp"

#include <gtest/gtest.h>

namespace relit::render::r500 {
namespace {

machine::r500::Capture capture() {
    machine::r500::Capture capture;
    capture.buffers[3] = {.size = 64};
    capture.submissions.resize(2);
    capture.submissions[0].updates = {{3, std::nullopt}};
    capture.submissions[1].updates = {{3, std::nullopt}};
    return capture;
}

TEST(R500VideoMemory, WritesStayUntilTheCpuWrites) {
    const machine::r500::Capture all = capture();
    VideoMemory memory(all);
    memory.advance(0);
    auto bytes = memory.write({3, 8, 16});
    ASSERT_TRUE(bytes);
    (*bytes)[8] = 7;
    EXPECT_EQ((*memory.read(3))[8], 7);
    EXPECT_EQ(memory.machine().dword(3, 8), 7U);
    memory.advance(1);
    EXPECT_EQ((*memory.read(3))[8], 0);
    EXPECT_FALSE(memory.read(4));
}

TEST(R500VideoMemory, WritesMakeOlderCopiesOfTheirBytesOutOfDate) {
    const machine::r500::Capture all = capture();
    VideoMemory memory(all);
    memory.advance(0);
    const std::uint64_t then = memory.now();
    ASSERT_TRUE(memory.write({3, 8, 16}));
    EXPECT_TRUE(memory.is_written_since({3, 0, 9}, then));
    EXPECT_FALSE(memory.is_written_since({3, 0, 8}, then));
    EXPECT_FALSE(memory.is_written_since({3, 16, 64}, then));
    EXPECT_FALSE(memory.is_written_since({3, 0, 64}, memory.now()));
    EXPECT_FALSE(memory.is_written_since({4, 0, 64}, then));
    const std::uint64_t later = memory.now();
    memory.advance(1);
    EXPECT_TRUE(memory.is_written_since({3, 40, 41}, later));
}

/// However many writes there are, none is forgotten.
TEST(R500VideoMemory, ManyWritesAreTakenAsOne) {
    const machine::r500::Capture all = capture();
    VideoMemory memory(all);
    memory.advance(0);
    const std::uint64_t then = memory.now();
    for (std::uint64_t i = 0; i < 200; ++i) ASSERT_TRUE(memory.write({3, i % 64, i % 64 + 1}));
    for (std::uint64_t i = 0; i < 64; ++i) EXPECT_TRUE(memory.is_written_since({3, i, i + 1}, then));
}

} // namespace
} // namespace relit::render::r500
