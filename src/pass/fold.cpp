// Replaces what depends on constants only by the constant it is worth, and choices on constants by the branch taken.
#include "ir/rewrite/folding.hpp"

#include "pass/edit.hpp"
#include "pass/pass.hpp"

namespace relit::pass {

bool fold(ir::Module& module) {
    forget_trees(module);
    bool changed = false;
    for (ir::Function& function : module.functions) {
        for (const ir::BlockId block : reverse_postorder(function)) {
            for (const ir::Id inst : function.blocks[block].insts) changed |= ir::fold_inst(module, inst);
            changed |= ir::fold_end(module, function.blocks[block].end);
        }
    }
    return changed;
}

} // namespace relit::pass
