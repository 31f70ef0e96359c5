// Maxwell kernels written as text for a test: what they store, by the interpreter.
#pragma once

#include "tests/support/maxwell/vectors.hpp"

#include <string_view>

namespace relit::test {

/// A kernel of `threads` threads from its instructions. R4 and R5 hold the address of the result when they begin.
[[nodiscard]] MaxwellVector kernel_of(std::string_view text, std::uint32_t threads, std::uint32_t result_words);
/// The result as words; an empty list, and a failed test, where it cannot be run.
[[nodiscard]] std::vector<std::uint32_t> words_of(const Result<std::vector<std::uint8_t>>& bytes);

} // namespace relit::test
