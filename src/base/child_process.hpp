// Child processes with a limit of time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <sys/types.h>

namespace relit {

/// How a child process ended.
struct ChildEnd {
    std::optional<int> exit_code; // none: by a signal
    int signal = 0;
    bool is_late = false; // it was ended because its time was over

    [[nodiscard]] bool by_itself() const { return exit_code && !is_late; }
    /// "it was ended by SIGSEGV", "it had not ended after 60 s"
    [[nodiscard]] std::string text(std::uint32_t seconds) const;
};

/// Waits for a child of this process. After `seconds` it gets SIGTERM, with which it can tidy up, and a second later SIGKILL.
[[nodiscard]] ChildEnd wait_for_child(pid_t child, std::uint32_t seconds);

} // namespace relit
