// Blocks as SPIR-V wants them.
#pragma once

#include "lang/target.hpp"

namespace relit::lang {

/// Writes the tree of each function as blocks in the order of the text. A block where a choice or a loop begins names the
/// block after it, and the one that leads back (ir::Terminator). What lay in slots (slot_values.hpp) becomes values and block
/// parameters. A loop ends with its own condition where it begins with one; it is left from where the program leaves it,
/// and so is the function, unless the target's loops end at their head. The target's limit of iterations is counted here.
/// Returns true if anything changed. Functions without a tree stay as they are.
[[nodiscard]] bool write_structured_blocks(ir::Module& module, const Target& target);

} // namespace relit::lang
