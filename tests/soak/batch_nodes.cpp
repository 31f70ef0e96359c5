#include "tests/soak/soak.hpp"

#include <sys/wait.h>
#include <cstdlib>

#include <fmt/format.h>

namespace relit::soak {

/// Each seed is a run of tests/slurm, which prints what it does.
std::string batch_nodes(std::uint64_t first, std::uint64_t end) {
    const std::string command =
        fmt::format("python3 {}/tests/slurm/check.py {} {} --node-loss", RELIT_SOURCE, RELIT_PROGRAM, RELIT_POISON);
    return each_seed(first, end, [&](std::uint64_t) -> std::string {
        const int status = std::system(command.c_str());
        constexpr int kNotInstalled = 77;
        if (WIFEXITED(status) && WEXITSTATUS(status) == kNotInstalled)
            return "Slurm is not installed: packages with `slurm` in packages.txt";
        return status == 0 ? "" : "the results are not those of one process";
    });
}

} // namespace relit::soak
