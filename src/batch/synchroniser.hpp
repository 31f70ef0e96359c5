// Results reach the disk in groups: once a second for all that were written since, in a process that only does this.
#pragma once

#include <chrono>
#include <string>

#include <sys/types.h>

namespace relit::batch {

/// Synchronises the file system of a folder. At its end all changes that were noted are on the disk.
class Synchroniser {
public:
    explicit Synchroniser(const std::string& folder);
    ~Synchroniser();
    Synchroniser(const Synchroniser&) = delete;
    Synchroniser& operator=(const Synchroniser&) = delete;
    Synchroniser(Synchroniser&&) = delete;
    Synchroniser& operator=(Synchroniser&&) = delete;

    void note_change() { is_changed_ = true; }
    /// Begins to synchronise if there are changes and the last time is a second ago; does not wait for it.
    void synchronise_at_times();

private:
    using Clock = std::chrono::steady_clock;

    int folder_ = -1, requests_ = -1;
    pid_t process_ = -1;
    bool is_changed_ = false;
    Clock::time_point last_ = Clock::now();
};

} // namespace relit::batch
