// 16 bits for targets that have none: floats as 32-bit floats which only take values that 16 bits can hold, integers that
// are only moved as the low half of 32 bits.
#pragma once

#include "ir/module.hpp"

namespace relit::lang {

/// Rewrites values, not registers: what loads or stores lanes of 16 bits is left as it is, and so is what computes with
/// integers of 16 bits or goes to or from 64. Fused multiply-adds of halves stay as well, for 32 bits round them twice,
/// and what rounds to halves otherwise than to nearest, or flushes them. Integers of 16 bits may be made longer and shorter.
/// Before from_ssa.
void widen_halves(ir::Module& module);

} // namespace relit::lang
