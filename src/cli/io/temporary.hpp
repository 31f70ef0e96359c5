// A file that is written beside its place under another name, and takes the place when it is whole: what stood there stays as
// it was until then, and nothing else is left when the program fails or is stopped.
#pragma once

#include "base/result.hpp"

#include <string>

namespace relit::cli {

enum class Exit : int;

/// A fault that says what errno means, of a file that cannot be written.
[[nodiscard]] std::unexpected<Fault> cannot_write();
/// Returns true if cannot_write() has been called for a full disk since the last call of this.
[[nodiscard]] bool take_full_disk();

/// Ends a child process that has run a verb. The code tells exit_of_child(), too, that take_full_disk() is true.
[[noreturn]] void end_child(Exit exit);
/// The exit code that end_child() was called with. If a disk was full there, take_full_disk() is true here.
[[nodiscard]] int exit_of_child(int code);

class Temporary {
public:
    Temporary() = default;
    Temporary(Temporary&& other) noexcept;
    Temporary& operator=(Temporary&&) = delete;
    Temporary(const Temporary&) = delete;
    Temporary& operator=(const Temporary&) = delete;
    /// Removes the file where it has not taken its place.
    ~Temporary();

    /// An empty file for `name`, with its rights if it is there. path() is empty where `name` must be written itself: devices,
    /// pipes, links, and files in folders where no other can be made.
    [[nodiscard]] static Result<Temporary> beside(const std::string& name);
    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] Status replace_target();

private:
    void forget();

    std::string name_, path_;
    void* slot_ = nullptr; // in the list for signals
};

/// Removes the temporary files of all threads, for what ends the program at once: a thread that goes on then stops where it makes
/// a file, or puts one into its place. May be called by handlers of signals.
void remove_temporaries();

/// Lets the signals that end programs remove temporary files first. Those that the caller ignores stay ignored; but where the
/// reader of a pipe is gone, the program ends as others do, by SIGPIPE. A file that grows beyond the limit of the process is a
/// fault of writing.
void clean_up_on_signals();

} // namespace relit::cli
