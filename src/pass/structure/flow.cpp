#include "pass/structure/flow.hpp"

#include <algorithm>

namespace relit::pass {
namespace {

void find_arcs(Flow& flow) {
    std::pmr::vector<std::uint32_t> arc_to(flow.size(), kNowhere, flow.memory()); // the latest arc to a block
    std::size_t edges = 0;
    for (const ir::BlockId block : flow.order) edges += flow.cfg.successors(block).size();
    flow.arcs.reserve(edges);
    flow.first_out.reserve(flow.size() + 1);
    for (std::uint32_t n = 0; n < flow.size(); ++n) {
        flow.first_out.push_back(static_cast<std::uint32_t>(flow.arcs.size()));
        for (const ir::BlockId target : flow.cfg.successors(flow.order[n])) {
            const std::uint32_t to = flow.cfg.index(target);
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

} // namespace

Flow::Flow(const ir::Cfg& of, std::pmr::memory_resource* memory)
    : cfg(of), order(of.order()), arcs(memory), first_out(memory), in(memory), first_in(memory) {
    find_arcs(*this);
    sort_by_target(*this);
}

// Loop 0 is the function, so that loop i of the graph is loop i + 1 here, and none of its loops is loop 0.
LoopNest loops_of(const Flow& flow) {
    static_assert(ir::kNoLoop + 1 == 0);
    LoopNest nest{std::pmr::vector<Loop>(flow.memory()), std::pmr::vector<std::uint32_t>(flow.memory()),
                  Ancestry(flow.cfg.loops().size() + 1, flow.memory())};
    nest.loops.reserve(flow.cfg.loops().size() + 1);
    nest.loops.push_back({kNowhere, 0});
    for (const ir::Loop& loop : flow.cfg.loops()) {
        nest.loops.push_back({flow.cfg.index(loop.header), loop.parent + 1});
        nest.tree.add(loop.parent + 1);
    }
    nest.loop_of.reserve(flow.size());
    for (const ir::BlockId block : flow.order) nest.loop_of.push_back(flow.cfg.loop_of(block) + 1);
    return nest;
}

} // namespace relit::pass
