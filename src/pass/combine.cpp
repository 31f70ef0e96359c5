// Does what copy_propagation, fold, simplify and cse do, in one walk: what an instruction becomes is looked at at once with what its
// operands became. Block parameters stay for copy_propagation.
#include "base/scratch.hpp"
#include "ir/analysis/cfg.hpp"
#include "ir/rewrite/folding.hpp"
#include "ir/rewrite/reducer.hpp"
#include "pass/edit.hpp"
#include "pass/pass.hpp"

#include <vector>

namespace relit::pass {
namespace {

class Combination {
public:
    Combination(ir::Module& module, ir::Function& function)
        : module_(module), function_(function), reducer_(module, &memory_) {
        reducer_.numbering().reserve(instructions_of(function));
        replacements_.reserve(module.insts.size());
    }

    bool run() {
        bool folds_ends = false;
        if (function_.blocks.size() == 1) { // what most functions come to in the end needs no graph
            read(0);
            replacements_.apply_to_ends(function_);
            folds_ends = ir::fold_end(module_, function_.blocks[0].end);
        } else {
            folds_ends = walk();
        }
        return reducer_.has_rewritten() || folds_ends || !replacements_.empty();
    }

private:
    bool walk() {
        const ir::Cfg cfg(function_);
        ir::walk_dominators(cfg, [&](ir::BlockId block) {
            reducer_.numbering().enter(cfg, block);
            read(block);
        });
        const bool all_visited = cfg.order().size() == function_.blocks.size();
        all_visited ? replacements_.apply_to_ends(function_) : replacements_.apply(module_, function_);
        bool changed = false;
        for (const ir::BlockId block : cfg.order()) changed |= ir::fold_end(module_, function_.blocks[block].end);
        return changed;
    }

    /// Puts into the block what is left of each instruction, and before it what it needs.
    void read(ir::BlockId block) {
        auto& insts = function_.blocks[block].insts;
        before_.assign(insts.begin(), insts.end());
        insts.clear();
        for (const ir::Id id : before_) {
            if (is_reduced(id) && (replacements_.empty() || !find_operands(id))) {
                insts.push_back(id);
                continue;
            }
            (void)find_operands(id);
            const ir::Id value = reducer_.take(id, insts);
            if (value != id) replacements_.replace(id, value);
        }
    }

    /// Returns true if any operand is another one now.
    bool find_operands(ir::Id id) {
        bool changed = false;
        for (ir::Id& operand : module_[id].operands) {
            const ir::Id now = replacements_.find(operand);
            changed |= now != operand;
            operand = now;
        }
        return changed;
    }
    /// Equal ones that were made since are not looked for: lowering makes few.
    [[nodiscard]] bool is_reduced(ir::Id id) const {
        return id < module_.reduced_below && module_[id].op != ir::Op::Copy;
    }

    ir::Module& module_;
    ir::Function& function_;
    Scratch memory_;
    ir::Reducer reducer_;
    Replacements replacements_{&memory_};
    std::pmr::vector<ir::Id> before_{&memory_}; // instructions of the block that is read
};

} // namespace

bool combine(ir::Module& module) {
    if (module.is_reduced) return false;
    forget_trees(module);
    bool changed = false;
    for (ir::Function& function : module.functions) changed |= Combination(module, function).run();
    module.reduced_below = static_cast<ir::Id>(module.insts.size());
    return changed;
}

} // namespace relit::pass
