// The tiers of a cache, and what must not harm it: full disks, folders that go, children, damage.
#include "cache/cache.hpp"
#include "tests/support/cache_trials.hpp"
#include "tests/support/write_points.hpp"

#include <gtest/gtest.h>

#include <sys/wait.h>
#include <unistd.h>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>

#include <fmt/format.h>

namespace relit::cache::cache_tiers {
namespace {

namespace fs = std::filesystem;
using test::find_trial;
using test::Found;
using test::put_trial;
using test::ScratchFolder;
using test::trial_key;
using test::trial_settings;
using test::trial_value;

constexpr Kind kKind = blobs(7); // that of trials

std::unique_ptr<Cache> opened(const Settings& settings) {
    auto cache = Cache::open(settings);
    EXPECT_TRUE(cache) << cache.error().text;
    return cache ? std::move(*cache) : nullptr;
}

void write_file(const fs::path& path, std::string_view text) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

TEST(Cache, FindsWhatWasPutAtOnceAndAfterItIsOpenedAgain) {
    const ScratchFolder scratch;
    for (const std::size_t memory : {std::size_t{0}, std::size_t{1} << 20}) {
        Settings settings = trial_settings(scratch.cache());
        settings.most_bytes_in_memory = memory;
        {
            const auto cache = opened(settings);
            for (std::uint64_t i = 0; i < 100; ++i) put_trial(*cache, i);
            EXPECT_TRUE(memory == 0 || find_trial(*cache, 5) == Found::Right);
            ASSERT_TRUE(cache->flush());
            for (std::uint64_t i = 0; i < 100; ++i) EXPECT_EQ(find_trial(*cache, i), Found::Right);
            EXPECT_EQ(find_trial(*cache, 100), Found::Nothing);
        }
        const auto cache = opened(settings);
        for (std::uint64_t i = 0; i < 100; ++i) EXPECT_EQ(find_trial(*cache, i), Found::Right);
        EXPECT_EQ(cache->counts().disk_hits, 100U);
        EXPECT_EQ(cache->counts().damaged, 0U);
    }
}

TEST(Cache, WorksInMemoryAlone) {
    const auto cache = opened({.most_bytes_in_memory = 1 << 20});
    put_trial(*cache, 1);
    EXPECT_EQ(find_trial(*cache, 1), Found::Right);
    EXPECT_TRUE(cache->flush());
    EXPECT_EQ(cache->store(), nullptr);
}

TEST(Cache, WritesWithinItsLongestWait) {
    const ScratchFolder scratch;
    const auto cache = opened(trial_settings(scratch.cache()));
    put_trial(*cache, 1);
    constexpr int kTries = 500;
    for (int i = 0; i < kTries && cache->counts().written == 0; ++i)
        std::this_thread::sleep_for(Cache::kLongestWait / 5);
    EXPECT_EQ(cache->counts().written, 1U);
    EXPECT_EQ(find_trial(*cache, 1), Found::Right);
}

TEST(Cache, IsBoundInMemoryAndKeepsWhatWasUsedLast) {
    constexpr std::size_t kMost = 1 << 16;
    const auto cache = opened({.most_bytes_in_memory = kMost});
    cache->put({1, 1}, kKind, blob({1, 2, 3}));
    for (std::uint64_t i = 0; i < 2000; ++i) {
        cache->put({16 * i + 1, i + 2}, kKind, blob(std::vector<std::uint8_t>(100))); // all in one shard
        ASSERT_NE(cache->find({1, 1}, kKind), nullptr) << i;
    }
    EXPECT_EQ(cache->find({17, 3}, kKind), nullptr);
}

TEST(Cache, NeverGivesAnEntryOfAnotherBuildOrKind) {
    const ScratchFolder scratch;
    Settings settings = trial_settings(scratch.cache());
    {
        const auto cache = opened(settings);
        put_trial(*cache, 1);
        ASSERT_TRUE(cache->flush());
        EXPECT_EQ(cache->find(trial_key(1), blobs(kKind.number + 1)), nullptr);
    }
    settings.build = test::kTrialBuild + 1;
    const auto other = opened(settings);
    EXPECT_EQ(find_trial(*other, 1), Found::Nothing);
    put_trial(*other, 1); // takes the place
    ASSERT_TRUE(other->flush());
    EXPECT_EQ(find_trial(*other, 1), Found::Right);
    EXPECT_EQ(other->counts().damaged, 0U);
}

std::vector<std::uint8_t> both(Bytes old, Bytes fresh) {
    std::vector<std::uint8_t> all(old.begin(), old.end());
    if (!std::ranges::equal(old, fresh)) all.insert(all.end(), fresh.begin(), fresh.end());
    return all;
}

TEST(Cache, JoinsValuesOfOneKeyAcrossCaches) {
    const ScratchFolder scratch;
    Settings settings = trial_settings(scratch.cache());
    settings.most_bytes_in_memory = 1 << 16;
    const auto one = opened(settings), two = opened(settings);
    one->put({1, 2}, blobs(kKind.number, both), blob({'a'}));
    two->put({1, 2}, blobs(kKind.number, both), blob({'b'}));
    one->put({1, 2}, blobs(kKind.number, both), blob({'c'}));
    EXPECT_EQ(one->find({1, 2}, kKind)->bytes(), (std::vector<std::uint8_t>{'a', 'c'}));
    ASSERT_TRUE(one->flush());
    ASSERT_TRUE(two->flush());
    const auto three = opened(settings);
    EXPECT_EQ(three->find({1, 2}, kKind)->bytes(), (std::vector<std::uint8_t>{'a', 'c', 'b'}));
}

/// Bytes that are as they were put, but mean nothing: as of a translator that forgot to change its number.
TEST(Cache, DropsWhatItsOwnerCannotRead) {
    const ScratchFolder scratch;
    Kind strict = kKind;
    strict.read = [](Bytes bytes) { return bytes.front() == 1 ? read_blob(bytes) : nullptr; };
    {
        const auto cache = opened(trial_settings(scratch.cache()));
        cache->put({1, 2}, kKind, blob({2, 3}));
        ASSERT_TRUE(cache->flush());
        EXPECT_EQ(cache->find({1, 2}, strict), nullptr);
        EXPECT_EQ(cache->counts().damaged, 1U);
        cache->put({1, 2}, strict, blob({1, 3}));
        ASSERT_TRUE(cache->flush());
    }
    const auto cache = opened(trial_settings(scratch.cache()));
    ASSERT_NE(cache->find({1, 2}, strict), nullptr);
    EXPECT_EQ(cache->find({1, 2}, strict)->bytes(), (std::vector<std::uint8_t>{1, 3}));
}

/// It is made to bytes by who writes, and never for memory alone.
TEST(Cache, MakesValuesToBytesWhereTheyAreWritten) {
    struct Counted final : Object {
        explicit Counted(std::atomic<int>& times) : count(times) {}
        [[nodiscard]] std::vector<std::uint8_t> bytes() const override {
            ++count;
            return {1};
        }
        [[nodiscard]] std::size_t size() const override { return 1; }
        std::atomic<int>& count;
    };
    std::atomic<int> count = 0;
    const auto alone = opened({.most_bytes_in_memory = 1 << 20});
    const Value value = std::make_shared<const Counted>(count);
    alone->put({1, 1}, kKind, value);
    ASSERT_TRUE(alone->flush());
    EXPECT_EQ(alone->find({1, 1}, kKind), value);
    EXPECT_EQ(count, 0);
    const ScratchFolder scratch;
    const auto cache = opened(trial_settings(scratch.cache()));
    cache->put({1, 1}, kKind, value);
    ASSERT_TRUE(cache->flush());
    EXPECT_EQ(count, 1);
}

TEST(Cache, KeepsNothingThatTurnsOutTooLarge) {
    struct Large final : Object {
        [[nodiscard]] std::vector<std::uint8_t> bytes() const override {
            return std::vector<std::uint8_t>(kMostValueBytes + 1);
        }
        [[nodiscard]] std::size_t size() const override { return 1; }
    };
    const ScratchFolder scratch;
    const auto cache = opened(trial_settings(scratch.cache()));
    cache->put({1, 1}, kKind, std::make_shared<const Large>());
    put_trial(*cache, 1);
    ASSERT_TRUE(cache->flush());
    EXPECT_EQ(cache->store()->size().entries, 1U);
    EXPECT_EQ(cache->find({1, 1}, kKind), nullptr);
    EXPECT_EQ(find_trial(*cache, 1), Found::Right);
}

TEST(Cache, DropsTheLeastRecentlyUsedWhereItIsFull) {
    const ScratchFolder scratch;
    Settings settings = trial_settings(scratch.cache());
    settings.most_bytes = 1 << 20;
    const auto cache = opened(settings);
    const auto put = [&](std::uint64_t i) { cache->put({i, i}, kKind, blob(std::vector<std::uint8_t>(4000))); };
    for (std::uint64_t i = 0; i < 1000; ++i) {
        put(i);
        if (i % 10 != 0) continue;
        ASSERT_TRUE(cache->flush());
        const Change use{.what = Change::What::Touch, .key = {0, 0}};
        ASSERT_TRUE(cache->store()->write({&use, 1}));
        ASSERT_LE(cache->store()->size().bytes, settings.most_bytes + 11 * 4096U);
    }
    ASSERT_TRUE(cache->flush());
    EXPECT_NE(cache->find({0, 0}, kKind), nullptr) << "it was used all the time";
    EXPECT_EQ(cache->find({1, 1}, kKind), nullptr);
    EXPECT_NE(cache->find({999, 999}, kKind), nullptr);
    EXPECT_GT(cache->store()->size().entries, 150U);
}

TEST(Cache, GrowsBeyondItsFirstMap) {
    const ScratchFolder scratch;
    const Settings settings = trial_settings(scratch.cache());
    const auto cache = opened(settings);
    const auto again = opened(settings); // has the same map
    constexpr std::uint64_t kCount = 90;
    for (std::uint64_t i = 0; i < kCount; ++i)
        cache->put({i, 1}, kKind, blob(std::vector<std::uint8_t>(std::size_t{1} << 20, static_cast<std::uint8_t>(i))));
    // Another process, which learns of it.
    ASSERT_TRUE(cache->flush());
    EXPECT_GT(cache->store()->size().file_bytes, std::uint64_t{80} << 20);
    const int status = test::in_child([&] {
        const auto other = Cache::open(settings);
        return other && (*other)->find({kCount - 1, 1}, kKind) != nullptr ? 0 : 1;
    });
    EXPECT_EQ(status, 0);
    for (std::uint64_t i = 0; i < kCount; ++i) EXPECT_NE(again->find({i, 1}, kKind), nullptr);
}

// ---- what goes wrong

TEST(Cache, LeavesFoldersAloneThatAreNoCache) {
    const ScratchFolder scratch;
    const fs::path folder = scratch.cache();
    write_file(folder / "letter.txt", "dear");
    const auto refused = Cache::open(trial_settings(folder));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().text, "the folder is not empty, and no cache");
    EXPECT_TRUE(fs::exists(folder / "letter.txt"));
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 1);
}

TEST(Cache, LeavesNewerVersionsAlone) {
    const ScratchFolder scratch;
    const fs::path folder = scratch.cache();
    { put_trial(*opened(trial_settings(folder)), 1); }
    write_file(folder / "relit-cache", "relit cache 2\n");
    const auto refused = Cache::open(trial_settings(folder));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, FaultKind::NotSupported);
    EXPECT_EQ(refused.error().text, "the cache has version 2, this program knows 1; it is left as it is");
    write_file(folder / "relit-cache", "relit cache 1\n");
    EXPECT_EQ(find_trial(*opened(trial_settings(folder)), 1), Found::Right);
    write_file(folder / "relit-cache", "something");
    EXPECT_EQ(Cache::open(trial_settings(folder)).error().text,
              "the version file is damaged; the cache is left as it is");
}

TEST(Cache, SetsADamagedStoreAsideAndSaysSo) {
    const ScratchFolder scratch;
    const fs::path folder = scratch.cache();
    { put_trial(*opened(trial_settings(folder)), 1); }
    fs::resize_file(folder / "store" / "data.mdb", 5000);
    Settings to_read = trial_settings(folder);
    to_read.read_only = true;
    EXPECT_EQ(Cache::open(to_read).error().text, "the store is damaged: page 6 lies behind the end of the file");
    const auto cache = opened(trial_settings(folder));
    ASSERT_TRUE(cache->store()->damage());
    EXPECT_EQ(cache->store()->damage()->text, "the store is damaged: page 6 lies behind the end of the file");
    EXPECT_EQ(find_trial(*cache, 1), Found::Nothing);
    put_trial(*cache, 1);
    ASSERT_TRUE(cache->flush());
    EXPECT_EQ(find_trial(*cache, 1), Found::Right);
    std::size_t aside = 0;
    for (const auto& one : fs::directory_iterator(folder))
        aside += one.path().filename().string().starts_with("store.bad-") ? 1U : 0U;
    EXPECT_EQ(aside, 1U);
}

TEST(Cache, SurvivesThatItsFileIsCutOffWhileItIsOpen) {
    const ScratchFolder scratch;
    const auto cache = opened(trial_settings(scratch.cache()));
    for (std::uint64_t i = 0; i < 50; ++i) put_trial(*cache, i);
    ASSERT_TRUE(cache->flush());
    ASSERT_EQ(find_trial(*cache, 3), Found::Right);
    fs::resize_file(fs::path(scratch.cache()) / "store" / "data.mdb", 8192);
    std::this_thread::sleep_for(std::chrono::milliseconds(1)); // its size is trusted for a moment
    EXPECT_EQ(find_trial(*cache, 3), Found::Nothing);
    put_trial(*cache, 60);
    EXPECT_FALSE(cache->flush());
    EXPECT_EQ(cache->counts().dropped, 1U);
}

TEST(Cache, SurvivesThatItsFolderGoesWhileItIsOpen) {
    const ScratchFolder scratch;
    Settings settings = trial_settings(scratch.cache());
    settings.most_bytes_in_memory = 1 << 20;
    const auto cache = opened(settings);
    put_trial(*cache, 1);
    ASSERT_TRUE(cache->flush());
    fs::remove_all(scratch.cache());
    put_trial(*cache, 2);
    (void)cache->flush();
    EXPECT_EQ(find_trial(*cache, 1), Found::Right);
    EXPECT_EQ(find_trial(*cache, 2), Found::Right);
    EXPECT_EQ(find_trial(*opened(settings), 1), Found::Nothing) << "a new one is empty";
}

TEST(Cache, SaysThatTheDiskIsFullAndGoesOn) {
    const ScratchFolder scratch;
    Settings settings = trial_settings(scratch.cache());
    settings.most_bytes_in_memory = 1 << 20;
    {
        const auto cache = opened(settings);
        put_trial(*cache, 1);
        ASSERT_TRUE(cache->flush());
        test::fail_writes_from(1, ENOSPC);
        put_trial(*cache, 2);
        const Status written = cache->flush();
        test::fail_writes_from(0, 0);
        EXPECT_FALSE(written);
        EXPECT_TRUE(cache->last_fault());
        EXPECT_EQ(find_trial(*cache, 2), Found::Right) << "in memory";
        put_trial(*cache, 3);
        EXPECT_TRUE(cache->flush()) << "there is room again";
    }
    const auto cache = opened(settings);
    EXPECT_EQ(find_trial(*cache, 1), Found::Right);
    EXPECT_EQ(find_trial(*cache, 2), Found::Nothing);
    EXPECT_EQ(find_trial(*cache, 3), Found::Right);
}

/// As somebody who may not write there; root may everywhere.
int as_nobody(const std::function<int()>& body) {
    constexpr uid_t kNobody = 65534;
    return test::in_child([&] { return ::geteuid() == 0 && ::setuid(kNobody) != 0 ? 99 : body(); });
}

TEST(Cache, IsRefusedWithoutTheRightToWriteIt) {
    const ScratchFolder scratch;
    { put_trial(*opened(trial_settings(scratch.cache())), 1); }
    for (const fs::path& one :
         {fs::path(scratch.cache()) / "store" / "lock.mdb", fs::path(scratch.cache()) / "relit-cache"})
        fs::permissions(one, fs::perms::owner_read | fs::perms::others_read);
    fs::permissions(scratch.path(), fs::perms::all);
    const int status = as_nobody([&] {
        Settings settings = trial_settings(scratch.cache());
        if (Cache::open(settings)) return 1;
        settings.read_only = true;
        const auto refused = Cache::open(settings);
        return !refused && refused.error().text.find("ermission") != std::string::npos ? 0 : 2;
    });
    EXPECT_EQ(status, 0);
}

TEST(Cache, IsReadWithoutBeingWrittenWhereThatIsAsked) {
    const ScratchFolder scratch;
    Settings settings = trial_settings(scratch.cache());
    settings.read_only = true;
    EXPECT_FALSE(Cache::open(settings)) << "there is none";
    EXPECT_FALSE(fs::exists(scratch.cache()));
    { put_trial(*opened(trial_settings(scratch.cache())), 1); }
    const auto cache = opened(settings);
    EXPECT_EQ(find_trial(*cache, 1), Found::Right);
    put_trial(*cache, 2);
    EXPECT_TRUE(cache->flush());
    EXPECT_FALSE(cache->store()->shrink(0));
    EXPECT_EQ(cache->store()->size().entries, 1U);
}

TEST(Cache, IsOfNoUseToAChildAndUnharmedByIt) {
    const ScratchFolder scratch;
    const auto cache = opened(trial_settings(scratch.cache()));
    put_trial(*cache, 1);
    ASSERT_TRUE(cache->flush());
    const int status = test::in_child([&] {
        if (find_trial(*cache, 1) != Found::Nothing) return 1;
        const auto own = Cache::open(trial_settings(scratch.cache()));
        if (!own || find_trial(**own, 1) != Found::Right) return 2;
        put_trial(**own, 2);
        return (*own)->flush() ? 0 : 3;
    });
    EXPECT_EQ(status, 0);
    put_trial(*cache, 3);
    EXPECT_TRUE(cache->flush());
    for (const std::uint64_t i : {1, 2, 3}) EXPECT_EQ(find_trial(*cache, i), Found::Right) << i;
}

TEST(Cache, Has200ReadersAtOnce) {
    const ScratchFolder scratch;
    const auto settings = trial_settings(scratch.cache());
    { put_trial(*opened(settings), 1); }
    int ready[2], go[2];
    ASSERT_EQ(::pipe(ready), 0);
    ASSERT_EQ(::pipe(go), 0);
    constexpr int kReaders = 200;
    std::vector<pid_t> readers;
    for (int i = 0; i < kReaders; ++i) {
        readers.push_back(::fork());
        if (readers.back() != 0) continue;
        const auto cache = Cache::open(settings);
        const char good = cache && find_trial(**cache, 1) == Found::Right ? 1 : 0;
        char end = 0;
        ::close(go[1]);
        (void)!::write(ready[1], &good, 1);
        (void)!::read(go[0], &end, 1);
        ::_exit(0);
    }
    int good = 0;
    for (int i = 0; i < kReaders; ++i) {
        char one = 0;
        ASSERT_EQ(::read(ready[0], &one, 1), 1);
        good += one;
    }
    EXPECT_EQ(good, kReaders);
    {
        const auto cache = opened(settings); // with all of them there
        put_trial(*cache, 2);
        EXPECT_TRUE(cache->flush());
        EXPECT_EQ(find_trial(*cache, 2), Found::Right);
    }
    ::close(go[1]);
    for (const pid_t reader : readers) ::waitpid(reader, nullptr, 0);
    for (const int end : {ready[0], ready[1], go[0]}) ::close(end);
}

TEST(Cache, IsSharedByThreads) {
    const ScratchFolder scratch;
    Settings settings = trial_settings(scratch.cache());
    settings.most_bytes_in_memory = 1 << 15;
    const auto cache = opened(settings);
    std::atomic<int> wrong = 0, right = 0;
    {
        std::vector<std::jthread> threads;
        for (std::uint64_t t = 0; t < 4; ++t) {
            threads.emplace_back([&, t] {
                for (std::uint64_t i = 0; i < 400; ++i) {
                    const std::uint64_t number = (i * 7 + t * 31) % 150;
                    if (i % 3 == 0) put_trial(*cache, number);
                    const Found found = find_trial(*cache, number);
                    wrong += found == Found::Wrong ? 1 : 0;
                    right += found == Found::Right ? 1 : 0;
                }
            });
        }
    }
    EXPECT_EQ(wrong, 0);
    EXPECT_GT(right, 400);
    ASSERT_TRUE(cache->flush());
    for (std::uint64_t i = 0; i < 150; ++i) EXPECT_NE(find_trial(*cache, i), Found::Wrong);
}

} // namespace
} // namespace relit::cache::cache_tiers
