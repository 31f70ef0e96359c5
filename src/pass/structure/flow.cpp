#include "pass/structure/flow.hpp"

#include "pass/edit.hpp"

#include <algorithm>

namespace relit::pass {
namespace {

void number_blocks(const ir::Function& function, Flow& flow) {
    flow.order = reverse_postorder(function, flow.memory());
    flow.index.assign(function.blocks.size(), kNowhere);
    for (std::uint32_t n = 0; n < flow.size(); ++n) flow.index[flow.order[n]] = n;
}

void find_arcs(const ir::Function& function, Flow& flow) {
    std::pmr::vector<std::uint32_t> arc_to(flow.size(), kNowhere, flow.memory()); // the latest arc to a block
    std::size_t edges = 0;
    for (const ir::BlockId block : flow.order) edges += function.blocks[block].end.edges.size();
    flow.arcs.reserve(edges);
    flow.first_out.reserve(flow.size() + 1);
    for (std::uint32_t n = 0; n < flow.size(); ++n) {
        flow.first_out.push_back(static_cast<std::uint32_t>(flow.arcs.size()));
        for (const ir::Edge& edge : function.blocks[flow.order[n]].end.edges) {
            const std::uint32_t to = flow.index[edge.to];
            if (arc_to[to] != kNowhere && flow.arcs[arc_to[to]].from == n) {
                flow.arcs[arc_to[to]].shared = true;
                continue;
            }
            arc_to[to] = static_cast<std::uint32_t>(flow.arcs.size());
            flow.arcs.push_back({n, to, to <= n, false});
        }
    }
    flow.first_out.push_back(static_cast<std::uint32_t>(flow.arcs.size()));
}

void sort_by_target(Flow& flow) {
    flow.first_in.assign(flow.size() + 1, 0);
    for (const Arc& arc : flow.arcs) ++flow.first_in[arc.to + 1];
    for (std::uint32_t n = 0; n < flow.size(); ++n) flow.first_in[n + 1] += flow.first_in[n];
    std::pmr::vector<std::uint32_t> at(flow.first_in, flow.memory());
    flow.in.resize(flow.arcs.size());
    for (std::uint32_t i = 0; i < flow.arcs.size(); ++i) flow.in[at[flow.arcs[i].to]++] = i;
}

// Headers from the innermost outwards; each collects what reaches its back arcs, finished inner loops as one.
class LoopFinder {
public:
    explicit LoopFinder(const Flow& flow)
        : flow_(flow), outer_(flow.size(), kNowhere, flow.memory()), leader_(flow.size(), flow.memory()) {
        for (std::uint32_t n = 0; n < flow.size(); ++n) leader_[n] = n;
    }

    /// The header of the innermost loop that a block is in without being its header, or kNowhere.
    std::pmr::vector<std::uint32_t> run() {
        for (std::uint32_t n = flow_.size(); n-- > 0;) collect(n);
        return std::move(outer_);
    }

private:
    void collect(std::uint32_t header) {
        work_.clear();
        for (const std::uint32_t arc : flow_.into(header)) {
            if (flow_.arcs[arc].back) reach(flow_.arcs[arc].from, header);
        }
        while (!work_.empty()) {
            const std::uint32_t n = work_.back();
            work_.pop_back();
            for (const std::uint32_t arc : flow_.into(n)) {
                if (!flow_.arcs[arc].back) reach(flow_.arcs[arc].from, header);
            }
        }
    }
    void reach(std::uint32_t n, std::uint32_t header) {
        n = find(n);
        if (n == header) return;
        outer_[n] = header;
        leader_[n] = header;
        work_.push_back(n);
    }
    std::uint32_t find(std::uint32_t n) {
        while (leader_[n] != n) n = leader_[n] = leader_[leader_[n]];
        return n;
    }

    const Flow& flow_;
    std::pmr::vector<std::uint32_t> outer_, leader_;
    std::vector<std::uint32_t> work_;
};

} // namespace

Flow flow_of(const ir::Function& function, std::pmr::memory_resource* memory) {
    Flow flow(memory);
    number_blocks(function, flow);
    find_arcs(function, flow);
    sort_by_target(flow);
    return flow;
}

Ancestry forward_dominators(const Flow& flow) {
    Ancestry tree(flow.size(), flow.memory());
    for (std::uint32_t n = 1; n < flow.size(); ++n) {
        std::uint32_t parent = kNowhere;
        for (const std::uint32_t i : flow.into(n)) {
            const Arc& arc = flow.arcs[i];
            if (!arc.back) parent = parent == kNowhere ? arc.from : tree.common(parent, arc.from);
        }
        tree.add(parent);
    }
    return tree;
}

LoopNest loops_of(const Flow& flow) {
    LoopNest nest{std::pmr::vector<Loop>(flow.memory()), std::pmr::vector<std::uint32_t>(flow.size(), 0, flow.memory()),
                  Ancestry(1, flow.memory())};
    nest.loops.push_back({kNowhere, 0});
    if (std::ranges::none_of(flow.arcs, &Arc::back)) return nest;
    const std::pmr::vector<std::uint32_t> outer = LoopFinder(flow).run();
    for (std::uint32_t n = 0; n < flow.size(); ++n) {
        nest.loop_of[n] = outer[n] == kNowhere ? 0 : nest.loop_of[outer[n]];
        const bool header = std::ranges::any_of(flow.into(n), [&](std::uint32_t i) { return flow.arcs[i].back; });
        if (!header) continue;
        nest.loops.push_back({n, nest.loop_of[n]});
        nest.tree.add(nest.loop_of[n]);
        nest.loop_of[n] = static_cast<std::uint32_t>(nest.loops.size() - 1);
    }
    return nest;
}

} // namespace relit::pass
