// Seeds are checked in a process of their own: a driver that crashes or hangs ends that process, and the soak goes on.
#pragma once

#include "tests/soak/soak.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace relit::soak {

/// What comes of checking some seeds.
struct Outcome {
    std::string fault; // empty: all hold
    Tally tally;
    bool ended = true; // false: the process crashed or was late, and `fault` says how
};

/// Runs `check` in a process of its own, for `seconds` at most. No other thread may run.
[[nodiscard]] Outcome check_apart(std::uint32_t seconds, const std::function<std::string(Tally&)>& check);

} // namespace relit::soak
