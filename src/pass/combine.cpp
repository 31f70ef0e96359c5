// Does what copy_propagation, fold, simplify and cse do, in one walk: what an instruction becomes is looked at at once with what its
// operands became. Block parameters stay for copy_propagation.
#include "base/scratch.hpp"
#include "ir/analysis/cfg.hpp"
#include "pass/edit.hpp"
#include "pass/folding.hpp"
#include "pass/numbering.hpp"
#include "pass/pass.hpp"
#include "pass/simplifying.hpp"

#include <utility>
#include <vector>

namespace relit::pass {
namespace {

class Combination {
public:
    Combination(ir::Module& module, ir::Function& function)
        : module_(module), function_(function), numbering_(module, instructions_of(function), &memory_),
          simplifier_(module, made_) {
        replacements_.reserve(module.insts.size());
    }

    bool run() {
        if (function_.blocks.size() == 1) { // what most functions come to in the end needs no graph
            read(0);
            replacements_.apply_to_ends(function_);
            changed_ |= fold_end(module_, function_.blocks[0].end);
            return changed_ || !replacements_.empty();
        }
        const ir::Cfg cfg(function_);
        numbering_.follow(cfg);
        walk_dominators(cfg, [&](ir::BlockId block) { read(block); });
        const bool all_visited = cfg.order().size() == function_.blocks.size();
        all_visited ? replacements_.apply_to_ends(function_) : replacements_.apply(module_, function_);
        for (const ir::BlockId block : cfg.order()) changed_ |= fold_end(module_, function_.blocks[block].end);
        return changed_ || !replacements_.empty();
    }

private:
    void read(ir::BlockId block) {
        block_ = block;
        insts_ = &function_.blocks[block].insts;
        before_.assign(insts_->begin(), insts_->end());
        insts_->clear();
        for (const ir::Id id : before_) visit(id);
    }

    void find_operands(ir::Id id) {
        for (ir::Id& operand : module_[id].operands) operand = replacements_.find(operand);
    }

    /// What is left of the instruction goes to the block; what it needs goes before it.
    void visit(ir::Id id) {
        find_operands(id);
        const ir::Id value = may_be_reduced(module_[id]) ? reduced(id) : id;
        const bool shared = value == id && can_be_shared(module_, module_[id]);
        const ir::Id same = shared ? numbering_.find_or_add(id, block_) : value;
        if (same != id)
            replacements_.replace(id, same);
        else
            insts_->push_back(id);
    }

    [[nodiscard]] bool may_be_reduced(const ir::Inst& inst) const {
        return inst.op == ir::Op::Copy || simplifier_.may_step(inst) || has_constants_only(module_, inst);
    }

    /// What the instruction comes to; itself where it stays, be it as another one. Apart from visit(), which most leave soon.
    [[gnu::noinline]] ir::Id reduced(ir::Id id) {
        for (unsigned round = 0; round < Simplifier::kMostIterations; ++round) {
            if (module_[id].op == ir::Op::Copy) return module_[id].operands[0];
            if (fold_inst(module_, id)) {
                changed_ = true;
                break;
            }
            const ir::Id same = simplifier_.step(id);
            if (!made_.empty()) {
                for (const ir::Id made : std::exchange(made_, {})) visit(made);
                find_operands(id);
            }
            if (same == ir::kNone) break;
            changed_ = true;
            if (same != id) return replacements_.find(same);
        }
        return id;
    }

    ir::Module& module_;
    ir::Function& function_;
    Scratch memory_;
    Numbering numbering_;
    std::vector<ir::Id> made_; // by simplifier_
    Simplifier simplifier_;
    Replacements replacements_{&memory_};
    std::pmr::vector<ir::Id> before_{&memory_}; // instructions of the block that is read
    ir::BlockId block_ = 0;                     // that one
    std::pmr::vector<ir::Id>* insts_ = nullptr;
    bool changed_ = false;
};

} // namespace

bool combine(ir::Module& module) {
    forget_trees(module);
    bool changed = false;
    for (ir::Function& function : module.functions) changed |= Combination(module, function).run();
    return changed;
}

} // namespace relit::pass
