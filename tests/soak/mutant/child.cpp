#include "tests/soak/mutant/child.hpp"

#include "base/child_process.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>

namespace relit::soak::mutant {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kMostByTheClock = 600;                // seconds: others may use the machine, so it says little
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

/// The hard limit is one higher: at the soft one of processor time the signal is SIGXCPU, which nothing else sends.
void limit(int resource, std::uint64_t most) {
    const rlimit both{most, most + 1};
    ::setrlimit(static_cast<__rlimit_resource_t>(resource), &both);
}

/// In the child, which may only make system calls until it becomes the program.
[[noreturn]] void become(char* const* words, char* const* names, const char* folder, int out, int err,
                         const Limits& limits) {
    constexpr int kNothingRun = 127;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
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

std::string read_output(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
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
    const std::string path = folder.string();
    const pid_t process = ::fork();
    if (process == 0) become(arguments.get(), names.get(), path.c_str(), out, err, limits);
    ::close(out), ::close(err);
    if (process < 0) throw std::runtime_error("no process");
    const ChildEnd end = wait_for_child(process, kMostByTheClock);
    Ended ended{.exit = end.exit_code.value_or(-1), .signal = end.signal, .is_late = end.is_late, .out = {}, .err = {}};
    ended.is_late |= end.signal == SIGXCPU;
    ended.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    ended.out = read_output(out_file), ended.err = read_output(err_file);
    return ended;
}

} // namespace relit::soak::mutant
