// Immediate dominators of any graph in O(edges * log(nodes)), without recursion.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <span>
#include <vector>

namespace relit::ir {

struct Lists;

/// Depth-first from node 0: parents and nodes in the order of first visit. Successors are visited last to first, so that
/// the first one comes early in `order`.
struct Visit {
    Visit(const Lists& successors, std::pmr::memory_resource* memory);

    std::pmr::vector<std::uint32_t> visited; // nodes by number
    std::pmr::vector<std::uint32_t> number;  // of a node; ~0 where not reached
    std::pmr::vector<std::uint32_t> parent;  // number of the parent, by number
    std::pmr::vector<std::uint32_t> order;   // reverse postorder
};

/// Writes to `dominator`, by node, the immediate one; leaves what stands there for node 0 and for what was not reached.
/// Edges from nodes that were not reached do not count.
void find_dominators(const Visit& visit, const Lists& predecessors, std::span<std::uint32_t> dominator);

} // namespace relit::ir
