// Runs that write to one store: who is let in, who is alive, and what dead ones leave.
#include "batch/running.hpp"

#include "batch/test_folder.hpp"

#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

namespace relit::batch {
namespace {

RunNote note_of(std::vector<std::uint32_t> shards) { return note_of_this_run("12_7", std::move(shards)); }

TEST(BatchRuns, OneAloneOrManyTogether) {
    const TestFolder folder;
    const std::string store = folder.path("");
    auto alone = Run::begin(store, Sharing::Alone, note_of({}));
    ASSERT_TRUE(alone);
    EXPECT_EQ(Run::begin(store, Sharing::Alone, note_of({})).error().text, "another run writes to it");
    EXPECT_EQ(Run::begin(store, Sharing::Together, note_of({1})).error().kind, FaultKind::Usage);
    alone->reset();
    const auto one = Run::begin(store, Sharing::Together, note_of({1}));
    auto same = Run::begin(store, Sharing::Together, note_of({1}));
    ASSERT_TRUE(one);
    ASSERT_TRUE(same);
    EXPECT_NE((*one)->folder(), (*same)->folder());
    EXPECT_FALSE(Run::begin(store, Sharing::Alone, note_of({})));
    EXPECT_EQ(runs_in(store).size(), 2U);
    same->reset();
    ASSERT_EQ(runs_in(store).size(), 1U);
    EXPECT_EQ(runs_in(store)[0].note, note_of({1}));
    EXPECT_TRUE(runs_in(store)[0].is_alive);
}

/// Begins a run in a process that is killed, and leaves a file.
void die_with(const std::string& store, const std::vector<std::uint32_t>& shards) {
    const pid_t child = ::fork();
    if (child == 0) {
        const auto run = Run::begin(store, Sharing::Together, note_of(shards));
        if (run) std::ofstream((*run)->folder() + "/half") << "written";
        (void)::raise(SIGKILL);
    }
    int status = 0;
    (void)::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
}

TEST(BatchRuns, DeadOnesAreSeenUntilTheirShardsRunAgain) {
    const TestFolder folder;
    const std::string store = folder.path("");
    die_with(store, {2, 3});
    die_with(store, {4});
    ASSERT_EQ(runs_in(store).size(), 2U);
    EXPECT_FALSE(runs_in(store)[0].is_alive);
    EXPECT_EQ(runs_in(store)[0].note.shards, (std::vector<std::uint32_t>{2, 3}));
    EXPECT_TRUE(Run::begin(store, Sharing::Together, note_of({2}))); // which is not all of the first
    EXPECT_EQ(runs_in(store).size(), 2U);
    EXPECT_TRUE(Run::begin(store, Sharing::Together, note_of({1, 2, 3})));
    ASSERT_EQ(runs_in(store).size(), 1U);
    EXPECT_EQ(runs_in(store)[0].note.shards, std::vector<std::uint32_t>{4});
    EXPECT_TRUE(Run::begin(store, Sharing::Alone, note_of({})));
    EXPECT_TRUE(runs_in(store).empty());
}

TEST(BatchRuns, NotesThatAreNoneArePassedOver) {
    const TestFolder folder;
    for (const std::string text : {"", "{", "[]", "{\"host\": 1}", "{\"host\": \"a\", \"process\": 1, \"job\": \"\"}"})
        (void)folder.write("running/" + std::to_string(text.size()) + "/run.json", text);
    (void)folder.write("running/file", "text");
    EXPECT_TRUE(runs_in(folder.path("")).empty());
    EXPECT_TRUE(runs_in(folder.path("none")).empty());
}

} // namespace
} // namespace relit::batch
