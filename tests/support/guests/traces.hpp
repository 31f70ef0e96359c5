// Traces of random programs, tried: what steps write leaves what the program leaves, and what they read is what was there.
#pragma once

#include "isa/frontend.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace relit::test {

struct TraceCounts {
    std::size_t programs = 0, steps = 0;
};

/// Traces a random program that the guest makes of the seed, over a quad, and replays it value by value; of Maxwell a random
/// kernel over its workgroup too. It must end as the run does, and as the program does that is not lifted to be traced.
/// Returns a fault, or nothing. Programs that cannot be lifted are left out.
[[nodiscard]] std::string fault_of_trace(const isa::Frontend& guest, std::uint64_t seed, TraceCounts& counts);

} // namespace relit::test
