// What reading costs grows as the input does: ten times the size gives at most twelve times what is made of it, and asks for twelve
// times the memory. Time: bench/growth_bench.cpp.
#include "tests/support/allocations.hpp"
#include "tests/support/guests/large_readers.hpp"

#include <gtest/gtest.h>

#include <string>

namespace relit::test::growth_of_readers {
namespace {

struct Cost {
    std::size_t output = 0, memory = 0; // bytes
};

Cost cost_of(const LargeReader& reader, std::size_t size) {
    const FileOfAnySize file = reader.file(size);
    const std::size_t before = allocated_bytes();
    const std::size_t output = reader.read(file);
    EXPECT_NE(output, 0U) << "it is refused";
    return {output, allocated_bytes() - before};
}

class GrowthOfReaders : public testing::TestWithParam<LargeReader> {};

TEST_P(GrowthOfReaders, IsLinear) {
    constexpr std::size_t kTimes = 10, kMostGrowth = 12;
    const Cost small = cost_of(GetParam(), GetParam().large / kTimes), large = cost_of(GetParam(), GetParam().large);
    EXPECT_LE(large.output, kMostGrowth * small.output);
    EXPECT_LE(large.memory, kMostGrowth * small.memory);
}

INSTANTIATE_TEST_SUITE_P(Readers, GrowthOfReaders, testing::ValuesIn(large_readers()),
                         [](const auto& one) { return std::string(one.param.name); });

} // namespace
} // namespace relit::test::growth_of_readers
