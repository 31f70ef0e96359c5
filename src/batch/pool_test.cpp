// Runs of units that end in every way, in worker processes of this test. What a unit does is the first word of its name.
#include "batch/pool.hpp"

#include "batch/test_folder.hpp"

#include <signal.h>
#include <unistd.h>
#include <atomic>
#include <chrono>
#include <cstring>
#include <map>
#include <thread>

namespace relit::batch {
namespace {

namespace fs = std::filesystem;
const Plan kPlanOfRuns{"test", {}, {}, "one"};

/// Never ends by itself.
[[noreturn]] void sleep_for_ever() {
    for (;;) ::pause();
}
[[noreturn]] void take_time() {
    static volatile unsigned count = 0;
    for (;;) count = count + 1;
}
[[noreturn]] void take_memory() {
    constexpr std::size_t kPiece = 16 << 20;
    for (;;) {
        char* const piece = new char[kPiece];
        std::memset(piece, 1, kPiece);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}
void write_far_too_much() {
    const std::string piece(1 << 20, 'x');
    for (;; std::this_thread::sleep_for(std::chrono::milliseconds(2))) std::fputs(piece.c_str(), stdout);
}

/// Returns true if a lock of a store is open in this process.
bool has_lock() {
    for (const auto& entry : fs::directory_iterator("/proc/self/fd")) {
        std::error_code ignored;
        if (fs::read_symlink(entry.path(), ignored).filename() == "lock") return true;
    }
    return false;
}

/// `marks` is a folder where units note that they were begun.
Result<int> behave(const Unit& unit, const std::string& folder, const std::string& marks) {
    const std::string what = unit.name.substr(0, unit.name.find(' '));
    const std::string mark = marks + "/" + unit.name;
    const bool is_again = fs::exists(mark);
    std::ofstream(mark, std::ios::app) << "begun\n";
    std::printf("output of %s\n", unit.name.c_str());
    std::fprintf(stderr, "message of %s\n", unit.name.c_str());
    if (what == "crash" || (what == "crash_once" && !is_again)) (void)::raise(SIGSEGV);
    if (what == "leave") ::_exit(7);
    if (what == "hang") sleep_for_ever();
    if (what == "spin") take_time();
    if (what == "hog") take_memory();
    if (what == "flood") write_far_too_much();
    if (what == "no_memory") throw std::bad_alloc();
    if (what == "full_disk") return fail("the disk is full");
    if (what == "files") {
        fs::create_directories(folder + "/sub");
        std::ofstream(folder + "/sub/b") << "of b";
        std::ofstream(folder + "/a") << "of a";
    }
    if (what == "read") return std::getchar() == EOF ? 0 : 9;
    if (what == "lock") return has_lock() ? 8 : 0;
    return what == "fail" ? 4 : 0;
}

/// A store, its units and how they ended.
struct TestRun {
    TestFolder folder;
    std::vector<Unit> units;
    std::map<std::string, UnitEnd> ends;

    explicit TestRun(const std::vector<std::string>& names) {
        fs::create_directories(folder.path("marks"));
        std::uint64_t number = 0;
        for (const std::string& name : names)
            units.push_back({name, {}, {0, ++number}, key_of(kPlanOfRuns, {0, number})});
    }
    [[nodiscard]] Store store() const { return *Store::open_for(folder.path("store"), kPlanOfRuns); }

    Result<PoolEnd> run(PoolOptions options, const std::function<void()>& tick = [] {}) {
        Store opened = store();
        if (const Status begun = opened.begin_run(Sharing::Together, note_of_this_run({}, {})); !begun)
            return std::unexpected(begun.error());
        std::vector<std::uint32_t> pending;
        for (std::uint32_t i = 0; i < units.size(); ++i)
            if (const auto found = opened.find(units[i].key); !found || !*found) pending.push_back(i);
        const std::string marks = folder.path("marks");
        return run_pool(opened, units, pending,
                        [&](const Unit& unit, const std::string& own) { return behave(unit, own, marks); }, options,
                        {[&](std::uint32_t number, const UnitEnd& end) { ends[units[number].name] = end; }, tick});
    }
    [[nodiscard]] std::string begun(const std::string& name) const {
        return text_of_file(folder.path("marks/" + name));
    }
    [[nodiscard]] std::string part(const std::string& name, std::string_view wanted) const {
        std::string text = "no such part";
        for (const Unit& unit : units)
            if (unit.name == name)
                (void)store().find(unit.key, [&](const Part& part, std::string_view piece) -> Status {
                    if (part.name == wanted) text = (text == "no such part" ? "" : text) + std::string(piece);
                    return {};
                });
        return text;
    }
    /// All results as they lie on the disk.
    [[nodiscard]] std::map<std::string, std::string> results() const {
        std::map<std::string, std::string> all;
        for (const auto& entry : fs::recursive_directory_iterator(folder.path("store/results")))
            if (entry.is_regular_file()) all[entry.path().filename()] = text_of_file(entry.path());
        return all;
    }
    [[nodiscard]] std::string reason(const std::string& name) const {
        const auto end = ends.find(name);
        return end == ends.end() || !end->second.quarantine ? "none" : end->second.quarantine->reason;
    }
};

TEST(BatchPool, KeepsStreamsExitCodesAndFiles) {
    TestRun run({"good", "fail", "files", "read", "lock"});
    ASSERT_TRUE(run.run({2, {}}));
    EXPECT_EQ(run.ends["good"].exit, 0);
    EXPECT_EQ(run.ends["fail"].exit, 4);
    EXPECT_EQ(run.ends["read"].exit, 0);
    EXPECT_EQ(run.ends["lock"].exit, 0);
    EXPECT_EQ(run.part("good", "stdout"), "output of good\n");
    EXPECT_EQ(run.part("good", "stderr"), "message of good\n");
    EXPECT_EQ(run.part("files", "files/a"), "of a");
    EXPECT_EQ(run.part("files", "files/sub/b"), "of b");
    EXPECT_EQ(run.part("fail", "files/a"), "no such part");
}

TEST(BatchPool, QuarantinesACrashAfterTwoTriesWithItsPlace) {
    TestRun run({"good 1", "crash", "good 2", "leave", "good 3"});
    ASSERT_TRUE(run.run({1, {}}));
    EXPECT_EQ(run.reason("crash"), "it was ended by SIGSEGV");
    EXPECT_TRUE(run.ends["crash"].quarantine->location.starts_with("crash at "))
        << run.ends["crash"].quarantine->location;
    EXPECT_EQ(run.reason("leave"), "it ended with exit code 7");
    EXPECT_EQ(run.ends["leave"].quarantine->location, "message of leave");
    EXPECT_EQ(run.begun("crash"), "begun\nbegun\n");
    EXPECT_EQ(run.results().size(), 3U);
    EXPECT_EQ(**run.store().find_quarantined(run.units[1].key), *run.ends["crash"].quarantine);
}

TEST(BatchPool, KeepsWhatASecondTryGives) {
    TestRun run({"crash_once"});
    ASSERT_TRUE(run.run({1, {}}));
    EXPECT_EQ(run.reason("crash_once"), "none");
    EXPECT_EQ(run.part("crash_once", "stdout"), "output of crash_once\n");
}

TEST(BatchPool, EndsWhatExceedsALimit) {
    TestRun run({"spin", "hog", "flood", "no_memory", "good"});
    ASSERT_TRUE(run.run({5, {1, 100, std::uint64_t{256} << 20}}));
    EXPECT_EQ(run.reason("spin"), "CPU time limit, 1 s");
    EXPECT_EQ(run.reason("hog"), "memory limit, 256 MiB");
    EXPECT_EQ(run.reason("flood"), "memory limit, 256 MiB");
    EXPECT_EQ(run.reason("no_memory"), "memory is exhausted");
    EXPECT_EQ(run.reason("good"), "none");
}

TEST(BatchPool, EndsWhatWaitsForEver) {
    TestRun run({"hang", "good"});
    ASSERT_TRUE(run.run({1, {100, 1, std::uint64_t{1} << 30}}));
    EXPECT_EQ(run.reason("hang"), "time limit on the clock, 1 s");
    EXPECT_EQ(run.ends["hang"].quarantine->location, "message of hang");
    EXPECT_EQ(run.reason("good"), "none");
}

TEST(BatchPool, StopsForAFullDiskAndKeepsWhatIsFinished) {
    TestRun run({"good 1", "full_disk", "good 2"});
    const auto end = run.run({1, {}});
    ASSERT_FALSE(end);
    EXPECT_EQ(end.error().text, "the disk is full");
    EXPECT_EQ(run.results().size(), 1U);
    run.units[1].name = "good now";
    ASSERT_TRUE(run.run({1, {}}));
    EXPECT_EQ(run.results().size(), 3U);
    EXPECT_EQ(run.begun("good 1"), "begun\n");
}

std::vector<std::string> many() {
    std::vector<std::string> names;
    for (int i = 0; i < 300; ++i)
        names.push_back((i % 50 == 7   ? "crash "
                         : i % 50 == 9 ? "crash_once "
                         : i % 3 == 0  ? "files "
                                       : "good ") +
                        std::to_string(i));
    return names;
}

TEST(BatchPool, GivesTheSameResultsForAnyNumberOfWorkers) {
    TestRun one(many()), five(many());
    ASSERT_TRUE(one.run({1, {}}));
    ASSERT_TRUE(five.run({5, {}}));
    EXPECT_EQ(one.results().size(), 294U);
    EXPECT_EQ(one.results(), five.results());
}

TEST(BatchPool, GoesOnWhereASignalStoppedIt) {
    TestRun whole(many()), stopped(many());
    ASSERT_TRUE(whole.run({2, {}}));
    stopped.units[200].name = "hang 200"; // so that it cannot finish before the signal
    const auto end = stopped.run({2, {}}, [] { (void)::kill(::getpid(), SIGTERM); });
    ASSERT_TRUE(end);
    EXPECT_EQ(end->signal, SIGTERM);
    EXPECT_LT(stopped.results().size(), 294U);
    stopped.units[200].name = whole.units[200].name;
    ASSERT_TRUE(stopped.run({2, {}}));
    EXPECT_EQ(stopped.results(), whole.results());
}

/// The children of this process, which are its workers and what synchronises.
std::vector<pid_t> children() {
    std::vector<pid_t> all;
    std::ifstream list("/proc/self/task/" + std::to_string(::getpid()) + "/children");
    for (pid_t one = 0; list >> one;) all.push_back(one);
    return all;
}

TEST(BatchPool, OutlivesKilledWorkers) {
    TestRun quiet(many()), killed(many());
    ASSERT_TRUE(quiet.run({3, {}}));
    std::size_t count = 0;
    killed.units.push_back({"hang last", {}, {0, 999}, {9, 9}});
    const auto end = killed.run({3, {100, 1, std::uint64_t{1} << 30}}, [&] {
        const std::vector<pid_t> all = children();
        if (!all.empty() && ++count % 2 == 0 && count < 8) (void)::kill(all[count % all.size()], SIGKILL);
    });
    ASSERT_TRUE(end);
    EXPECT_GT(count, 2U);
    // A unit that is killed twice is quarantined: what there is is right.
    const auto expected = quiet.results();
    for (const auto& [name, bytes] : killed.results()) EXPECT_EQ(bytes, expected.at(name));
    EXPECT_GE(killed.results().size() + 4, expected.size());
}

TEST(BatchPool, LeavesNoProcessAndNoTemporaryFile) {
    TestRun run(many());
    ASSERT_TRUE(run.run({4, {}}));
    EXPECT_TRUE(children().empty());
    EXPECT_TRUE(fs::is_empty(run.folder.path("store/running")));
}

} // namespace
} // namespace relit::batch
