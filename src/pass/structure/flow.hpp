// The control flow of a function for pass/structure, by the positions of blocks in their order: arcs between blocks, and a nest of loops
// that may be changed.
#pragma once

#include "ir/analysis/cfg.hpp"
#include "pass/ancestry.hpp"

#include <cstdint>
#include <limits>
#include <memory_resource>
#include <span>
#include <vector>

namespace relit::pass {

inline constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();

/// An edge from one block to another, both by their index in Flow::order. A block has one arc to each target, however
/// many of its edges lead there.
struct Arc {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    bool back = false;   // against the order
    bool shared = false; // several edges lead there
};

/// Loop 0 is the function itself; the others have a header. Outer loops stand before inner ones.
struct Loop {
    std::uint32_t header = 0; // index in the order
    std::uint32_t parent = 0;
};

/// Blocks that control can reach, numbered so that each stands before its successors, back edges omitted.
struct Flow {
    Flow(const ir::Cfg& of, std::pmr::memory_resource* memory);

    const ir::Cfg& cfg; // which lives longer
    std::span<const ir::BlockId> order;
    std::pmr::vector<Arc> arcs; // by `from`
    std::pmr::vector<std::uint32_t> first_out;
    std::pmr::vector<std::uint32_t> in; // indices into arcs, by target
    std::pmr::vector<std::uint32_t> first_in;

    /// Where what is found out about it may lie too.
    [[nodiscard]] std::pmr::memory_resource* memory() const { return arcs.get_allocator().resource(); }

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(order.size()); }
    [[nodiscard]] std::span<const Arc> out_of(std::uint32_t n) const {
        return std::span(arcs).subspan(first_out[n], first_out[n + 1] - first_out[n]);
    }
    [[nodiscard]] std::span<const std::uint32_t> into(std::uint32_t n) const {
        return std::span(in).subspan(first_in[n], first_in[n + 1] - first_in[n]);
    }
};

/// The loops of a reducible flow, where blocks may be moved into a loop.
struct LoopNest {
    std::pmr::vector<Loop> loops;
    std::pmr::vector<std::uint32_t> loop_of; // innermost loop of a block; of a header: its own loop
    Ancestry tree;                           // of loops

    [[nodiscard]] bool is_header(std::uint32_t n) const { return loop_of[n] != 0 && loops[loop_of[n]].header == n; }
    /// The loop in whose body the block, or the loop that it heads, stands.
    [[nodiscard]] std::uint32_t around(std::uint32_t n) const {
        return is_header(n) ? loops[loop_of[n]].parent : loop_of[n];
    }
};

[[nodiscard]] LoopNest loops_of(const Flow& flow);

} // namespace relit::pass
