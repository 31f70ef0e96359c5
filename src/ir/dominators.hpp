// Immediate dominators of any graph in O(edges * log(nodes)), without recursion.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace relit::ir {

struct Lists;

/// Depth-first: parents and nodes in the order of first visit. A node that was never visited has no place in `visited`.
struct Visit {
    std::vector<std::uint32_t> visited; // nodes by number
    std::vector<std::uint32_t> number;  // of a node; ~0 where not reached
    std::vector<std::uint32_t> parent;  // number of the parent, by number
    std::vector<std::uint32_t> order;   // reverse postorder
};

/// From node 0. Successors are visited last to first, so that the first one comes early in `order`.
[[nodiscard]] Visit visit(const Lists& successors);

/// By node: the immediate dominator, ~0 for node 0 and for what was not reached.
[[nodiscard]] std::vector<std::uint32_t> dominators(const Visit& visit, const Lists& predecessors);

} // namespace relit::ir
