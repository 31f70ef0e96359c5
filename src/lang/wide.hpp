// Integers of 64 bits as pairs of 32, for targets that have none.
#pragma once

#include "ir/module.hpp"

namespace relit::lang {

/// Takes values of 64-bit integers apart, those in block parameters too. What cannot be expressed with halves keeps its 64
/// bits, and the language refuses it: division, atomics, parameters and results of functions, registers and vectors of
/// more than two. Whether it changed anything. Before from_ssa.
bool split_wide(ir::Module& module);

} // namespace relit::lang
