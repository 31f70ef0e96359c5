// Keeps values in registers, where control flow is about to change so that the value no longer dominates every use.
#pragma once

#include "ir/module.hpp"

#include <vector>

namespace relit::pass {

/// What a marked block computes and another block uses goes through a register from now on; constants are repeated.
void keep_in_registers(ir::Module& module, ir::FunctionId function, const std::vector<bool>& marked);

} // namespace relit::pass
