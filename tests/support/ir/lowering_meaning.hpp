// Whether lowerings keep what random programs mean.
#pragma once

#include "ir/module.hpp"

#include <cstdint>
#include <string>

namespace relit::test {

/// A random program over all kinds of values: isa::ir_text::random_module() of some length.
[[nodiscard]] ir::Module random_program_of_kinds(std::uint64_t seed);

/// Runs each lowering alone on random_program_of_kinds(), and all of them, for targets that have everything and nothing, in both
/// languages. Says what is not legal, or how the interpreter's results differ afterwards; nothing if nothing is wrong.
[[nodiscard]] std::string difference_by_lowerings(std::uint64_t seed);

} // namespace relit::test
