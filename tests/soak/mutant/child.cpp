#include "tests/soak/mutant/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string_view>

namespace relit::soak::mutant {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kClock = 6;                                // as often as processor time: others use the machine too
constexpr std::uint64_t kMostOutput = std::uint64_t{1} << 28; // bytes of a file

/// Names and values that execve takes; they live as long as the object.
class Words {
public:
    explicit Words(std::vector<std::string> words) : words_(std::move(words)) {
        for (std::string& word : words_) pointers_.push_back(word.data());
        pointers_.push_back(nullptr);
    }
    [[nodiscard]] char* const* get() { return pointers_.data(); }

private:
    std::vector<std::string> words_;
    std::vector<char*> pointers_;
};

std::vector<std::string> environment(const fs::path& temporary, const std::vector<std::string>& more_names) {
    constexpr std::string_view kReplaced[] = {"TMPDIR=", "HOME=", "RELIT_", "XDG_", "MESA_", "GALLIVM_", "NO_COLOR"};
    std::vector<std::string> all;
    for (char** at = environ; *at != nullptr; ++at) {
        const std::string_view one = *at;
        if (std::ranges::none_of(kReplaced, [&](std::string_view name) { return one.starts_with(name); }))
            all.emplace_back(one);
    }
    for (const char* name : {"TMPDIR=", "HOME="}) all.push_back(name + temporary.string());
    all.emplace_back("MESA_SHADER_CACHE_DISABLE=1");
    all.emplace_back("GALLIVM_PERF=nopt");
    all.insert(all.end(), more_names.begin(), more_names.end());
    return all;
}

void limit(int resource, std::uint64_t most) {
    const rlimit both{most, most};
    ::setrlimit(static_cast<__rlimit_resource_t>(resource), &both);
}

/// In the child, which may only make system calls until it becomes the program.
[[noreturn]] void become(char* const* words, char* const* names, const char* folder, int out, int err,
                         const Limits& limits) {
    constexpr int kNothingRun = 127;
    ::dup2(::open("/dev/null", O_RDONLY | O_CLOEXEC), STDIN_FILENO);
    ::dup2(out, STDOUT_FILENO), ::dup2(err, STDERR_FILENO);
#ifndef __SANITIZE_ADDRESS__ // which reserves terabytes
    limit(RLIMIT_AS, limits.memory);
#endif
    limit(RLIMIT_CPU, limits.seconds);
    limit(RLIMIT_FSIZE, kMostOutput);
    limit(RLIMIT_CORE, 0);
    if (::chdir(folder) == 0) ::execve(words[0], words, names);
    ::_exit(kNothingRun);
}

std::string read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Waits for its end; kills a process that takes too long by the clock.
Ended wait_for(pid_t process, const Limits& limits) {
    Ended ended;
    pollfd end{static_cast<int>(::syscall(SYS_pidfd_open, process, 0)), POLLIN, 0};
    const int milliseconds = static_cast<int>(limits.seconds * kClock) * 1000;
    if (end.fd >= 0 && ::poll(&end, 1, milliseconds) == 0) {
        ended.is_late = true;
        ::kill(process, SIGKILL);
    }
    if (end.fd >= 0) ::close(end.fd);
    int status = 0;
    ::waitpid(process, &status, 0);
    if (WIFEXITED(status))
        ended.exit = WEXITSTATUS(status);
    else
        ended.signal = WTERMSIG(status);
    const bool used_up = ended.signal == SIGXCPU || (ended.signal == SIGKILL && limits.seconds != 0);
    ended.is_late |= used_up;
    return ended;
}

} // namespace

Ended run_child(const std::vector<std::string>& words, const fs::path& folder, const fs::path& temporary,
                const Limits& limits, const std::vector<std::string>& more_names) {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    const fs::path out_file = folder.parent_path() / "out", err_file = folder.parent_path() / "err";
    constexpr int kFlags = O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC;
    constexpr unsigned kRights = 0600;
    const int out = ::open(out_file.c_str(), kFlags, kRights), err = ::open(err_file.c_str(), kFlags, kRights);
    Words arguments(words), names(environment(temporary, more_names));
    const std::string place = folder.string();
    const pid_t process = ::fork();
    if (process == 0) become(arguments.get(), names.get(), place.c_str(), out, err, limits);
    ::close(out), ::close(err);
    Ended ended = wait_for(process, limits);
    ended.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    ended.out = read_file(out_file), ended.err = read_file(err_file);
    return ended;
}

} // namespace relit::soak::mutant
