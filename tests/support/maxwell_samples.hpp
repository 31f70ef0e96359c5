// One piece of Maxwell code over many values in one run: each thread has registers of its own, so nothing of them is known
// before it runs.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace relit::test {

using MaxwellGiven = std::array<std::uint32_t, 8>; // R0 to R7; those of the first sample are c[0x2][0x0] to [0x1c], too
using MaxwellLeft = std::array<std::uint32_t, 4>;  // R16 to R19

/// What the code leaves, sample by sample; R20 to R22 are not its own. An empty list, and a failed test, where it cannot run.
[[nodiscard]] std::vector<MaxwellLeft> left_by(std::string_view text, std::span<const MaxwellGiven> samples);
/// What its translation tells of.
[[nodiscard]] std::vector<std::string> doubts_of(std::string_view text);
/// Why it is not translated; empty where it is.
[[nodiscard]] std::string refusal_of(std::string_view text);
/// Whether a doubt has the words.
[[nodiscard]] bool is_doubtful(std::string_view text, std::string_view words);

/// Every triple of some words, and as many of chance, as R0 to R2 of samples; R3 to R7 are of chance.
[[nodiscard]] std::vector<MaxwellGiven> triples_of(std::span<const std::uint32_t> words, std::uint32_t seed);

} // namespace relit::test
