#include "tests/support/ir/random_module.hpp"

#include "ir/builder.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace relit::test {
namespace {

using ir::BlockId;
using ir::Id;
using Graph = std::vector<std::vector<BlockId>>;

// Everything between `first` and `end` falls through, then gets a loop or a choice around it, with exits from it.
void nest(Dice& dice, Graph& graph, BlockId first, BlockId end, unsigned depth) {
    while (end - first >= 2 && depth < 64) {
        const BlockId middle = first + 1 + dice.below(end - first - 1);
        const BlockId inside = first + dice.below(end - first);
        switch (dice.below(5)) {
            case 0: graph[end - 1].push_back(first); break; // a loop, tested last
            case 1: graph[first].push_back(end); break;     // a choice, or a loop tested first
            case 2: graph[inside].push_back(end); break;    // an exit
            case 3: graph[inside].push_back(first); break;  // a back edge
            default: break;
        }
        nest(dice, graph, middle, end, depth + 1);
        end = middle;
    }
}

void local(Dice& dice, Graph& graph) {
    const auto last = static_cast<BlockId>(graph.size() - 1);
    for (BlockId block = 1; block < last; ++block) {
        for (std::uint32_t i = dice.below(3); i-- > 0;) {
            const std::uint32_t to = block + dice.below(9);
            graph[block].push_back(std::clamp<BlockId>(to < 5 ? 1 : to - 4, 1, last));
        }
    }
}

void wild(Dice& dice, Graph& graph) {
    const auto last = static_cast<BlockId>(graph.size() - 1);
    for (BlockId block = 1; block < last; ++block) {
        if (dice.one_in(2)) graph[block].clear();
        for (std::uint32_t i = dice.one_in(6) ? 4 : dice.below(3); i-- > 0;)
            graph[block].push_back(1 + dice.below(last));
    }
}

// For each block which of its edges leads to an end soonest; gives an edge to the last block to those that have none.
std::vector<std::uint32_t> exit_edges(Graph& graph) {
    constexpr std::uint32_t kFar = std::numeric_limits<std::uint32_t>::max();
    const auto last = static_cast<BlockId>(graph.size() - 1);
    Graph from(graph.size());
    for (BlockId block = 0; block < graph.size(); ++block) {
        for (const BlockId to : graph[block]) from[to].push_back(block);
    }
    std::vector<std::uint32_t> distance(graph.size(), kFar);
    std::vector<BlockId> queue;
    const auto reach = [&](BlockId block, std::uint32_t at) {
        if (distance[block] == kFar) distance[block] = at, queue.push_back(block);
    };
    for (BlockId block = 0; block < graph.size(); ++block) {
        if (graph[block].empty()) reach(block, 0);
    }
    for (std::size_t i = 0, next = 1; next <= graph.size(); ++i) {
        if (i < queue.size()) {
            for (const BlockId block : from[queue[i]]) reach(block, distance[queue[i]] + 1);
            continue;
        }
        while (next < last && distance[next] != kFar) ++next;
        if (next >= last) break;
        graph[next].push_back(last);
        reach(static_cast<BlockId>(next), 1);
    }
    std::vector<std::uint32_t> exit_edge(graph.size(), 0);
    for (BlockId block = 0; block < graph.size(); ++block) {
        const auto nearest = std::ranges::min_element(graph[block], {}, [&](BlockId to) { return distance[to]; });
        exit_edge[block] = static_cast<std::uint32_t>(nearest - graph[block].begin());
    }
    return exit_edge;
}

Graph random_graph(Dice& dice, std::uint32_t blocks, FlowShape shape) {
    Graph graph(std::max(blocks, 2U));
    for (BlockId block = 0; block + 1 < graph.size(); ++block) graph[block].push_back(block + 1);
    if (shape == FlowShape::Any) shape = static_cast<FlowShape>(dice.below(3));
    if (shape == FlowShape::Nested) nest(dice, graph, 1, static_cast<BlockId>(graph.size() - 1), 0);
    if (shape == FlowShape::Local) local(dice, graph);
    if (shape == FlowShape::Wild) wild(dice, graph);
    if (dice.one_in(2) && graph.size() > 2) graph[0].push_back(1 + dice.below(static_cast<BlockId>(graph.size() - 1)));
    for (auto& edges : graph) {
        for (std::size_t i = edges.size(); i > 1; --i) {
            std::swap(edges[i - 1], edges[dice.below(static_cast<std::uint32_t>(i))]);
        }
    }
    return graph;
}

class FlowWriter {
public:
    FlowWriter(Dice& dice, ir::Module& module) : dice_(dice), ir_(module) {
        using ir::Kind, ir::Role;
        seed_ = ir_.file("seed", Kind::I32, 1, 1, Role::Input);
        trace_ = ir_.file("trace", Kind::I32, 1, 1, Role::Output);
        state_ = ir_.file("state", Kind::I32, 1, 2, Role::Register);
        r_ = ir_.file("r", Kind::I32, 1, kRegisters, Role::Register);
        ir_.function("main");
    }

    void write(const Graph& graph, std::span<const std::uint32_t> exits) {
        while (ir_.module().functions[0].blocks.size() < graph.size()) (void)ir_.block();
        for (BlockId block = 0; block < graph.size(); ++block) {
            ir_.move_to(block);
            if (block == 0) start(static_cast<std::uint32_t>(graph.size()));
            body(block);
            end(graph[block], exits[block]);
        }
    }

private:
    static constexpr std::uint32_t kRegisters = 4;

    // Operands are named one by one: C++ leaves open in which order arguments are computed.
    void start(std::uint32_t blocks) {
        const Id mask = ir_.i32(static_cast<std::uint32_t>(dice_.bits()));
        ir_.store(state_, 0, ir_.IXor(ir_.load(seed_, 0, ir::kI32), mask));
        ir_.store(state_, 1, ir_.i32(16 + 2 * std::min(blocks, 200U)));
    }

    // hash = hash * 31 + block, sometimes with a register in it; registers change; the random number goes on.
    void body(BlockId block) {
        const Id number = ir_.i32(block);
        Id hash = next(ir_.load(trace_, 0, ir::kI32), 31, number);
        for (std::uint32_t i = dice_.below(3); i-- > 0;) {
            const Id a = any_register(), b = any_register();
            const Id with = dice_.one_in(2) ? number : hash;
            ir_.store(r_, dice_.below(kRegisters), ir_.IAdd(ir_.IXor(a, with), b));
        }
        if (dice_.one_in(2)) hash = ir_.IXor(hash, any_register());
        ir_.store(trace_, 0, hash);
        const Id step = ir_.i32(1013904223);
        random_ = next(ir_.load(state_, 0, ir::kI32), 1664525, step);
        ir_.store(state_, 0, random_);
        fuel_ = ir_.load(state_, 1, ir::kI32);
        ir_.store(state_, 1, ir_.ISub(fuel_, ir_.UMin(fuel_, ir_.i32(1))));
    }

    Id any_register() { return ir_.load(r_, dice_.below(kRegisters), ir::kI32); }
    Id next(Id value, std::uint32_t factor, Id plus) { return ir_.IAdd(ir_.IMul(value, ir_.i32(factor)), plus); }

    // By a random bit; without fuel, the exit edge.
    void end(const std::vector<BlockId>& edges, std::uint32_t exit_edge) {
        if (edges.empty()) return finish();
        if (edges.size() == 1) return ir_.jump(edges[0]);
        const Id zero = ir_.i32(0);
        const Id number = ir_.UShr(random_, ir_.i32(8 + dice_.below(20)));
        const Id empty = ir_.IEq(fuel_, zero);
        if (edges.size() == 2) {
            const Id bit = ir_.INe(ir_.IAnd(number, ir_.i32(1)), zero);
            const Id taken = exit_edge == 0 ? ir_.BOr(bit, empty) : ir_.BAnd(bit, ir_.BNot(empty));
            return ir_.branch(taken, edges[0], edges[1]);
        }
        const Id out = ir_.i32(exit_edge);
        const Id which = ir_.Select(empty, out, ir_.IAnd(number, ir_.i32(3)));
        std::vector<std::uint32_t> cases(edges.size() - 1);
        for (std::uint32_t i = 0; i < cases.size(); ++i) cases[i] = i;
        ir_.switch_on(which, cases, edges);
    }

    void finish() {
        Id hash = ir_.load(trace_, 0, ir::kI32);
        for (std::uint32_t i = 0; i < kRegisters; ++i) {
            const Id value = ir_.load(r_, i, ir::kI32);
            hash = next(hash, 31, value);
        }
        ir_.store(trace_, 0, hash);
        ir_.ret();
    }

    Dice& dice_;
    ir::Builder ir_;
    std::uint32_t seed_, trace_, state_, r_;
    Id random_ = 0, fuel_ = 0;
};

} // namespace

ir::Module random_flow(std::uint64_t seed, std::uint32_t blocks, FlowShape shape) {
    Dice dice(seed);
    Graph graph = random_graph(dice, blocks, shape);
    const std::vector<std::uint32_t> exits = exit_edges(graph);
    ir::Module module;
    FlowWriter(dice, module).write(graph, exits);
    return module;
}

} // namespace relit::test
