#include "pass/structure/placement.hpp"

#include <algorithm>
#include <tuple>

namespace relit::pass {
namespace {

// The only forward arc into a block, or nullptr.
const Arc* only_arc_into(const Flow& flow, std::uint32_t n) {
    const Arc* only = nullptr;
    for (const std::uint32_t i : flow.into(n)) {
        if (flow.arcs[i].back) continue;
        const Arc& arc = flow.arcs[i];
        if (only != nullptr || (arc.shared && flow.out_of(arc.from).size() > 1)) return nullptr;
        only = &arc;
    }
    return only;
}

class PlacementBuilder {
public:
    PlacementBuilder(const Flow& flow, const LoopNest& nest, const Marks& deep)
        : flow_(flow), nest_(nest), deep_(deep), tree_(flow.size(), flow.memory()),
          depth_(flow.size(), 0, flow.memory()), placement_(flow.size(), flow.memory()) {}

    Placement run() {
        for (std::uint32_t n = 1; n < flow_.size(); ++n) put(n);
        list_children();
        number();
        return std::move(placement_);
    }

private:
    void put(std::uint32_t n) {
        std::uint32_t parent = kNowhere;
        for (const std::uint32_t i : flow_.into(n)) {
            const Arc& arc = flow_.arcs[i];
            if (!arc.back) parent = parent == kNowhere ? arc.from : tree_.common(parent, arc.from);
        }
        const std::uint32_t around = nest_.around(n);
        const std::uint32_t level = nest_.tree.depth(around);
        Spot spot = Spot::Merge;
        if (nest_.tree.depth(nest_.loop_of[parent]) > level) {
            parent = nest_.loops[nest_.tree.ancestor_at(nest_.loop_of[parent], level + 1)].header;
            spot = Spot::After;
        } else if (const Arc* arc = only_arc_into(flow_, n); arc != nullptr && arc->from == parent) {
            spot = Spot::Arm;
        }
        put(n, parent, spot, around);
    }

    // Depths are an upper bound here: which tests will be needed is not known yet.
    void put(std::uint32_t n, std::uint32_t parent, Spot spot, std::uint32_t around) {
        const bool goes_on = spot == Spot::Arm && flow_.out_of(parent).size() == 1;
        const bool fresh = nest_.is_header(parent) && spot != Spot::After;
        depth_[n] = (fresh ? 0 : depth_[parent]) + (goes_on ? 0 : 1);
        if (deep_[around] && depth_[n] > kDeepest) {
            parent = around == 0 ? 0 : nest_.loops[around].header;
            spot = Spot::Merge;
            depth_[n] = 1;
        }
        placement_.parent[n] = parent;
        placement_.spot[n] = spot;
        tree_.add(parent);
    }

    // By parent; of one parent by spot, then in the order of the flow.
    void list_children() {
        auto& first = placement_.first_child;
        first.assign(flow_.size() + 1, 0);
        for (std::uint32_t n = 1; n < flow_.size(); ++n) ++first[placement_.parent[n] + 1];
        for (std::uint32_t n = 0; n < flow_.size(); ++n) first[n + 1] += first[n];
        std::pmr::vector<std::uint32_t> at(first, flow_.memory());
        placement_.children.resize(flow_.size() - 1);
        for (const Spot spot : {Spot::Arm, Spot::Merge, Spot::After}) {
            for (std::uint32_t n = 1; n < flow_.size(); ++n) {
                if (placement_.spot[n] == spot) placement_.children[at[placement_.parent[n]]++] = n;
            }
        }
    }

    void number() {
        std::pmr::vector<std::uint32_t> stack(flow_.memory()), preorder(flow_.memory());
        stack.reserve(flow_.size());
        preorder.reserve(flow_.size());
        stack.push_back(0);
        placement_.number.resize(flow_.size());
        while (!stack.empty()) {
            const std::uint32_t n = stack.back();
            stack.pop_back();
            placement_.number[n] = static_cast<std::uint32_t>(preorder.size());
            preorder.push_back(n);
            const auto children = placement_.children_of(n);
            stack.insert(stack.end(), children.rbegin(), children.rend());
        }
        placement_.last = placement_.number;
        placement_.body_last = placement_.number;
        for (std::size_t i = preorder.size(); i-- > 1;) {
            const std::uint32_t n = preorder[i], parent = placement_.parent[n];
            placement_.last[parent] = std::max(placement_.last[parent], placement_.last[n]);
            if (placement_.spot[n] == Spot::After) continue;
            placement_.body_last[parent] = std::max(placement_.body_last[parent], placement_.last[n]);
        }
    }

    const Flow& flow_;
    const LoopNest& nest_;
    const Marks& deep_;
    Ancestry tree_;
    std::pmr::vector<std::uint32_t> depth_;
    Placement placement_;
};

// Whether the arm that begins with this arc can come to the end of the choice.
bool falls_through(const Arc& arc, const LoopNest& nest, const ArcReach& reach, const Placement& placement) {
    if (arc.back) return false;
    const std::uint32_t around = nest.around(arc.to);
    if (!is_inline(placement, arc)) return around == nest.loop_of[arc.from];
    return reach.furthest(around, placement.number[arc.to], placement.last[arc.to]) > placement.last[arc.to];
}

std::uint32_t size_of(const Placement& placement, std::uint32_t n) { return placement.last[n] - placement.number[n]; }

// Of the arms that may follow the choice, the longest, the last of equals.
void flatten_arm(std::span<const Arc> arms, const LoopNest& nest, const ArcReach& reach, Placement& placement) {
    const Arc* falling = nullptr;
    const Arc* longest = nullptr;
    for (const Arc& arm : arms) {
        if (falls_through(arm, nest, reach, placement)) {
            if (falling != nullptr) return;
            falling = &arm;
        }
        if (!is_inline(placement, arm)) continue;
        if (longest == nullptr || size_of(placement, arm.to) >= size_of(placement, longest->to)) longest = &arm;
    }
    const Arc* chosen = falling != nullptr ? falling : longest;
    if (chosen != nullptr && is_inline(placement, *chosen)) placement.spot[chosen->to] = Spot::Next;
}

} // namespace

void keep_tails_inside(const Flow& flow, LoopNest& nest) {
    if (nest.loops.size() == 1) return;
    std::vector<std::uint32_t> exit(nest.loops.size(), kNowhere); // a target outside
    std::vector<bool> several(nest.loops.size());
    const auto leaves = [&](const Arc& arc) {
        const std::uint32_t target_loop = arc.back ? nest.loop_of[arc.to] : nest.around(arc.to);
        return nest.tree.depth(target_loop) < nest.tree.depth(nest.loop_of[arc.from]);
    };
    for (const Arc& arc : flow.arcs) {
        if (!leaves(arc)) continue;
        std::uint32_t& known = exit[nest.loop_of[arc.from]];
        if (known != kNowhere && known != arc.to) several[nest.loop_of[arc.from]] = true;
        known = arc.to;
    }
    std::vector<std::uint32_t> tails;
    for (std::uint32_t n = 1; n < flow.size(); ++n) {
        const Arc* arc = only_arc_into(flow, n);
        if (arc == nullptr || nest.is_header(n) || flow.out_of(n).size() > 1) continue;
        if (leaves(*arc) && several[nest.loop_of[arc->from]]) tails.push_back(n);
    }
    for (const std::uint32_t n : tails) nest.loop_of[n] = nest.loop_of[only_arc_into(flow, n)->from];
}

Placement placement_of(const Flow& flow, const LoopNest& nest, const Marks& deep) {
    return PlacementBuilder(flow, nest, deep).run();
}

ArcReach::ArcReach(const Flow& flow, const LoopNest& nest, const Placement& placement)
    : gotos_(flow.memory()), most_(flow.memory()) {
    gotos_.reserve(flow.arcs.size());
    for (const Arc& arc : flow.arcs) {
        if (arc.back || is_inline(placement, arc)) continue;
        gotos_.push_back({nest.around(arc.to), placement.number[arc.from], placement.number[arc.to]});
    }
    std::ranges::sort(gotos_, {}, [](const Goto& g) { return std::tuple(g.loop, g.from, g.to); });
    most_.assign(2 * gotos_.size(), 0);
    for (std::size_t i = 0; i < gotos_.size(); ++i) most_[gotos_.size() + i] = gotos_[i].to;
    for (std::size_t i = gotos_.size(); i-- > 1;) most_[i] = std::max(most_[2 * i], most_[2 * i + 1]);
}

std::uint32_t ArcReach::furthest(std::uint32_t loop, std::uint32_t first, std::uint32_t last) const {
    const auto at = [&](std::uint32_t from) {
        const auto key = [](const Goto& g) { return std::pair(g.loop, g.from); };
        const auto found = std::ranges::lower_bound(gotos_, std::pair(loop, from), {}, key);
        return static_cast<std::size_t>(found - gotos_.begin()) + gotos_.size();
    };
    std::uint32_t most = 0;
    std::size_t low = at(first), high = at(last + 1);
    for (; low < high; low /= 2, high /= 2) {
        if (low % 2 == 1) most = std::max(most, most_[low++]);
        if (high % 2 == 1) most = std::max(most, most_[--high]);
    }
    return most;
}

void flatten_arms(const Flow& flow, const LoopNest& nest, const ArcReach& reach, Placement& placement) {
    for (std::uint32_t n = 0; n < flow.size(); ++n) flatten_arm(flow.out_of(n), nest, reach, placement);
}

} // namespace relit::pass
