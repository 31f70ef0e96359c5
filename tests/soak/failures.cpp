// Every verb with an allocation or a system call that fails, or all from one on: it ends with a documented exit code and one
// message, leaves nothing behind, and what it has written is whole; or the failure is harmless, and nothing differs.
#include "tests/soak/failing/trial.hpp"
#include "tests/soak/soak.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace relit::soak {

std::span<const std::string_view> failures_kinds() { return failing::kWhatNames; }

/// A seed is a command and one of its failures: so many seeds as commands try each once. Kinds begin at commands of their own, so
/// that few seeds of all kinds meet all of them.
std::string failures(std::string_view kind, std::uint64_t first, std::uint64_t end, Tally& tally) {
    const auto what = std::ranges::find(failing::kWhatNames, kind) - std::begin(failing::kWhatNames);
    const std::uint64_t commands = failing::commands();
    const std::uint64_t begin = static_cast<std::uint64_t>(what) * commands / std::size(failing::kWhatNames);
    std::string wrong;
    for (std::uint64_t seed = first; seed < end; ++seed) {
        const failing::Judgement judgement =
            failing::try_failure(static_cast<failing::What>(what), (begin + seed) % commands, seed / commands);
        ++tally[failing::kVerdictNames[static_cast<std::size_t>(judgement.verdict)]];
        if (judgement.verdict == failing::Verdict::Wrong) wrong += fmt::format("seed {}: {}\n", seed, judgement.why);
    }
    return wrong;
}

} // namespace relit::soak
