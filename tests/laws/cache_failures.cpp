// A share of what soaks do to caches in large counts: processes that are killed, files that are damaged.
#include "tests/support/cache_trials.hpp"

#include <gtest/gtest.h>

namespace relit::cache_failures {
namespace {

TEST(CacheFailures, KillsAtEveryWritePointLoseNothingThatWasCommitted) {
    constexpr std::uint64_t kMost = 300;
    for (const bool from_empty : {false, true}) {
        for (const bool torn : {false, true}) {
            bool is_done = false;
            std::uint64_t point = 1;
            for (; !is_done && point < kMost; ++point) {
                const std::string fault = test::write_point_fault(point, torn, from_empty, is_done);
                ASSERT_EQ(fault, "") << "write point " << point << (torn ? ", torn" : "");
            }
            EXPECT_TRUE(is_done) << "more write points than expected";
            EXPECT_GT(point, 10U) << "no write was seen";
        }
    }
}

TEST(CacheFailures, RandomKillsOfWritersAndReadersLoseNothing) {
    EXPECT_EQ(test::random_kills_fault(0, 40, test::Processes::Together), "");
}

TEST(CacheFailures, ContainersShareAFolderAndLoseNothing) {
    if (const std::string why = test::not_contained(); !why.empty()) GTEST_SKIP() << why;
    for (int i = 0; i < 5; ++i) ASSERT_EQ(test::containers_fault(), "") << "time " << i;
}

TEST(CacheFailures, RandomKillsOfContainersLoseNothing) {
    if (const std::string why = test::not_contained(); !why.empty()) GTEST_SKIP() << why;
    EXPECT_EQ(test::random_kills_fault(0, 40, test::Processes::Contained), "");
}

TEST(CacheFailures, DamagedFilesGiveNoWrongValueAndEndNoProcess) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) ASSERT_EQ(test::corruption_fault(seed), "") << "seed " << seed;
}

TEST(CacheFailures, DamagedPacksGiveWhatLiesInFrontOfTheDamage) {
    for (std::uint64_t seed = 0; seed < 3000; ++seed) ASSERT_EQ(test::pack_fault(seed), "") << "seed " << seed;
}

} // namespace
} // namespace relit::cache_failures
