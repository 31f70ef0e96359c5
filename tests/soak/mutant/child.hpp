// Runs the program as a process of its own, with limits.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace relit::soak::mutant {

struct Limits {
    std::uint64_t memory = std::uint64_t{1} << 30; // bytes of address space
    unsigned seconds = 10;                         // of a processor
};

/// How a process ended, and what it wrote.
struct Ended {
    int exit = -1;        // -1: by a signal
    int signal = 0;       // 0: by itself
    bool is_late = false; // it used its seconds of a processor, or waited for ten minutes
    double seconds = 0;   // by the clock
    std::string out, err;
};

/// Runs `words` in a folder. TMPDIR and HOME are the folder `temporary`; no cache is used. `more_names`: of its environment.
[[nodiscard]] Ended run_child(const std::vector<std::string>& words, const std::filesystem::path& folder,
                              const std::filesystem::path& temporary, const Limits& limits,
                              const std::vector<std::string>& more_names = {});

} // namespace relit::soak::mutant
