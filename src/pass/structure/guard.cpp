#include "pass/structure/guard.hpp"

#include <algorithm>

namespace relit::pass {
namespace {

// The loop in which control goes on at the arc's target.
std::uint32_t loop_at(const LoopNest& nest, const Arc& arc) {
    return arc.back ? nest.loop_of[arc.to] : nest.around(arc.to);
}

class GuardFinder {
public:
    GuardFinder(const Flow& flow, const LoopNest& nest, const Placement& placement, const ArcReach& reach)
        : flow_(flow), nest_(nest), placement_(placement), reach_(reach), loops_(nest.loops.size(), flow.memory()),
          behind_(flow.memory()), after_choice_(flow.memory()), after_loop_(flow.memory()), guards_(flow.memory()) {}

    Guards run() {
        guard_blocks();
        for (const Arc& arc : flow_.arcs) {
            if (!is_inline(placement_, arc)) note_exit(arc);
        }
        for (std::size_t loop = loops_.size(); loop-- > 1;) pass_outwards(loop);
        guards_.after.resize(loops_.size());
        for (std::size_t loop = 1; loop < loops_.size(); ++loop) decide(loop);
        find_landings();
        guards_.says.reserve(flow_.arcs.size());
        for (const Arc& arc : flow_.arcs) guards_.says.push_back(!is_inline(placement_, arc) && must_say(arc));
        return std::move(guards_);
    }

private:
    /// What gotos do to one loop.
    struct Exits {
        std::uint32_t lowest = kNowhere;       // depth of the outermost loop that a goto from inside leaves
        std::uint32_t last_target = 0;         // largest number of a target
        std::uint32_t first_header = kNowhere; // smallest number of a header gone back to
        bool forward = false;                  // a goto leaves just this loop, forward
        bool again = false;                    // a goto leaves just this loop, for the next round around it
        std::uint32_t tested_leaves = 0;       // of this loop and those around it
    };

    // A path past a block to one after it makes the block one of several that control may go to.
    void guard_blocks() {
        guards_.guarded.assign(flow_.size(), false);
        for (std::uint32_t n = 1; n < flow_.size(); ++n) {
            if (placement_.spot[n] != Spot::Merge && placement_.spot[n] != Spot::After) continue;
            const std::uint32_t here = placement_.number[n], begin = placement_.number[placement_.parent[n]];
            guards_.guarded[n] = reach_.furthest(nest_.around(n), begin, here - 1) > here;
        }
    }

    // The outermost loop that the goto leaves; there must be one.
    [[nodiscard]] std::uint32_t outermost_left(const Arc& arc) const {
        return nest_.tree.ancestor_at(nest_.loop_of[arc.from], nest_.tree.depth(loop_at(nest_, arc)) + 1);
    }

    void note_exit(const Arc& arc) {
        if (loops_left(nest_, arc) == 0) return;
        Exits& inner = loops_[nest_.loop_of[arc.from]];
        const std::uint32_t outer = outermost_left(arc);
        inner.lowest = std::min(inner.lowest, nest_.tree.depth(outer));
        if (arc.back) {
            inner.first_header = std::min(inner.first_header, placement_.number[arc.to]);
            loops_[outer].again = true;
        } else {
            inner.last_target = std::max(inner.last_target, placement_.number[arc.to]);
            loops_[outer].forward = true;
        }
    }
    void pass_outwards(std::size_t loop) {
        const Exits& exits = loops_[loop];
        Exits& outer = loops_[nest_.loops[loop].parent];
        outer.lowest = std::min(outer.lowest, exits.lowest);
        outer.last_target = std::max(outer.last_target, exits.last_target);
        outer.first_header = std::min(outer.first_header, exits.first_header);
    }

    void decide(std::size_t loop) {
        Exits& exits = loops_[loop];
        AfterLoop& after = guards_.after[loop];
        const std::uint32_t parent = nest_.loops[loop].parent;
        if (exits.again) after.again = exits.forward ? Chance::Perhaps : Chance::Always;
        if (exits.lowest < nest_.tree.depth(static_cast<std::uint32_t>(loop))) {
            after.leave = exits.forward || exits.again ? Chance::Perhaps : Chance::Always;
            const std::uint32_t around = nest_.loops[parent].header;
            after.leave_forward = exits.last_target > placement_.body_last[around];
            after.leave_back = exits.first_header < placement_.number[around];
        }
        exits.tested_leaves = loops_[parent].tested_leaves + (after.leave == Chance::Perhaps ? 1 : 0);
    }

    // Where control comes out after a block and all that stands in it: the next block there, or nowhere.
    void find_landings() {
        behind_.assign(flow_.size(), kNowhere);
        after_choice_.reserve(flow_.size());
        after_loop_.reserve(flow_.size());
        std::pmr::vector<std::uint32_t> by_number(flow_.size(), flow_.memory());
        for (std::uint32_t n = 0; n < flow_.size(); ++n) by_number[placement_.number[n]] = n;
        for (const std::uint32_t n : by_number) {
            const std::uint32_t at_end = nest_.is_header(n) ? kNowhere : behind_[n];
            std::uint32_t next_merge = at_end, next_after = behind_[n];
            const auto children = placement_.children_of(n);
            for (auto child = children.rbegin(); child != children.rend(); ++child) {
                const bool after = placement_.spot[*child] == Spot::After;
                behind_[*child] = after ? next_after : next_merge;
                if (after) next_after = *child;
                if (placement_.spot[*child] == Spot::Merge) next_merge = *child;
            }
            after_choice_.push_back(next_merge);
            after_loop_.push_back(next_after);
        }
    }

    [[nodiscard]] bool must_say(const Arc& arc) const {
        const std::uint32_t inner = nest_.loop_of[arc.from];
        const bool is_guarded = !arc.back && guards_.guarded[arc.to];
        if (loops_left(nest_, arc) == 0) {
            return !arc.back && (is_guarded || after_choice_[placement_.number[arc.from]] != arc.to);
        }
        const std::uint32_t outer = outermost_left(arc);
        if (loops_[inner].tested_leaves != loops_[outer].tested_leaves) return true;
        const AfterLoop& after = guards_.after[outer];
        if (after.leave == Chance::Perhaps) return true;
        if (arc.back) return after.again == Chance::Perhaps;
        const std::uint32_t header = nest_.loops[outer].header;
        return after.again == Chance::Perhaps || is_guarded || after_loop_[placement_.number[header]] != arc.to;
    }

    const Flow& flow_;
    const LoopNest& nest_;
    const Placement& placement_;
    const ArcReach& reach_;
    std::pmr::vector<Exits> loops_;
    std::pmr::vector<std::uint32_t> behind_;                    // by block
    std::pmr::vector<std::uint32_t> after_choice_, after_loop_; // by number
    Guards guards_;
};

} // namespace

std::uint32_t loops_left(const LoopNest& nest, const Arc& arc) {
    return nest.tree.depth(nest.loop_of[arc.from]) - nest.tree.depth(loop_at(nest, arc));
}

Guards guards_of(const Flow& flow, const LoopNest& nest, const Placement& placement, const ArcReach& reach) {
    return GuardFinder(flow, nest, placement, reach).run();
}

Marks deep_loops(const Flow& flow, const LoopNest& nest, const Placement& placement, const Guards& guards) {
    Marks deep(nest.loops.size(), false, flow.memory());
    std::pmr::vector<std::uint32_t> depth(flow.size(), 0, flow.memory());
    for (std::uint32_t n = 1; n < flow.size(); ++n) {
        const std::uint32_t parent = placement.parent[n];
        const bool fresh = nest.is_header(parent) && placement.spot[n] != Spot::After;
        const bool nests = placement.spot[n] == Spot::Arm || guards.guarded[n];
        depth[n] = (fresh ? 0 : depth[parent]) + (nests ? 1 : 0);
        if (depth[n] > kDeepest) deep[nest.around(n)] = true;
    }
    return deep;
}

Marks buried_loops(const Flow& flow, const LoopNest& nest, const Placement& placement, const Guards& guards,
                   std::uint32_t deepest) {
    Marks buried(nest.loops.size(), false, flow.memory());
    if (nest.loops.size() == 1) return buried;
    std::pmr::vector<std::uint32_t> around(flow.size(), 0,
                                           flow.memory()); // loops and choices around a block and its loop
    for (std::uint32_t n = 0; n < flow.size(); ++n) {
        const std::uint32_t parent = placement.parent[n];
        const bool is_in_loop = nest.is_header(parent) && placement.spot[n] != Spot::After;
        if (n > 0) around[n] = around[parent] + (is_in_loop ? 1 : 0);
        around[n] += (placement.spot[n] == Spot::Arm ? 1 : 0) + (guards.guarded[n] ? 1 : 0);
        if (nest.is_header(n) && around[n] + 1 > deepest) buried[nest.loop_of[n]] = true;
    }
    return buried;
}

} // namespace relit::pass
