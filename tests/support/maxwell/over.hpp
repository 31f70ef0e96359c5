// One piece of Maxwell code over many values in one run: each thread has registers of its own, so nothing of them is known
// before it runs.
#pragma once

#include "tests/support/maxwell/vectors.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test {

using MaxwellGiven = std::array<std::uint32_t, 8>; // R0 to R7; those of the first sample are c[0x2][0x0] to [0x1c], too
using MaxwellLeft = std::array<std::uint32_t, 4>;  // R16 to R19

constexpr std::size_t kMostSamples = 1024; // of one kernel

/// The code between instructions that fill R0 to R7 and that store R16 to R19; R20 to R22 are not its own.
[[nodiscard]] std::string text_over(std::string_view text);
/// The kernel of it, a thread for each sample.
[[nodiscard]] Result<MaxwellVector> kernel_over(std::string_view text, std::span<const MaxwellGiven> samples);
/// What its threads stored.
[[nodiscard]] std::vector<MaxwellLeft> left_in(const std::vector<std::uint8_t>& bytes);
/// What the code leaves in the interpreter, sample by sample; any number of them.
[[nodiscard]] Result<std::vector<MaxwellLeft>> run_over(std::string_view text, std::span<const MaxwellGiven> samples);

} // namespace relit::test
