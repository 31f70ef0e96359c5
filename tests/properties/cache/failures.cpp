// A share of what soaks do to caches in large counts: processes that are killed, files that are damaged.
#include "cache/layout.hpp"
#include "tests/support/cache/trials.hpp"

#include <gtest/gtest.h>

#include <unistd.h>
#include <filesystem>

namespace relit::cache_failures {
namespace {

namespace fs = std::filesystem;

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

TEST(CacheFailures, CountsNoEntryAsDroppedThatItCannotRemove) {
    const test::ScratchFolder scratch;
    {
        const auto cache = cache::Cache::open(test::trial_settings(scratch.cache()));
        ASSERT_TRUE(cache);
        for (const std::uint64_t i : {1, 2, 3}) test::put_trial(**cache, i);
    }
    for (const auto& one : fs::recursive_directory_iterator(scratch.cache())) fs::permissions(one, fs::perms::all);
    fs::permissions(scratch.cache(), fs::perms::all);
    fs::permissions(scratch.path(), fs::perms::all);
    const fs::path entries = fs::path(scratch.cache()) / cache::kEntriesFolder;
    constexpr uid_t kNobody = 65534;
    constexpr auto kToWrite = fs::perms::owner_write | fs::perms::group_write | fs::perms::others_write;
    fs::permissions(entries, kToWrite, fs::perm_options::remove);
    const int status = test::in_child([&] {
        if (::geteuid() == 0 && ::setuid(kNobody) != 0) return 99;
        const auto cache = cache::Cache::open(test::trial_settings(scratch.cache()));
        if (!cache) return 1;
        const auto dropped = (*cache)->store()->shrink(0);
        if (!dropped || dropped->entries != 0 || dropped->failed != 3) return 2;
        if (dropped->why != "cannot drop an entry: Permission denied") return 3;
        return (*cache)->store()->size()->entries == 3 ? 0 : 4;
    });
    EXPECT_EQ(status, 0);
    fs::permissions(entries, fs::perms::all);
    const auto dropped = cache::Cache::open(test::trial_settings(scratch.cache())).value()->store()->shrink(0);
    ASSERT_TRUE(dropped);
    EXPECT_EQ(dropped->entries, 3U);
    EXPECT_EQ(dropped->failed, 0U);
}

} // namespace
} // namespace relit::cache_failures
