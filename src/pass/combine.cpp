// Does what copy_propagation, fold, simplify and cse do, in one walk: what an instruction becomes is looked at at once with what its
// operands became. Behind a branch its condition is known. Block parameters stay for copy_propagation.
#include "base/scratch.hpp"
#include "ir/analysis/cfg.hpp"
#include "ir/rewrite/folding.hpp"
#include "ir/rewrite/reducer.hpp"
#include "pass/edit.hpp"
#include "pass/known_conditions.hpp"
#include "pass/pass.hpp"

#include <optional>
#include <span>
#include <vector>

namespace relit::pass {
namespace {

class Combination {
public:
    Combination(ir::Module& module, ir::Function& function)
        : module_(module), function_(function), reducer_(module, &memory_), conditions_(module, function, &memory_) {
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
        return reducer_.has_rewritten() || folds_ends || has_chosen_ || !replacements_.empty();
    }

private:
    bool walk() {
        const ir::Cfg cfg(function_);
        ir::walk_dominators(cfg, [&](ir::BlockId block) {
            reducer_.numbering().enter(cfg, block);
            conditions_.enter(cfg, block);
            read(block);
            read_end(block);
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
            if (is_reduced(id) && ((replacements_.empty() && conditions_.empty()) || !find_operands(id, insts))) {
                insts.push_back(id);
                conditions_.note(id);
                continue;
            }
            (void)find_operands(id, insts);
            const ir::Id value = reducer_.take(id, insts);
            if (value != id)
                replacements_.replace(id, value);
            else
                conditions_.note(id);
        }
    }

    /// Returns true if any operand is another one now.
    bool find_operands(ir::Id id, std::pmr::vector<ir::Id>& insts) {
        bool changed = false;
        const std::span<ir::Id> operands = module_[id].operands; // stays where it is if constants are made
        for (ir::Id& operand : operands) {
            const ir::Id now = found(operand, insts);
            changed |= now != operand;
            operand = now;
        }
        return changed;
    }
    /// Returns what stands for the value at this point of the walk. Constants that it takes are appended to `insts`.
    ir::Id found(ir::Id value, std::pmr::vector<ir::Id>& insts) {
        const ir::Id now = replacements_.find(value);
        return conditions_.concerns(now) ? found_by_conditions(now, insts) : now;
    }
    ir::Id found_by_conditions(ir::Id now, std::pmr::vector<ir::Id>& insts) {
        const ir::Id chosen = replacements_.find(conditions_.chosen(now));
        const std::optional<bool> known = conditions_.value_of(chosen);
        has_chosen_ |= chosen != now || known;
        if (!known) return chosen;
        return reducer_.take(ir::append_constant(module_, ir::kBool, *known ? 1 : 0, module_[chosen].origin), insts);
    }
    /// Replaces the arguments of the block's edges, each as it is known behind its edge.
    void read_end(ir::BlockId block) {
        auto& insts = function_.blocks[block].insts;
        ir::Terminator& end = function_.blocks[block].end;
        if (end.value != ir::kNone) end.value = found(end.value, insts);
        for (std::size_t i = 0; i < end.edges.size(); ++i) {
            if (end.edges[i].args.empty()) continue;
            conditions_.behind(end, i, [&] {
                for (ir::Id& arg : end.edges[i].args) arg = found(arg, insts);
            });
        }
    }
    /// Equal ones that were made since are not looked for: lowering makes few.
    [[nodiscard]] bool is_reduced(ir::Id id) const {
        return id < module_.reduced_below && module_[id].op != ir::Op::Copy;
    }

    ir::Module& module_;
    ir::Function& function_;
    Scratch memory_;
    ir::Reducer reducer_;
    KnownConditions conditions_;
    bool has_chosen_ = false; // a known condition changed an operand
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
