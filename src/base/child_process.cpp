#include "base/child_process.hpp"

#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include <fmt/format.h>

namespace relit {
namespace {

/// Whether the process ends within the time.
bool ends_within(int process, std::chrono::milliseconds time) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + time;
    for (pollfd waited{process, POLLIN, 0};;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
        const int got = ::poll(&waited, 1, static_cast<int>(std::max<std::int64_t>(left, 0)));
        if (got >= 0 || errno != EINTR) return got > 0;
    }
}

} // namespace

std::string ChildEnd::told(std::uint32_t seconds) const {
    if (is_late) return fmt::format("it had not ended after {} s", seconds);
    if (exit_code) return fmt::format("it ended with exit code {}", *exit_code);
    const char* const name = ::sigabbrev_np(signal);
    return fmt::format("it was ended by SIG{}", name != nullptr ? name : "?");
}

ChildEnd wait_for_child(pid_t child, std::uint32_t seconds) {
    ChildEnd end;
    // Not through the header of glibc 2.36, which declares the function as one of C++.
    if (const auto process = static_cast<int>(::syscall(SYS_pidfd_open, child, 0)); process >= 0) {
        end.is_late = !ends_within(process, std::chrono::seconds(seconds));
        if (end.is_late) (void)::kill(child, SIGTERM);
        if (end.is_late && !ends_within(process, std::chrono::seconds(1))) (void)::kill(child, SIGKILL);
        ::close(process);
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    if (WIFEXITED(status)) end.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
    return end;
}

} // namespace relit
