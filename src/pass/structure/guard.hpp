// Which positions in the nest need to test where control is going, and which gotos have to say it.
#pragma once

#include "pass/structure/placement.hpp"

#include <cstdint>
#include <vector>

namespace relit::pass {

/// How sure it is that something happens at a position in the nest.
enum class Chance : std::uint8_t { Never, Perhaps, Always };

/// What happens directly after a loop, before the blocks that stand there.
struct AfterLoop {
    Chance leave = Chance::Never; // go on to leave the loop around it too
    bool leave_forward = false;   // to a block after that loop
    bool leave_back = false;      // to a loop further out
    Chance again = Chance::Never; // the next round of the loop around it
};

struct Guards {
    explicit Guards(std::pmr::memory_resource* memory) : guarded(memory), says(memory), after(memory) {}

    Marks guarded;                     // by block: runs only where the selector holds its number
    Marks says;                        // by arc: stores the target's number in the selector
    std::pmr::vector<AfterLoop> after; // by loop
};

[[nodiscard]] Guards guards_of(const Flow& flow, const LoopNest& nest, const Placement& placement,
                               const ArcReach& reach);

/// Loops (0 for the function) whose body nests deeper than the bound of placement_of().
[[nodiscard]] Marks deep_loops(const Flow& flow, const LoopNest& nest, const Placement& placement,
                               const Guards& guards);

/// Loops whose body stands within more than so many loops and choices.
[[nodiscard]] Marks buried_loops(const Flow& flow, const LoopNest& nest, const Placement& placement,
                                 const Guards& guards, std::uint32_t deepest);

/// How many loops a goto leaves.
[[nodiscard]] std::uint32_t loops_left(const LoopNest& nest, const Arc& arc);

} // namespace relit::pass
