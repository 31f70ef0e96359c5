// Signals that stop a run, as something to poll.
#pragma once

#include <csignal>

namespace relit::batch {

/// While it lives, SIGINT, SIGTERM and SIGHUP do nothing but make descriptor() readable; those that the caller ignores stay ignored.
class StopSignals {
public:
    StopSignals();
    ~StopSignals();
    StopSignals(const StopSignals&) = delete;
    StopSignals& operator=(const StopSignals&) = delete;
    StopSignals(StopSignals&&) = delete;
    StopSignals& operator=(StopSignals&&) = delete;

    [[nodiscard]] int descriptor() const { return descriptor_; }
    /// Takes a signal that has come, if one has.
    void take();
    /// Returns the first that was taken; 0 if there is none.
    [[nodiscard]] int signal() const { return signal_; }
    /// In a child process: a signal of the terminal is the supervisor's alone, which ends the child; SIGTERM does what it did before.
    void release() const;

private:
    sigset_t before_{};
    int descriptor_ = -1, signal_ = 0;
};

} // namespace relit::batch
