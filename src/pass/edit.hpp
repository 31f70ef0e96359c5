// Passes share this: ir/edit.hpp, and what they ask of functions.
#pragma once

#include "ir/edit.hpp"

#include <memory_resource>
#include <vector>

namespace relit::pass {

using ir::for_each_use;
using ir::Replacements;

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
