// Float operations that round toward zero, up or down: hosts need have no such mode, so they are written in integers.
#pragma once

#include "lang/target.hpp"

namespace relit::lang {

/// Writes conversions, sums, products and fused multiply-adds of such a mode as operations that are exact. What a later
/// rewrite of integers of 64 bits does, and arithmetic that the writer of SPIR-V does in doubles, stays. Call after
/// write_doubles_as_integers(). Returns whether there were any.
bool write_directed_rounding(ir::Module& module, const Target& target);

/// Whether FloatMode::rounding can change what the operation gives. Others are exact, or their error bound holds the other
/// neighbour, too.
[[nodiscard]] bool is_rounded(ir::Op op);

} // namespace relit::lang
