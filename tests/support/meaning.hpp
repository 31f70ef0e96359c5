// Whether two modules mean the same, as far as the interpreter tells from a few inputs.
#pragma once

#include "ir/module.hpp"

#include <cstdint>
#include <string>

namespace relit::test {

/// A random program of one of the sorts of random_module.hpp: control flow, with values across blocks or without,
/// straight code, counted loops.
[[nodiscard]] ir::Module random_program(std::uint64_t seed);

/// How the outputs and buffers of `after` differ from those of `before` for awkward inputs made from the seed; empty
/// where they do not. `after` may have more files, registers at the end of the list.
[[nodiscard]] std::string difference(const ir::Module& before, const ir::Module& after, std::uint64_t seed);

/// Runs a comma-separated list of passes on a copy of the module and compares; says what is wrong, or nothing.
[[nodiscard]] std::string difference_after(const ir::Module& before, const std::string& passes, std::uint64_t seed);

/// One to eight random passes.
[[nodiscard]] std::string random_passes(std::uint64_t seed);

} // namespace relit::test
