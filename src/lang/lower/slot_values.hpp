// Values instead of the registers that passes add.
#pragma once

#include "ir/module.hpp"

namespace relit::lang {

/// Returns true for a file that `from_ssa`, `reg2mem` or `structure` added.
[[nodiscard]] bool holds_slots(const ir::RegisterFile& file);

/// Turns the files of a function that hold slots into values and block parameters. Each slot is accessed as a whole, and starts as 0;
/// bools are accessed as pass::Slots does it. In very
/// large functions some stay in their registers (docs/limits.md).
void replace_slots(ir::Module& module, ir::FunctionId function);

} // namespace relit::lang
