// Decides whether a server is asked at all: not after failures in a row, and not when what asking may cost is spent.
#pragma once

#include <algorithm>
#include <chrono>
#include <mutex>

namespace relit::cache {

using Clock = std::chrono::steady_clock; // does not go backwards

/// Threads may share it. Times are given, so that a test can choose them.
class Breaker {
public:
    /// Opens after so many failures in a row, for `first`, then for twice as long each time, up to `longest`.
    Breaker(unsigned failures, Clock::duration first, Clock::duration longest)
        : most_(failures), first_(first), longest_(longest), wait_(first) {}

    /// Whether to ask now. When a wait is over one request may, which decides.
    [[nodiscard]] bool allows(Clock::time_point now) {
        const std::lock_guard lock(mutex_);
        if (failures_ < most_) return true;
        if (now < until_) return false;
        until_ = now + wait_; // the others wait for what this one sees
        return true;
    }
    void succeed() {
        const std::lock_guard lock(mutex_);
        failures_ = 0;
        wait_ = first_;
    }
    /// Whether it opens, or stays open for longer, by this failure.
    bool fail(Clock::time_point now) {
        const std::lock_guard lock(mutex_);
        if (++failures_ < most_) return false;
        until_ = now + wait_;
        wait_ = std::min(2 * wait_, longest_);
        return true;
    }

private:
    const unsigned most_;
    const Clock::duration first_, longest_;
    std::mutex mutex_;
    unsigned failures_ = 0;
    Clock::duration wait_;
    Clock::time_point until_;
};

} // namespace relit::cache
