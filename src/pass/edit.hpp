// What passes share: visiting the operands of a function, and putting one value in the place of another.
#pragma once

#include "ir/module.hpp"

#include <algorithm>
#include <memory_resource>
#include <span>
#include <vector>

namespace relit::pass {

/// Calls visit(Id&) for every use of a value in the block: operands, the terminator's value, arguments of edges.
template <class Visit>
void for_each_use(ir::Module& module, ir::Block& block, Visit&& visit) {
    for (const ir::Id inst : block.insts) {
        for (ir::Id& operand : module[inst].operands) visit(operand);
    }
    if (block.end.value != ir::kNone) visit(block.end.value);
    for (const ir::Edge& edge : block.end.edges) {
        for (ir::Id& arg : edge.args) visit(arg);
    }
}

/// Values that stand for others. Chains are followed: what replaces a value may be replaced later.
class Replacements {
public:
    explicit Replacements(std::pmr::memory_resource* memory = std::pmr::get_default_resource()) : by_(memory) {}
    /// Makes room for values below that one.
    void reserve(std::size_t values) { by_.reserve(values); }
    void replace(ir::Id old, ir::Id by) {
        if (old >= by_.size()) by_.resize(std::max(std::size_t{old} + 1, by_.capacity()), ir::kNone);
        by_[old] = by;
    }
    [[nodiscard]] ir::Id find(ir::Id value) {
        return value >= by_.size() || by_[value] == ir::kNone ? value : follow(value);
    }
    [[nodiscard]] bool empty() const { return by_.empty(); }
    /// Makes every use in the function say what replaces it.
    void apply(ir::Module& module, ir::Function& function);
    /// The same for what blocks end with; enough where each operand was looked up when its instruction was visited, and
    /// values were visited before their uses.
    void apply_to_ends(ir::Function& function);

private:
    [[nodiscard]] ir::Id follow(ir::Id value);

    std::pmr::vector<ir::Id> by_; // by_[old], or kNone; shorter than the module's instructions
};

/// How many instructions stand in its blocks.
[[nodiscard]] std::size_t instructions_of(const ir::Function& function);

/// Structure trees name blocks and values as they were; a pass that changes these starts by forgetting the trees.
void forget_trees(ir::Module& module);

/// Whether the function may have a cycle: each has an edge that leads to no later block.
[[nodiscard]] bool may_have_cycles(const ir::Function& function);

/// Blocks that control can reach, so that each stands before its successors, back edges omitted; the entry is first, and first
/// successors come early.
[[nodiscard]] std::pmr::vector<ir::BlockId> reverse_postorder(
    const ir::Function& function, std::pmr::memory_resource* memory = std::pmr::get_default_resource());

} // namespace relit::pass
