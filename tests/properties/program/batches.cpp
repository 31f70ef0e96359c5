// A batch that is stopped or killed anywhere and started again leaves what one leaves that was not.
#include "tests/support/cache/trials.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <thread>

#include <fmt/format.h>

namespace relit::batches {
namespace {

namespace fs = std::filesystem;

std::map<std::string, std::string> files_in(const fs::path& folder) {
    std::map<std::string, std::string> files;
    for (const auto& one : fs::recursive_directory_iterator(folder)) {
        if (!one.is_regular_file()) continue;
        std::ifstream in(one.path(), std::ios::binary);
        files[one.path().lexically_relative(folder)] = {std::istreambuf_iterator<char>(in), {}};
    }
    return files;
}

struct Batch {
    Batch() { EXPECT_EQ(run(fmt::format("sample rsx.fp --count 300 -o {}", in())), 0); }

    [[nodiscard]] std::string in() const { return (scratch.path() / "in").string(); }
    [[nodiscard]] fs::path out(const std::string& name) const { return scratch.path() / name; }
    [[nodiscard]] std::string arguments(const std::string& name) const {
        return fmt::format("translate --each {} --isa rsx.fp -o {} --cache {}", in(), out(name).string(),
                           scratch.cache());
    }
    static int run(const std::string& arguments) {
        return std::system(fmt::format("{} {} >/dev/null 2>&1", RELIT_PROGRAM, arguments).c_str());
    }
    /// Its status when a signal comes after so many outputs.
    [[nodiscard]] int stopped(const std::string& name, std::size_t after, int signal) const {
        const pid_t process = ::fork();
        if (process == 0) {
            const int nothing = ::open("/dev/null", O_WRONLY);
            ::dup2(nothing, STDOUT_FILENO);
            ::dup2(nothing, STDERR_FILENO);
            const std::string command = fmt::format("exec {} {}", RELIT_PROGRAM, arguments(name));
            ::execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
            ::_exit(127);
        }
        const fs::path folder = out(name) / "000000";
        const auto count = [&] {
            std::error_code error;
            fs::directory_iterator at(folder, error);
            return error ? 0 : static_cast<std::size_t>(std::distance(at, fs::directory_iterator()));
        };
        for (int i = 0; i < 5000 && count() < after; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        int status = 0;
        ::kill(process, signal);
        ::waitpid(process, &status, 0);
        return status;
    }

    test::ScratchFolder scratch;
};

TEST(Batches, LoseNothingWhenTheyAreStoppedOrKilled) {
    for (const int signal : {SIGINT, SIGTERM, SIGKILL}) {
        const Batch batch;
        for (const std::size_t after : {10U, 60U, 120U}) {
            const int status = batch.stopped("out", after, signal);
            ASSERT_TRUE(WIFSIGNALED(status)) << "it was too fast to be stopped after " << after;
            EXPECT_EQ(WTERMSIG(status), signal);
        }
        const auto left = files_in(batch.out("out"));
        ASSERT_GE(left.size(), 120U);
        (void)Batch::run(batch.arguments("out"));
        if (signal == SIGKILL) // whose temporary files stay
            for (const auto& one : left)
                if (one.first.find(".relit-") != std::string::npos) fs::remove(batch.out("out") / one.first);
        EXPECT_EQ(Batch::run(fmt::format("cache verify --again 20 --cache {}", batch.scratch.cache())), 0);
        fs::remove_all(batch.scratch.cache());
        (void)Batch::run(batch.arguments("whole"));
        const auto stopped = files_in(batch.out("out")), whole = files_in(batch.out("whole"));
        EXPECT_GT(whole.size(), 250U);
        EXPECT_TRUE(stopped == whole);
    }
}

/// One thread or several, and whether messages are read at once or late.
TEST(Batches, SayTheSameInTheOrderOfTheirFiles) {
    const Batch batch;
    const auto said = [&](std::string_view jobs, std::string_view reader) {
        const std::string into = (batch.scratch.path() / "said").string();
        const std::string command =
            fmt::format("{} cache warm {} --isa rsx.fp --cache {} --jobs {} 2>&1 >/dev/null | {} > {}", RELIT_PROGRAM,
                        batch.in(), batch.scratch.cache(), jobs, reader, into);
        EXPECT_EQ(std::system(command.c_str()), 0);
        std::ifstream in(into, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(in), {});
    };
    const std::string one = said("1", "cat");
    EXPECT_GT(one.size(), 10000U);
    for (int i = 0; i < 4; ++i) {
        EXPECT_TRUE(said("4", "cat") == one);
        EXPECT_TRUE(said("4", "(sleep 0.1; cat)") == one);
    }
}

} // namespace
} // namespace relit::batches
