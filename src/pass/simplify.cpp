// Applies the rewrites of ir/rewrite/rewrites.inc, and those rules on lanes that no table can say.
#include "ir/rewrite/rewriter.hpp"

#include "pass/edit.hpp"
#include "pass/pass.hpp"

#include <vector>

namespace relit::pass {
namespace {

class Simplification {
public:
    explicit Simplification(ir::Module& module) : module_(module), rewriter_(module, made_) {}

    bool run(ir::Function& function) {
        bool changed = false;
        const auto order = reverse_postorder(function);
        for (const ir::BlockId id : order) {
            ir::Block& block = function.blocks[id];
            std::vector<ir::Id> old(block.insts.begin(), block.insts.end());
            block.insts.clear();
            for (const ir::Id inst : old) changed |= visit(inst, block);
        }
        const bool all_visited = order.size() == function.blocks.size();
        all_visited ? replacements_.apply_to_ends(function) : replacements_.apply(module_, function);
        return changed;
    }

private:
    /// What is left of the instruction goes to the block; what it needs goes before it.
    bool visit(ir::Id id, ir::Block& block) {
        for (ir::Id& operand : module_[id].operands) operand = replacements_.find(operand);
        bool changed = false, replaced = false;
        made_.clear();
        for (unsigned round = 0; round < ir::Rewriter::kMostIterations && !replaced; ++round) {
            const ir::Id same = rewriter_.step(id);
            if (same == ir::kNone) break;
            changed = true;
            replaced = same != id;
            if (replaced) replacements_.replace(id, same);
        }
        block.insts.insert(block.insts.end(), made_.begin(), made_.end());
        if (!replaced) block.insts.push_back(id);
        return changed;
    }

    ir::Module& module_;
    std::vector<ir::Id> made_;
    ir::Rewriter rewriter_;
    Replacements replacements_;
};

} // namespace

bool simplify(ir::Module& module) {
    forget_trees(module);
    bool changed = false;
    for (ir::Function& function : module.functions) changed |= Simplification(module).run(function);
    return changed;
}

} // namespace relit::pass
