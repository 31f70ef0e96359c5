// Where in the nest each block will stand.
#pragma once

#include "pass/structure/flow.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace relit::pass {

enum class Spot : std::uint8_t {
    Root,  // the entry
    Arm,   // inside an arm of its parent's choice
    Next,  // after its parent's choice, no other arm of which comes to its end
    Merge, // after its parent's choice, where several paths merge
    After, // after the loop that its parent heads
};

/// The nest as a tree: a block's parent is on every path to the block. Children stand in the order of the text.
struct Placement {
    Placement(std::size_t blocks, std::pmr::memory_resource* memory)
        : parent(blocks, 0, memory), spot(blocks, Spot::Root, memory), children(memory), first_child(memory),
          number(memory), last(memory), body_last(memory) {}

    std::pmr::vector<std::uint32_t> parent;
    std::pmr::vector<Spot> spot;
    std::pmr::vector<std::uint32_t> children, first_child;
    std::pmr::vector<std::uint32_t> number;    // in the order of the text; what the selector register holds
    std::pmr::vector<std::uint32_t> last;      // the number of the last block in the subtree
    std::pmr::vector<std::uint32_t> body_last; // of a header: the number of the last block in the loop

    [[nodiscard]] std::span<const std::uint32_t> children_of(std::uint32_t n) const {
        return std::span(children).subspan(first_child[n], first_child[n + 1] - first_child[n]);
    }
};

/// How many choices may stand within each other in a loop.
inline constexpr std::uint32_t kDeepest = 48;

/// Whether something holds, by block, loop or arc.
using Marks = std::pmr::vector<bool>;

/// Blocks that end an exit path of a loop with several exits count as part of the loop, so that they stand where they
/// are reached.
void keep_tails_inside(const Flow& flow, LoopNest& nest);

/// `deep[loop]` asks for a bounded depth of the nest directly in that loop: blocks that would stand deeper are put
/// at its outermost level.
[[nodiscard]] Placement placement_of(const Flow& flow, const LoopNest& nest, const Marks& deep);

/// What the arcs say about the nest. Numbers are Placement::number.
class ArcReach {
public:
    ArcReach(const Flow& flow, const LoopNest& nest, const Placement& placement);
    /// The last target, directly in `loop`, of gotos from blocks numbered first..last; 0 where there is none.
    [[nodiscard]] std::uint32_t furthest(std::uint32_t loop, std::uint32_t first, std::uint32_t last) const;

private:
    struct Goto {
        std::uint32_t loop, from, to;
    };
    std::pmr::vector<Goto> gotos_;         // sorted
    std::pmr::vector<std::uint32_t> most_; // a tree of maxima over gotos_
};

/// Whether the arc needs no goto: its target stands where the arc begins.
[[nodiscard]] inline bool is_inline(const Placement& placement, const Arc& arc) {
    const Spot spot = placement.spot[arc.to];
    return !arc.back && placement.parent[arc.to] == arc.from && (spot == Spot::Arm || spot == Spot::Next);
}

/// Moves arms after their branch if no other arm reaches its end: fewer levels, and no `else` after a break.
void flatten_arms(const Flow& flow, const LoopNest& nest, const ArcReach& reach, Placement& placement);

} // namespace relit::pass
