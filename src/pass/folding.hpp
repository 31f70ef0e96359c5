// One instruction or block end that constants decide: for the passes that fold.
#pragma once

#include "ir/module.hpp"

namespace relit::pass {

/// Whether it computes from operands that are all constants.
[[nodiscard]] inline bool has_constants_only(const ir::Module& module, const ir::Inst& inst) {
    if (!ir::info(inst.op).has(ir::kPure)) return false;
    for (const ir::Id operand : inst.operands)
        if (module[operand].op != ir::Op::Const) return false;
    return !inst.operands.empty();
}
/// Turns the instruction into the constant that it is worth, if all that it depends on are constants.
bool fold_inst(ir::Module& module, ir::Id id);
/// Replaces a branch on a constant, or between equal targets, by a jump.
bool fold_end(const ir::Module& module, ir::Terminator& end);

} // namespace relit::pass
