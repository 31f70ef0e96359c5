// Equal values by what computes them, along a walk of the dominator tree.
#pragma once

#include "base/hash_index.hpp"
#include "ir/cfg.hpp"
#include "ir/module.hpp"

#include <vector>

namespace relit::pass {

class Numbering {
public:
    /// For about so many instructions of one block.
    Numbering(const ir::Module& module, std::size_t instructions) : module_(module) { index_.reserve(instructions); }
    /// The same of a function of several.
    void follow(const ir::Cfg& cfg) { cfg_ = &cfg; }

    /// The instruction that computes the same on every way to `block`, where `id` stands; `id` itself if it is the first.
    /// Blocks are told in preorder of the dominator tree, operands are the first of their kind already.
    [[nodiscard]] ir::Id find_or_add(ir::Id id, ir::BlockId block);

private:
    const ir::Module& module_;
    const ir::Cfg* cfg_ = nullptr; // none: there is one block
    HashIndex index_;              // of values, equal ones once
    std::vector<ir::BlockId> in_;  // by such a value, where there are several blocks: the one that it stands in
};

/// Whether equal ones of such an instruction give equal values wherever they stand. What looks at its neighbours does only
/// where the same invocations take part.
[[nodiscard]] inline bool can_be_shared(const ir::Module& module, const ir::Inst& inst) {
    const ir::OpInfo& op = ir::info(inst.op);
    return !op.has(ir::kAcross) && (op.has(ir::kPure) || (!op.has(ir::kEffect) && ir::is_pure(module, inst)));
}

/// Calls visit(block) for all blocks that control can reach, each behind the one that dominates it.
template <class Visit>
void walk_dominators(const ir::Cfg& cfg, Visit&& visit) {
    struct Open {
        ir::BlockId block;
        std::size_t next_child;
    };
    std::vector<Open> stack{{0, 0}};
    visit(ir::BlockId{0});
    while (!stack.empty()) {
        Open& top = stack.back();
        const auto children = cfg.dominated(top.block);
        if (top.next_child == children.size()) {
            stack.pop_back();
            continue;
        }
        const ir::BlockId child = children[top.next_child++];
        stack.push_back({child, 0});
        visit(child);
    }
}

} // namespace relit::pass
