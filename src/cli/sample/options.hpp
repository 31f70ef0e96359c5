// The options of sample.
#pragma once

#include <cstdint>

namespace relit::cli {

struct SampleOptions {
    std::uint64_t seed = 1;  // of the first program
    std::uint64_t count = 1; // of programs
};

} // namespace relit::cli
