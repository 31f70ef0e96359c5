#include "pass/edit.hpp"

#include <algorithm>

namespace relit::pass {

std::size_t instructions_of(const ir::Function& function) {
    std::size_t count = 0;
    for (const ir::Block& block : function.blocks) count += block.insts.size();
    return count;
}

void forget_trees(ir::Module& module) {
    for (ir::Function& function : module.functions) {
        function.tree.nodes.clear();
        function.tree.root.clear();
        for (ir::Block& block : function.blocks) block.end.merge = block.end.again = ir::kNoBlock;
    }
}

bool may_have_cycles(const ir::Function& function) {
    for (ir::BlockId block = 0; block < function.blocks.size(); ++block) {
        const auto leads_back = [&](const ir::Edge& edge) { return edge.to <= block; };
        if (std::ranges::any_of(function.blocks[block].end.edges, leads_back)) return true;
    }
    return false;
}

std::pmr::vector<ir::BlockId> reverse_postorder(const ir::Function& function, std::pmr::memory_resource* memory) {
    if (function.blocks.size() == 1) return {1, ir::BlockId{0}, memory};
    struct Visit {
        ir::BlockId block;
        std::size_t edges_left; // the last one is followed first, so that the order follows the edges' own order
    };
    const auto visit = [&](ir::BlockId block) { return Visit{block, function.blocks[block].end.edges.size()}; };
    std::pmr::vector<ir::BlockId> order(memory);
    order.reserve(function.blocks.size());
    std::pmr::vector<bool> seen(function.blocks.size(), false, memory);
    std::pmr::vector<Visit> stack(memory);
    stack.reserve(16);
    stack.push_back(visit(0));
    seen[0] = true;
    while (!stack.empty()) {
        Visit& top = stack.back();
        if (top.edges_left == 0) {
            order.push_back(top.block);
            stack.pop_back();
            continue;
        }
        const ir::BlockId to = function.blocks[top.block].end.edges[--top.edges_left].to;
        if (!seen[to]) stack.push_back(visit(to));
        seen[to] = true;
    }
    std::ranges::reverse(order);
    return order;
}

} // namespace relit::pass
