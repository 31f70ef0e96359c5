// Writes one function from its tree: blocks, choices, loops.
#pragma once

#include "lang/spirv/emit.hpp"

namespace relit::lang::spirv {

/// Appends the function to the assembly. Gives the reason where that is not possible, or an empty text.
[[nodiscard]] std::string write_function(const Shader& shader, ir::FunctionId function, Word listing);

} // namespace relit::lang::spirv
