// Computes the same thing once: a pure instruction is replaced by an equal one that stands before it on every path.
#include "base/scratch.hpp"
#include "ir/rewrite/numbering.hpp"
#include "pass/edit.hpp"
#include "pass/pass.hpp"

namespace relit::pass {
namespace {

bool number_values(ir::Module& module, ir::Function& function) {
    const ir::Cfg cfg(function);
    Scratch memory;
    ir::Numbering numbering(module, &memory);
    numbering.reserve(instructions_of(function));
    Replacements replacements;
    ir::walk_dominators(cfg, [&](ir::BlockId block) {
        numbering.enter(cfg, block);
        std::erase_if(function.blocks[block].insts, [&](ir::Id id) {
            ir::Inst& inst = module[id];
            for (ir::Id& operand : inst.operands) operand = replacements.find(operand);
            if (!ir::can_be_shared(module, inst)) return false;
            const ir::Id same = numbering.find_or_add(id);
            if (same != id) replacements.replace(id, same);
            return same != id;
        });
    });
    const bool all_visited = cfg.order().size() == function.blocks.size();
    all_visited ? replacements.apply_to_ends(function) : replacements.apply(module, function);
    return !replacements.empty();
}

} // namespace

bool cse(ir::Module& module) {
    forget_trees(module);
    bool changed = false;
    for (ir::Function& function : module.functions) changed |= number_values(module, function);
    return changed;
}

} // namespace relit::pass
