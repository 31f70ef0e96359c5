#include "ir/analysis/cfg.hpp"

#include "ir/builder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace relit::ir {
namespace {

using Graph = std::vector<std::vector<BlockId>>;

// A function whose blocks go where the graph says; what it computes does not matter here.
Module module_of(const Graph& graph) {
    Module module;
    Builder ir(module);
    ir.function("main");
    for (std::size_t i = 1; i < graph.size(); ++i) (void)ir.block();
    for (BlockId block = 0; block < graph.size(); ++block) {
        std::vector<Edge> edges;
        for (const BlockId to : graph[block]) edges.push_back({to, {}});
        module.functions[0].blocks[block].end = {TerminatorKind::Switch, kNone, make_edges(module, edges), {}, 0};
    }
    return module;
}

Cfg cfg_of(const Graph& graph) { return Cfg(module_of(graph).functions[0]); }

std::vector<bool> reached_without(const Graph& graph, BlockId without) {
    std::vector<bool> seen(graph.size());
    std::vector<BlockId> open;
    if (without != 0) seen[0] = true, open.push_back(0);
    while (!open.empty()) {
        const BlockId block = open.back();
        open.pop_back();
        for (const BlockId to : graph[block]) {
            if (to != without && !seen[to]) seen[to] = true, open.push_back(to);
        }
    }
    return seen;
}

// Below `end`.
BlockId pick(std::mt19937& rng, BlockId end) { return static_cast<BlockId>(rng() % end); }

Graph random_graph(std::mt19937& rng, BlockId count) {
    Graph graph(count);
    const unsigned density = 1 + pick(rng, 3);
    for (auto& out : graph) {
        for (unsigned i = pick(rng, density + 1); i-- > 0;) out.push_back(pick(rng, count));
    }
    for (BlockId i = 0; i + 1 < count; ++i) {
        if (pick(rng, 4) != 0) graph[i].push_back(i + 1);
    }
    return graph;
}

// The blocks of the natural loop by its definition.
std::vector<bool> loop_by_definition(const Graph& graph, const Cfg& cfg, BlockId header) {
    std::vector<bool> in(graph.size());
    in[header] = true;
    for (bool grew = true; std::exchange(grew, false);) {
        for (BlockId block = 0; block < graph.size(); ++block) {
            if (in[block] || !cfg.dominates(header, block)) continue;
            for (const BlockId to : graph[block]) {
                const bool first_step_back = to == header;
                if (first_step_back || (in[to] && to != header)) in[block] = grew = true;
            }
        }
    }
    return in;
}

TEST(Cfg, dominators_agree_with_removing_each_block) {
    for (unsigned seed = 0; seed < 400; ++seed) {
        std::mt19937 rng(seed);
        const Graph graph = random_graph(rng, 1 + pick(rng, 24));
        const Cfg cfg = cfg_of(graph);
        const std::vector<bool> reachable = reached_without(graph, kNoBlock);
        for (BlockId a = 0; a < graph.size(); ++a) {
            const std::vector<bool> without = reached_without(graph, a);
            ASSERT_EQ(cfg.is_reachable(a), reachable[a]) << "seed " << seed;
            for (BlockId b = 0; b < graph.size(); ++b) {
                const bool expected = reachable[a] && reachable[b] && !without[b];
                ASSERT_EQ(cfg.dominates(a, b), expected) << "seed " << seed << ": " << a << " over " << b;
            }
        }
        for (const BlockId block : cfg.order()) {
            if (block == 0) continue;
            const BlockId above = cfg.immediate_dominator(block);
            ASSERT_TRUE(cfg.dominates(above, block) && above != block);
            for (const BlockId other : cfg.order()) {
                if (other != block && cfg.dominates(other, block)) {
                    ASSERT_TRUE(cfg.dominates(other, above)) << "seed " << seed;
                }
            }
            ASSERT_EQ(std::ranges::count(cfg.dominated(above), block), 1);
        }
    }
}

TEST(Cfg, loops_agree_with_their_definition) {
    for (unsigned seed = 0; seed < 400; ++seed) {
        std::mt19937 rng(seed);
        const Graph graph = random_graph(rng, 1 + pick(rng, 24));
        const Cfg cfg = cfg_of(graph);
        std::size_t headers = 0, irreducible = 0;
        for (const BlockId to : cfg.order()) {
            bool is_header = false;
            for (const BlockId from : cfg.predecessors(to)) {
                is_header = is_header || cfg.dominates(to, from);
                irreducible += cfg.index(from) >= cfg.index(to) && !cfg.dominates(to, from) ? 1 : 0;
            }
            headers += is_header ? 1 : 0;
        }
        ASSERT_EQ(cfg.loops().size(), headers) << "seed " << seed;
        ASSERT_EQ(cfg.irreducible().size(), irreducible) << "seed " << seed;
        std::vector<std::uint32_t> depth(graph.size(), 0);
        for (LoopId loop = 0; loop < headers; ++loop) {
            const std::vector<bool> in = loop_by_definition(graph, cfg, cfg.loops()[loop].header);
            for (const BlockId block : cfg.order()) {
                ASSERT_EQ(cfg.contains(loop, block), in[block]) << "seed " << seed << " block " << block;
                depth[block] += in[block] ? 1 : 0;
            }
            if (const LoopId parent = cfg.loops()[loop].parent; parent != kNoLoop) {
                ASSERT_LT(parent, loop);
            }
        }
        for (const BlockId block : cfg.order()) ASSERT_EQ(cfg.depth(block), depth[block]) << "seed " << seed;
    }
}

TEST(Cfg, order_is_a_reverse_postorder_with_first_successors_early) {
    const Cfg cfg = cfg_of({{1, 2}, {3}, {3}, {}, {3}});
    EXPECT_EQ(std::vector(cfg.order().begin(), cfg.order().end()), (std::vector<BlockId>{0, 1, 2, 3}));
    EXPECT_EQ(cfg.index(2), 2U);
    EXPECT_FALSE(cfg.is_reachable(4));
    EXPECT_EQ(cfg.predecessors(3).size(), 2U); // not from the unreachable block
    EXPECT_EQ(cfg.immediate_dominator(3), 0U);
    EXPECT_EQ(cfg.immediate_dominator(0), kNoBlock);
    EXPECT_EQ(cfg.immediate_dominator(4), kNoBlock);
}

TEST(Cfg, two_paths_to_the_same_block_are_two_edges) {
    const Cfg cfg = cfg_of({{1, 1}, {}});
    EXPECT_EQ(cfg.predecessors(1).size(), 2U);
    EXPECT_EQ(cfg.successors(0).size(), 2U);
}

TEST(Cfg, a_cycle_with_two_entries_is_irreducible) {
    const Cfg cfg = cfg_of({{1, 2}, {2}, {1, 3}, {}});
    ASSERT_EQ(cfg.irreducible().size(), 1U);
    EXPECT_EQ(cfg.irreducible()[0], (EdgeEnds{1, 2}));
    EXPECT_TRUE(cfg.loops().empty());
}

TEST(Cfg, two_nested_loops_know_their_parents) {
    // 0 -> 1 -> 2 -> 2, 2 -> 1, 1 -> 3
    const Cfg cfg = cfg_of({{1}, {2, 3}, {2, 1}, {}});
    ASSERT_EQ(cfg.loops().size(), 2U);
    EXPECT_EQ(cfg.loops()[0].header, 1U);
    EXPECT_EQ(cfg.loops()[1].parent, 0U);
    EXPECT_EQ(cfg.depth(2), 2U);
    EXPECT_EQ(cfg.depth(1), 1U);
    EXPECT_EQ(cfg.loop_of(3), kNoLoop);
}

constexpr BlockId kMany = 100000;

TEST(Cfg, a_long_chain_is_no_problem) {
    Graph chain(kMany);
    for (BlockId i = 0; i + 1 < kMany; ++i) chain[i] = {i + 1};
    const Cfg cfg = cfg_of(chain);
    EXPECT_TRUE(cfg.dominates(0, kMany - 1));
    EXPECT_EQ(cfg.immediate_dominator(kMany - 1), kMany - 2);
}

TEST(Cfg, a_long_ladder_is_no_problem) {
    // two chains with a back edge on every rung: iterative data flow needs a pass for each
    Graph ladder(kMany);
    for (BlockId i = 0; i + 2 < kMany; i += 2) {
        ladder[i] = {i + 2, i + 1};
        ladder[i + 1].push_back(i + 3);
        ladder[i + 3].push_back(i + 1);
    }
    const Cfg cfg = cfg_of(ladder);
    EXPECT_EQ(cfg.immediate_dominator(kMany - 1), kMany - 3);
    EXPECT_EQ(cfg.immediate_dominator(kMany - 3), 0U);
    EXPECT_FALSE(cfg.is_reducible());
}

TEST(Cfg, a_deep_nest_is_no_problem) {
    const BlockId deep = kMany / 2;
    Graph nest(kMany + 1);
    for (BlockId i = 0; i < kMany; ++i) nest[i] = {i + 1};
    for (BlockId i = 0; i < deep; ++i) nest[kMany - 1 - i].push_back(i);
    for (BlockId i = 0; i < 1000; ++i) nest[kMany - 1].push_back(i); // many back edges from the inside
    nest[0].clear(), nest[0].push_back(1);
    const Cfg cfg = cfg_of(nest);
    EXPECT_EQ(cfg.loops().size(), deep);
    EXPECT_EQ(cfg.depth(deep), deep);
}

} // namespace
} // namespace relit::ir
