// Leaves out what only decides the sign of a zero that is not observed: x + 0 becomes x, 0 - x becomes -x, and a product
// that is +0 where a factor is 0 becomes a usual one, where the other factor cannot be infinite or NaN.
#include "pass/edit.hpp"
#include "pass/pass.hpp"
#include "pass/zeros.hpp"

#include <algorithm>

namespace relit::pass {
namespace {

bool may_be_left_out(const ir::Module& module, const ir::Inst& inst) {
    switch (inst.op) {
        case ir::Op::FMulZero: return inst.mode.raw[0] == 0;
        case ir::Op::FAdd: return summed_with_zero(module, inst) != ir::kNone;
        case ir::Op::FSub: return subtracted_from_zero(module, inst) != ir::kNone;
        default: return false;
    }
}

bool has_candidates(const ir::Module& module, const ir::Function& function) {
    return std::ranges::any_of(function.blocks, [&](const ir::Block& block) {
        return std::ranges::any_of(block.insts, [&](ir::Id id) { return may_be_left_out(module, module[id]); });
    });
}

/// What stands for the instruction: itself, maybe changed, or another value.
ir::Id without_sign(ir::Module& module, const Zeros& zeros, ir::Id id) {
    ir::Inst& inst = module[id];
    const ir::Id sum = summed_with_zero(module, inst);
    if (sum != ir::kNone && (!zeros.sign_is_seen(id) || zeros.is_plus(sum))) return sum;
    if (zeros.sign_is_seen(id)) return id;
    if (inst.op == ir::Op::FMulZero && zeros.is_usual_product(inst.operands[0], inst.operands[1]))
        inst.op = ir::Op::FMul;
    if (subtracted_from_zero(module, inst) != ir::kNone) {
        inst.op = ir::Op::FNeg;
        inst.operands = inst.operands.subspan(1);
    }
    return id;
}

bool leave_out(ir::Module& module, ir::Function& function) {
    if (!has_candidates(module, function)) return false;
    const Zeros zeros(module, function);
    Replacements replacements;
    bool changed = false;
    for (const ir::BlockId block : reverse_postorder(function)) {
        for (const ir::Id id : function.blocks[block].insts) {
            if (!may_be_left_out(module, module[id])) continue;
            const ir::Op before = module[id].op;
            const ir::Id same = without_sign(module, zeros, id);
            if (same != id) replacements.replace(id, same);
            changed |= same != id || module[id].op != before;
        }
    }
    replacements.apply(module, function);
    return changed;
}

} // namespace

bool zero_signs(ir::Module& module) {
    forget_trees(module);
    bool changed = false;
    for (ir::Function& function : module.functions) changed |= leave_out(module, function);
    return changed;
}

} // namespace relit::pass
