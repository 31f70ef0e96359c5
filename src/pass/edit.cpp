#include "pass/edit.hpp"

#include <algorithm>

namespace relit::pass {

void Replacements::replace(ir::Id old, ir::Id by) {
    if (old >= by_.size()) by_.resize(old + 1, ir::kNone);
    by_[old] = by;
}

ir::Id Replacements::find(ir::Id value) {
    ir::Id last = value;
    while (last < by_.size() && by_[last] != ir::kNone) last = by_[last];
    while (value != last) {
        const ir::Id next = by_[value];
        by_[value] = last;
        value = next;
    }
    return last;
}

void Replacements::apply(ir::Module& module, ir::Function& function) {
    if (empty()) return;
    for (ir::Block& block : function.blocks) {
        for_each_use(module, block, [&](ir::Id& use) { use = find(use); });
    }
}

void forget_trees(ir::Module& module) {
    for (ir::Function& function : module.functions) {
        function.tree.nodes.clear();
        function.tree.root.clear();
    }
}

std::vector<bool> reachable_blocks(const ir::Function& function) {
    std::vector<bool> reached(function.blocks.size());
    for (const ir::BlockId block : reverse_postorder(function)) reached[block] = true;
    return reached;
}

std::vector<ir::BlockId> reverse_postorder(const ir::Function& function) {
    struct Visit {
        ir::BlockId block;
        std::size_t next_edge;
    };
    std::vector<ir::BlockId> order;
    std::vector<bool> seen(function.blocks.size());
    std::vector<Visit> stack{{0, 0}};
    seen[0] = true;
    while (!stack.empty()) {
        const auto& edges = function.blocks[stack.back().block].end.edges;
        if (stack.back().next_edge == edges.size()) {
            order.push_back(stack.back().block);
            stack.pop_back();
            continue;
        }
        const ir::BlockId to = edges[stack.back().next_edge++].to;
        if (!seen[to]) stack.push_back({to, 0});
        seen[to] = true;
    }
    std::ranges::reverse(order);
    return order;
}

} // namespace relit::pass
