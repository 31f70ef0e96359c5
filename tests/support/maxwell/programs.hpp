// Random Maxwell kernels with structured flow, for comparing ways to run them.
#pragma once

#include "tests/support/maxwell/vectors.hpp"

#include <cstdint>
#include <string>

namespace relit::test {

/// The text of the kernel of a seed: arithmetic, memory, choices, loops and calls; each thread stores all its registers,
/// predicates and flags. NaN and zeros that operations make are made the same everywhere.
[[nodiscard]] std::string random_kernel_text(std::uint64_t seed);
/// The same, with its input and sizes.
[[nodiscard]] Result<MaxwellVector> random_kernel(std::uint64_t seed);

} // namespace relit::test
