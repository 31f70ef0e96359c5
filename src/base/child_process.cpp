#include "base/child_process.hpp"

#include <sys/wait.h>
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include <fmt/format.h>

namespace relit {
namespace {

/// Returns true if the child ends within the time. It polls, at first every 100 us, since not every container offers
/// descriptors of processes to wait for.
bool ends_within(pid_t child, std::chrono::milliseconds time) {
    using Clock = std::chrono::steady_clock;
    constexpr std::chrono::microseconds kFirstStep{100}, kLongestStep{5000};
    const auto end = Clock::now() + time;
    for (auto step = kFirstStep;; step = std::min(2 * step, kLongestStep)) {
        siginfo_t ended{};
        const int got = ::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT);
        if (got != 0 && errno != EINTR) return true; // it is no child any more
        if (got == 0 && ended.si_pid == child) return true;
        if (Clock::now() >= end) return false;
        std::this_thread::sleep_for(step);
    }
}

} // namespace

std::string ChildEnd::text(std::uint32_t seconds) const {
    if (is_late) return fmt::format("it had not ended after {} s", seconds);
    if (exit_code) return fmt::format("it ended with exit code {}", *exit_code);
    const char* const name = ::sigabbrev_np(signal);
    return fmt::format("it was ended by SIG{}", name != nullptr ? name : "?");
}

ChildEnd wait_for_child(pid_t child, std::uint32_t seconds) {
    ChildEnd end;
    end.is_late = !ends_within(child, std::chrono::seconds(seconds));
    if (end.is_late) (void)::kill(child, SIGTERM);
    if (end.is_late && !ends_within(child, std::chrono::seconds(1))) (void)::kill(child, SIGKILL);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    if (WIFEXITED(status)) end.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
    return end;
}

} // namespace relit
