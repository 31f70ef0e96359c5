// Does what copy, fold, simplify and common do, in one walk: what an instruction becomes is looked at at once with what its
// operands became. Block parameters stay for copy.
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
        : module_(module), function_(function), cfg_(function), numbering_(module, cfg_, instructions_of(function)),
          simplifier_(module, made_) {}

    bool run() {
        walk_dominators(cfg_, [&](ir::BlockId block) { read(block); });
        const bool all_visited = cfg_.order().size() == function_.blocks.size();
        all_visited ? replacements_.apply_to_ends(function_) : replacements_.apply(module_, function_);
        for (const ir::BlockId block : cfg_.order()) changed_ |= fold_end(module_, function_.blocks[block].end);
        return changed_ || !replacements_.empty();
    }

private:
    void read(ir::BlockId block) {
        auto& insts = function_.blocks[block].insts;
        before_.assign(insts.begin(), insts.end());
        insts.clear();
        for (const ir::Id id : before_) visit(id, block);
    }

    void find_operands(ir::Id id) {
        for (ir::Id& operand : module_[id].operands) operand = replacements_.find(operand);
    }

    /// What is left of the instruction goes to the block; what it needs goes before it.
    void visit(ir::Id id, ir::BlockId block) {
        find_operands(id);
        const ir::Id value = reduced(id, block);
        const bool shared = value == id && can_be_shared(module_, module_[id]);
        const ir::Id same = shared ? numbering_.find_or_add(id, block) : value;
        if (same != id)
            replacements_.replace(id, same);
        else
            function_.blocks[block].insts.push_back(id);
    }

    /// What the instruction comes to; itself where it stays, be it as another one.
    ir::Id reduced(ir::Id id, ir::BlockId block) {
        for (unsigned round = 0; round < Simplifier::kMostRounds; ++round) {
            if (module_[id].op == ir::Op::Copy) return module_[id].operands[0];
            if (fold_inst(module_, id)) {
                changed_ = true;
                break;
            }
            const ir::Id same = simplifier_.step(id);
            if (!made_.empty()) {
                for (const ir::Id made : std::exchange(made_, {})) visit(made, block);
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
    ir::Cfg cfg_;
    Numbering numbering_;
    std::vector<ir::Id> made_; // by simplifier_
    Simplifier simplifier_;
    Replacements replacements_;
    std::vector<ir::Id> before_; // instructions of the block that is read
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
