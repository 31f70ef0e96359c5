// A worker as its supervisor sees it: the process, its socket and streams, the unit that it runs, and what that has taken so far.
#pragma once

#include "base/child_process.hpp"
#include "base/result.hpp"
#include "batch/pool.hpp"
#include "batch/worker.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include <sys/types.h>

namespace relit::batch {

class WorkerProcess {
public:
    WorkerProcess() = default;
    /// Ends the process.
    ~WorkerProcess();
    WorkerProcess(WorkerProcess&& other) noexcept;
    WorkerProcess& operator=(WorkerProcess&&) = delete;
    WorkerProcess(const WorkerProcess&) = delete;
    WorkerProcess& operator=(const WorkerProcess&) = delete;

    /// Starts a process that calls `work`, which does not return. The streams of an earlier process are used again.
    [[nodiscard]] Status begin(const std::function<void(const WorkerFiles&)>& work);
    /// Tells how the process ended, after SIGKILL if `kill`, else when it leaves because its socket is closed. What it ran stays noted.
    ChildEnd end(bool kill);

    /// Sends a unit; false if the process has ended. The unit is noted.
    [[nodiscard]] bool give(std::uint32_t unit, unsigned attempt);
    [[nodiscard]] const std::optional<std::uint32_t>& unit() const { return unit_; }
    [[nodiscard]] unsigned attempt() const { return attempt_; }
    void forget_unit() { unit_.reset(); }
    /// Returns the time since the unit was given.
    [[nodiscard]] std::uint64_t microseconds() const;

    [[nodiscard]] int socket() const { return socket_; }
    /// Returns nothing if the process has ended.
    [[nodiscard]] std::optional<WorkerReply> take_reply() const;
    /// Returns which limit the unit exceeds, "CPU time limit, 120 s"; empty if none.
    [[nodiscard]] std::string excess_of(const UnitLimits& limits) const;
    /// The last line of the unit's messages; empty if there is none.
    [[nodiscard]] std::string last_message() const;

private:
    pid_t process_ = -1;
    int socket_ = -1, output_ = -1, messages_ = -1;
    std::optional<std::uint32_t> unit_;
    unsigned attempt_ = 0;
    std::chrono::steady_clock::time_point began_;
    std::chrono::nanoseconds cpu_before_{};
};

} // namespace relit::batch
