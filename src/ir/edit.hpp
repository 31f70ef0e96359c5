// Everything that changes a function visits its uses of values, or puts one value in the place of another.
#pragma once

#include "ir/module.hpp"

#include <algorithm>
#include <memory_resource>
#include <vector>

namespace relit::ir {

/// A new instruction that stands in no block yet.
[[nodiscard]] inline Id append(Module& module, const Inst& inst) {
    module.insts.push_back(inst);
    return static_cast<Id>(module.insts.size() - 1);
}
/// The same: a constant, every lane the same.
[[nodiscard]] Id append_constant(Module& module, Type type, std::uint64_t lane, std::uint32_t origin);

/// Calls visit(Id&) for every use of a value in the block: operands, the terminator's value, arguments of edges.
template <class Visit>
void for_each_use(Module& module, Block& block, Visit&& visit) {
    for (const Id inst : block.insts) {
        for (Id& operand : module[inst].operands) visit(operand);
    }
    if (block.end.value != kNone) visit(block.end.value);
    for (const Edge& edge : block.end.edges) {
        for (Id& arg : edge.args) visit(arg);
    }
}

/// Values that stand for others. Chains are followed: what replaces a value may be replaced later.
class Replacements {
public:
    explicit Replacements(std::pmr::memory_resource* memory = std::pmr::get_default_resource()) : by_(memory) {}
    /// Makes room for values below that one.
    void reserve(std::size_t values) { by_.reserve(values); }
    void replace(Id old, Id by) {
        if (old >= by_.size()) by_.resize(std::max(std::size_t{old} + 1, by_.capacity()), kNone);
        by_[old] = by;
    }
    [[nodiscard]] Id find(Id value) { return value >= by_.size() || by_[value] == kNone ? value : follow(value); }
    [[nodiscard]] bool empty() const { return by_.empty(); }
    /// Makes every use in the function say what replaces it.
    void apply(Module& module, Function& function);
    /// The same for what blocks end with; enough where each operand was looked up when its instruction was visited, and
    /// values were visited before their uses.
    void apply_to_ends(Function& function);

private:
    [[nodiscard]] Id follow(Id value);

    std::pmr::vector<Id> by_; // by_[old], or kNone; shorter than the module's instructions
};

} // namespace relit::ir
