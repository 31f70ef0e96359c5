// What the blocks of a function are to each other: order, dominators, loops. Made once, read often; it does not follow
// changes of the function.
#pragma once

#include "base/scratch.hpp"
#include "ir/module.hpp"

#include <cstdint>
#include <limits>
#include <memory_resource>
#include <span>
#include <vector>

namespace relit::ir {

/// Many short lists of numbers in two flat arrays.
struct Lists {
    explicit Lists(std::pmr::memory_resource* memory) : start(memory), items(memory) {}
    std::pmr::vector<std::uint32_t> start; // one more than there are lists
    std::pmr::vector<std::uint32_t> items;

    [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t list) const {
        return std::span(items).subspan(start[list], start[list + 1] - start[list]);
    }
};

using LoopId = std::uint32_t; // index in Cfg::loops()
inline constexpr LoopId kNoLoop = std::numeric_limits<LoopId>::max();

/// All that can reach an edge back to `header` without leaving through it, where `header` dominates that edge's start.
struct Loop {
    BlockId header = kNoBlock;
    LoopId parent = kNoLoop; // the next loop outwards
    std::uint32_t depth = 1; // 1: in no other loop
    std::uint32_t first = 0; // the loops in it and itself have `first` in [first, first + nested)
    std::uint32_t nested = 1;
};

/// An edge by its two ends.
struct EdgeEnds {
    BlockId from = kNoBlock, to = kNoBlock;
    [[nodiscard]] bool operator==(const EdgeEnds&) const = default;
};

class Cfg {
public:
    explicit Cfg(const Function& function);

    [[nodiscard]] std::uint32_t block_count() const { return static_cast<std::uint32_t>(index_.size()); }
    /// One entry an edge, in the order of the terminator's edges.
    [[nodiscard]] std::span<const BlockId> successors(BlockId block) const { return successors_[block]; }
    /// One entry an edge out of a reachable block.
    [[nodiscard]] std::span<const BlockId> predecessors(BlockId block) const { return predecessors_[block]; }
    /// The reachable blocks, each before its successors except where an edge goes back; a first successor early.
    [[nodiscard]] std::span<const BlockId> order() const { return order_; }
    /// Where `block` stands in order(); kNoBlock where it is not reachable.
    [[nodiscard]] std::uint32_t index(BlockId block) const { return index_[block]; }
    [[nodiscard]] bool is_reachable(BlockId block) const { return index_[block] != kNoBlock; }

    /// kNoBlock for the entry and for what is not reachable.
    [[nodiscard]] BlockId immediate_dominator(BlockId block) const { return dominator_[block]; }
    /// The blocks that `block` immediately dominates, in the order of order().
    [[nodiscard]] std::span<const BlockId> dominated(BlockId block) const { return dominated_[block]; }
    /// Whether every path from the entry to `b` goes through `a` (a block dominates itself). Constant time. False where
    /// either is not reachable.
    [[nodiscard]] bool dominates(BlockId a, BlockId b) const { return number_[b] - number_[a] < size_[a]; }

    /// Outer loops before inner ones. Cycles entered at two blocks are not among them; see irreducible().
    [[nodiscard]] std::span<const Loop> loops() const { return loops_; }
    /// The innermost loop around `block` (a header is in its own), or kNoLoop.
    [[nodiscard]] LoopId loop_of(BlockId block) const { return loop_of_[block]; }
    [[nodiscard]] bool contains(LoopId loop, BlockId block) const;
    [[nodiscard]] std::uint32_t depth(BlockId block) const {
        return loop_of_[block] == kNoLoop ? 0 : loops_[loop_of_[block]].depth;
    }
    /// Edges against order() whose end does not dominate their start.
    [[nodiscard]] std::span<const EdgeEnds> irreducible() const { return irreducible_; }
    [[nodiscard]] bool is_reducible() const { return irreducible_.empty(); }

private:
    void describe_one_block();
    void number_dominators();
    [[nodiscard]] bool leads_back() const;
    void find_loops();
    void grow(BlockId header, std::span<BlockId> around);
    void number_loops();

    Scratch memory_;
    Lists successors_{&memory_}, predecessors_{&memory_}, dominated_{&memory_};
    std::pmr::vector<BlockId> order_{&memory_};
    std::pmr::vector<std::uint32_t> index_{&memory_};
    std::pmr::vector<BlockId> dominator_{&memory_};
    std::pmr::vector<std::uint32_t> number_{&memory_}; // preorder in the dominator tree
    std::pmr::vector<std::uint32_t> size_{&memory_};   // blocks below, itself counted
    std::pmr::vector<Loop> loops_{&memory_};
    std::pmr::vector<LoopId> loop_of_{&memory_};
    std::pmr::vector<EdgeEnds> irreducible_{&memory_};
};

/// Calls visit(block) for all blocks that control can reach, each after the one that dominates it.
template <class Visit>
void walk_dominators(const Cfg& cfg, Visit&& visit) {
    struct Open {
        BlockId block;
        std::size_t next_child;
    };
    std::vector<Open> stack{{0, 0}};
    visit(BlockId{0});
    while (!stack.empty()) {
        Open& top = stack.back();
        const auto children = cfg.dominated(top.block);
        if (top.next_child == children.size()) {
            stack.pop_back();
            continue;
        }
        const BlockId child = children[top.next_child++];
        stack.push_back({child, 0});
        visit(child);
    }
}

} // namespace relit::ir
