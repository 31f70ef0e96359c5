// Writes one function, block by block.
#pragma once

#include "lang/spirv/emit.hpp"

namespace relit::lang::spirv {

/// The source that OpLine refers to: the guest's instructions by origin or, where the target asks for it, the module's
/// operations.
struct Listing {
    Word file = 0;                    // 0: there is none
    std::vector<std::uint32_t> lines; // by Id; empty: an operation's line is its origin
};

/// Appends the function to the assembly. Gives the reason where that is not possible, or an empty text. `is_entry`: the
/// pipeline calls it, which it first takes its inputs from.
[[nodiscard]] std::string write_function(const Shader& shader, ir::FunctionId function, const Listing& listing,
                                         bool is_entry);

} // namespace relit::lang::spirv
