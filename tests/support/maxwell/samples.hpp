// Maxwell code over many values, for tests that expect it to run; and what its translation tells of.
#pragma once

#include "tests/support/maxwell/over.hpp"

namespace relit::test {

/// What the code leaves, sample by sample; R20 to R22 are not its own. An empty list, and a failed test, where it cannot run.
[[nodiscard]] std::vector<MaxwellLeft> left_by(std::string_view text, std::span<const MaxwellGiven> samples);
/// What its translation tells of.
[[nodiscard]] std::vector<std::string> caveats_of(std::string_view text);
/// Why it is not translated; empty where it is.
[[nodiscard]] std::string refusal_of(std::string_view text);
/// Whether an approximation contains the words.
[[nodiscard]] bool is_approximate(std::string_view text, std::string_view words);

/// Every triple of some words, and as many of chance, as R0 to R2 of samples; R3 to R7 are of chance.
[[nodiscard]] std::vector<MaxwellGiven> triples_of(std::span<const std::uint32_t> words, std::uint32_t seed);

} // namespace relit::test
