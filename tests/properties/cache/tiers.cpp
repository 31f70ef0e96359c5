// The tiers of a cache, and what must not harm it: full disks, folders that go, children, damage.
#include "cache/cache.hpp"
#include "tests/support/cache/trials.hpp"
#include "tests/support/cache/write_points.hpp"

#include <gtest/gtest.h>

#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
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
    EXPECT_EQ(cache->store()->size()->entries, 1U);
    EXPECT_EQ(cache->find({1, 1}, kKind), nullptr);
    EXPECT_EQ(find_trial(*cache, 1), Found::Right);
}

/// Uses are reads, each by a process that does nothing else.
TEST(Cache, DropsTheLeastRecentlyUsedWhereItIsFull) {
    const ScratchFolder scratch;
    Settings settings = trial_settings(scratch.cache());
    settings.most_bytes = 1 << 20;
    settings.use_resolution = std::chrono::milliseconds(0);
    constexpr std::uint64_t kCount = 600, kUsedUpTo = 20;
    const auto is_used = [](std::uint64_t i) { return i < kUsedUpTo && i % 2 == 0; };
    for (std::uint64_t i = 0; i < kCount; i += 10) {
        const int status = test::in_child([&] {
            const auto cache = Cache::open(settings);
            for (std::uint64_t k = i; cache && k < i + 10; ++k)
                (*cache)->put({k, k}, kKind, blob(std::vector<std::uint8_t>(4000)));
            return cache && (*cache)->flush() && (*cache)->store()->size()->bytes <= settings.most_bytes ? 0 : 1;
        });
        ASSERT_EQ(status, 0);
        for (std::uint64_t k = 0; k < std::min(i + 10, kUsedUpTo); ++k) {
            if (!is_used(k)) continue;
            const int used = test::in_child([&] {
                const auto cache = Cache::open(settings);
                return cache && (*cache)->find({k, k}, kKind) != nullptr ? 0 : 1;
            });
            ASSERT_EQ(used, 0) << k << " of " << i;
        }
    }
    const auto cache = opened(settings);
    std::uint64_t last = kCount;
    for (std::uint64_t i = kUsedUpTo; i < kCount; ++i) {
        const bool is_there = cache->find({i, i}, kKind) != nullptr;
        if (is_there) last = std::min(last, i);
        EXPECT_EQ(is_there, last != kCount) << i << ": they go in the order in which they came";
    }
    for (std::uint64_t i = 0; i < kUsedUpTo; ++i) EXPECT_EQ(cache->find({i, i}, kKind) != nullptr, is_used(i)) << i;
    EXPECT_GT(cache->store()->size()->entries, 150U);
}

/// A process that has it in memory uses it, too.
TEST(Cache, KeepsOnDiskWhatIsUsedInMemory) {
    const ScratchFolder scratch;
    Settings settings = trial_settings(scratch.cache());
    settings.most_bytes = 1 << 20;
    settings.use_resolution = std::chrono::milliseconds(0);
    Settings with_memory = settings;
    with_memory.most_bytes_in_memory = 1 << 20;
    const auto user = opened(with_memory), writer = opened(settings);
    user->put({0, 0}, kKind, blob({1}));
    ASSERT_TRUE(user->flush());
    for (std::uint64_t i = 1; i < 1000; ++i) {
        writer->put({i, i}, kKind, blob(std::vector<std::uint8_t>(4000)));
        ASSERT_TRUE(i % 20 != 0 || writer->flush());
        ASSERT_NE(user->find({0, 0}, kKind), nullptr);
    }
    EXPECT_EQ(user->counts().memory_hits, 999U);
    EXPECT_NE(writer->find({0, 0}, kKind), nullptr);
    EXPECT_EQ(writer->find({1, 1}, kKind), nullptr);
}

/// What it costs to open a cache does not follow the number of its entries: their folder is opened, neither it nor they are read.
TEST(Cache, OpensWithoutALookAtItsEntries) {
    const ScratchFolder scratch;
    const auto settings = trial_settings(scratch.cache());
    for (std::uint64_t i = 0; i < 100; ++i) put_trial(*opened(settings), i);
    const int watch = ::inotify_init1(IN_NONBLOCK);
    ASSERT_GE(::inotify_add_watch(watch, (scratch.cache() + "/entries").c_str(), IN_OPEN | IN_ACCESS), 0);
    const auto events = [&] { // of the folder, and what is read of it or of its files
        std::array<std::uint8_t, std::size_t{64} << 10> bytes{};
        const ssize_t size = ::read(watch, bytes.data(), bytes.size());
        std::vector<std::uint32_t> masks;
        for (std::size_t at = 0; size > 0 && at < static_cast<std::size_t>(size);) {
            inotify_event event{};
            std::memcpy(&event, bytes.data() + at, sizeof event);
            masks.push_back(event.mask);
            at += sizeof event + event.len;
        }
        return masks;
    };
    const auto cache = opened(settings);
    EXPECT_EQ(events(), (std::vector<std::uint32_t>{IN_OPEN | IN_ISDIR}));
    EXPECT_EQ(find_trial(*cache, 7), Found::Right);
    EXPECT_EQ(events(), (std::vector<std::uint32_t>{IN_OPEN, IN_ACCESS})) << "one of them is found";
    EXPECT_EQ(cache->store()->size()->entries, 100U);
    EXPECT_GT(events().size(), 1U) << "to count them is to look at them";
    ::close(watch);
}

TEST(Cache, HasRoomForLargeEntries) {
    const ScratchFolder scratch;
    const Settings settings = trial_settings(scratch.cache());
    const auto cache = opened(settings);
    const auto again = opened(settings);
    constexpr std::uint64_t kCount = 90;
    for (std::uint64_t i = 0; i < kCount; ++i)
        cache->put({i, 1}, kKind, blob(std::vector<std::uint8_t>(std::size_t{1} << 20, static_cast<std::uint8_t>(i))));
    ASSERT_TRUE(cache->flush());
    EXPECT_GT(cache->store()->size()->file_bytes, std::uint64_t{80} << 20);
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
    write_file(folder / "relit-cache", "relit cache 3\n");
    const auto refused = Cache::open(trial_settings(folder));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, FaultKind::NotSupported);
    EXPECT_EQ(refused.error().text, "the cache has version 3, this program knows 2; it is left as it is");
    write_file(folder / "relit-cache", "relit cache 2\n");
    EXPECT_EQ(find_trial(*opened(trial_settings(folder)), 1), Found::Right);
    write_file(folder / "relit-cache", "something");
    EXPECT_EQ(Cache::open(trial_settings(folder)).error().text,
              "the version file is damaged; the cache is left as it is");
}

/// One of an earlier program, whose entries were in one file.
TEST(Cache, TakesThePlaceOfVersion1) {
    const ScratchFolder scratch;
    const fs::path folder = scratch.cache();
    write_file(folder / "relit-cache", "relit cache 1\n");
    for (const char* const store : {"store", "store.bad-17"})
        for (const char* const file : {"data.mdb", "lock.mdb"}) write_file(folder / store / file, "anything");
    Settings to_read = trial_settings(folder);
    to_read.read_only = true;
    EXPECT_FALSE(Cache::open(to_read));
    EXPECT_TRUE(fs::exists(folder / "store" / "data.mdb"));
    { put_trial(*opened(trial_settings(folder)), 1); }
    EXPECT_FALSE(fs::exists(folder / "store"));
    EXPECT_FALSE(fs::exists(folder / "store.bad-17"));
    EXPECT_EQ(find_trial(*opened(trial_settings(folder)), 1), Found::Right);
}

TEST(Cache, MendsAVersionFileThatWasNotWritten) {
    for (const std::string_view text : {"", "relit ca"}) {
        const ScratchFolder scratch;
        const fs::path folder = scratch.cache();
        { put_trial(*opened(trial_settings(folder)), 1); }
        write_file(folder / "relit-cache", text);
        Settings to_read = trial_settings(folder);
        to_read.read_only = true;
        EXPECT_EQ(find_trial(*opened(to_read), 1), Found::Right);
        EXPECT_EQ(find_trial(*opened(trial_settings(folder)), 1), Found::Right);
        EXPECT_EQ(fs::file_size(folder / "relit-cache"), 14U);
        write_file(folder / "relit-cache", text);
        write_file(folder / "entries" / "letter.txt", "dear");
        EXPECT_EQ(Cache::open(trial_settings(folder)).error().text, "the folder is not empty, and no cache");
    }
}

TEST(Cache, LosesADamagedEntryAloneAndSaysSo) {
    const ScratchFolder scratch;
    const auto cache = opened(trial_settings(scratch.cache()));
    for (std::uint64_t i = 0; i < 50; ++i) put_trial(*cache, i);
    ASSERT_TRUE(cache->flush());
    const fs::path entry = fs::path(scratch.cache()) / "entries" / to_string(trial_key(3));
    fs::resize_file(entry, fs::file_size(entry) - 1);
    for (std::uint64_t i = 0; i < 50; ++i) EXPECT_EQ(find_trial(*cache, i), i == 3 ? Found::Nothing : Found::Right);
    EXPECT_EQ(cache->counts().damaged, 1U);
    ASSERT_TRUE(cache->flush());
    EXPECT_FALSE(fs::exists(entry));
    put_trial(*cache, 3);
    ASSERT_TRUE(cache->flush());
    EXPECT_EQ(find_trial(*cache, 3), Found::Right);
}

/// What is in the way of reading is no damage: the entry stays.
TEST(Cache, TellsFailuresOfTheSystemFromDamage) {
    const ScratchFolder scratch;
    { put_trial(*opened(trial_settings(scratch.cache())), 1); }
    const int status = test::in_child([&] {
        const auto cache = Cache::open(trial_settings(scratch.cache()));
        rlimit before{};
        if (!cache || ::getrlimit(RLIMIT_NOFILE, &before) != 0) return 1;
        const rlimit none{.rlim_cur = 3, .rlim_max = before.rlim_max};
        if (::setrlimit(RLIMIT_NOFILE, &none) != 0) return 1;
        if (find_trial(**cache, 1) != Found::Nothing || (*cache)->counts().damaged != 0) return 2;
        const auto fault = (*cache)->last_fault();
        if (!fault || !fault->text.starts_with("cannot read an entry")) return 5;
        put_trial(**cache, 2);
        if ((*cache)->flush()) return 3;
        if (::setrlimit(RLIMIT_NOFILE, &before) != 0 || find_trial(**cache, 1) != Found::Right) return 4;
        return 0;
    });
    EXPECT_EQ(status, 0);
}

/// Whoever may write to the folder could lead it to files of others.
TEST(Cache, FollowsNoLinks) {
    const ScratchFolder scratch;
    const fs::path folder = scratch.cache(), entry = folder / "entries" / to_string(trial_key(1)),
                   elsewhere = scratch.path() / "elsewhere";
    const auto put = [&] {
        const auto cache = opened(trial_settings(folder));
        put_trial(*cache, 1);
        return cache->flush().has_value();
    };
    ASSERT_TRUE(put());
    fs::rename(entry, elsewhere);
    fs::create_symlink(elsewhere, entry);
    const auto size = fs::file_size(elsewhere);
    EXPECT_EQ(find_trial(*opened(trial_settings(folder)), 1), Found::Nothing);
    EXPECT_TRUE(put()) << "the link itself is replaced";
    EXPECT_FALSE(fs::is_symlink(entry));
    EXPECT_EQ(fs::file_size(elsewhere), size);
    write_file(elsewhere, "dear");
    fs::create_symlink(elsewhere, folder / "new");
    EXPECT_TRUE((fs::remove(entry), put()));
    fs::remove(folder / "counters");
    fs::create_symlink(elsewhere, folder / "counters");
    EXPECT_FALSE((fs::remove(entry), put()));
    EXPECT_EQ(fs::file_size(elsewhere), 4U);
    fs::remove(folder / "counters");
    for (const char* const name : {"relit-cache", "entries"}) {
        fs::rename(folder / name, scratch.path() / name);
        fs::create_symlink(scratch.path() / name, folder / name);
        EXPECT_FALSE(Cache::open(trial_settings(folder))) << name;
        fs::remove(folder / name);
        fs::rename(scratch.path() / name, folder / name);
    }
    EXPECT_TRUE(put());
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

/// As a user who may not write there; root may everywhere.
int as_nobody(const std::function<int()>& body) {
    constexpr uid_t kNobody = 65534;
    return test::in_child([&] { return ::geteuid() == 0 && ::setuid(kNobody) != 0 ? 99 : body(); });
}

TEST(Cache, IsReadWithoutTheRightToWriteIt) {
    const ScratchFolder scratch;
    { put_trial(*opened(trial_settings(scratch.cache())), 1); }
    constexpr auto kToRead = fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read,
                   kToEnter = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    for (const auto& one : fs::recursive_directory_iterator(scratch.cache()))
        fs::permissions(one, one.is_directory() ? kToRead | kToEnter : kToRead);
    fs::permissions(scratch.cache(), kToRead | kToEnter);
    fs::permissions(scratch.path(), fs::perms::all);
    const int status = as_nobody([&] {
        for (const bool read_only : {false, true}) {
            Settings settings = trial_settings(scratch.cache());
            settings.read_only = read_only;
            const auto cache = Cache::open(settings);
            if (!cache || find_trial(**cache, 1) != Found::Right) return 1;
            put_trial(**cache, 2);
            const Status written = (*cache)->flush();
            if (written.has_value() != read_only) return 2;
            if (!written && written.error().text != "cannot lock the cache: Permission denied") return 3;
        }
        return 0;
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
    EXPECT_EQ(cache->store()->size()->entries, 1U);
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
