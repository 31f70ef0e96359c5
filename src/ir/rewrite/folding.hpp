// One instruction or block end that constants decide.
#pragma once

#include "ir/module.hpp"

namespace relit::ir {

/// Turns the instruction into the constant that it is worth, if all that it depends on are constants.
bool fold_inst(Module& module, Id id);
/// Replaces a branch on a constant, or between equal targets, by a jump.
bool fold_end(const Module& module, Terminator& end);

} // namespace relit::ir
