#include "tests/support/ir/shapes.hpp"

#include "ir/builder.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace relit::test {
namespace {

using ir::BlockId;
using Graph = std::vector<std::vector<BlockId>>;

// Each makes `graph` of at most its size; the last block returns.
void line(Graph& graph) {
    for (BlockId i = 0; i + 1 < graph.size(); ++i) graph[i] = {i + 1};
}

void choices(Graph& graph) {
    line(graph);
    for (BlockId i = 0; i + 3 < graph.size(); i += 3) {
        graph[i] = {i + 1, i + 2};
        graph[i + 1] = {i + 3};
    }
}

// Choices 0..n/2, which merge in the opposite order.
void nested_choices(Graph& graph) {
    line(graph);
    const auto last = static_cast<BlockId>(graph.size() - 1);
    for (BlockId i = 0; i + 1 < last - i; ++i) graph[i] = {i + 1, last - i};
}

void ladder(Graph& graph) {
    line(graph);
    const auto last = static_cast<BlockId>(graph.size() - 1);
    for (BlockId i = 0; i + 2 < last; i += 2) {
        graph[i] = {i + 1, i + 2};
        graph[i + 1] = {last};
    }
}

void early_returns(Graph& graph) {
    line(graph);
    for (BlockId i = 0; i + 2 < graph.size(); i += 2) {
        graph[i] = {i + 1, i + 2};
        graph[i + 1].clear();
    }
}

// Headers 1..n/2, ends in the opposite order; block i's loop ends at size - 1 - i.
void nested_loops(Graph& graph) {
    line(graph);
    const auto size = static_cast<BlockId>(graph.size());
    for (BlockId i = 1; i + 1 < size - 1 - i; ++i) graph[size - 1 - i] = {i, size - i};
}

void loops(Graph& graph) {
    line(graph);
    for (BlockId i = 1; i + 3 < graph.size(); i += 3) {
        graph[i] = {i + 1, i + 3};
        graph[i + 2] = {i};
    }
}

void escapes(Graph& graph) {
    nested_loops(graph);
    const auto last = static_cast<BlockId>(graph.size() - 1);
    for (BlockId i = 1; i + 1 < last - i; ++i) graph[i].push_back(last);
}

void switches(Graph& graph) {
    line(graph);
    for (BlockId i = 0; i + 9 < graph.size(); i += 9) {
        graph[i].clear();
        for (BlockId arm = i + 1; arm < i + 9; ++arm) {
            graph[i].push_back(arm);
            graph[arm] = {i + 9};
        }
    }
}

void wide_switch(Graph& graph) {
    const auto last = static_cast<BlockId>(graph.size() - 1);
    graph[0].resize(last - 1);
    std::iota(graph[0].begin(), graph[0].end(), 1U);
    for (BlockId i = 1; i < last; ++i) graph[i] = {last};
}

void irreducible(Graph& graph) {
    line(graph);
    for (BlockId i = 0; i + 3 < graph.size(); i += 3) {
        graph[i] = {i + 1, i + 2};
        graph[i + 2] = {i + 3, i + 1};
    }
}

void back_and_forth(Graph& graph) {
    line(graph);
    const auto last = static_cast<BlockId>(graph.size() - 1);
    graph[0] = {1, last - 1};
    for (BlockId i = 2; i < last; ++i) graph[i] = {i + 1, i - 1};
}

// In the order of Shape.
constexpr void (*kMakers[])(Graph&) = {line,  choices, nested_choices, ladder,      early_returns, nested_loops,
                                       loops, escapes, switches,       wide_switch, irreducible,   back_and_forth};
static_assert(std::size(kMakers) == kShapes);

} // namespace

ir::Module shaped(Shape shape, std::uint32_t blocks) {
    Graph graph(std::max(blocks, 4U));
    kMakers[static_cast<std::size_t>(shape)](graph);
    ir::Module module;
    ir::Builder b(module);
    const std::uint32_t seed = b.file("seed", ir::Kind::I32, 1, 1, ir::Role::Input);
    const std::uint32_t trace = b.file("trace", ir::Kind::I32, 1, 1, ir::Role::Output);
    b.function("main");
    while (module.functions[0].blocks.size() < graph.size()) (void)b.block();
    for (BlockId i = 0; i < graph.size(); ++i) {
        b.move_to(i);
        const ir::Id given = b.load(seed, 0, ir::kI32), factor = b.i32(31), last = b.load(trace, 0, ir::kI32);
        const ir::Id hash = b.IAdd(b.IMul(last, factor), given);
        b.store(trace, 0, b.IXor(hash, b.i32(i)));
        if (graph[i].empty()) b.ret();
        if (graph[i].size() == 1) b.jump(graph[i][0]);
        if (graph[i].size() == 2) b.branch(b.ULt(hash, b.i32(1U << 31)), graph[i][0], graph[i][1]);
        if (graph[i].size() < 3) continue;
        std::vector<std::uint32_t> cases(graph[i].size() - 1);
        std::iota(cases.begin(), cases.end(), 0U);
        b.switch_on(b.UMod(hash, b.i32(static_cast<std::uint32_t>(graph[i].size()))), cases, graph[i]);
    }
    return module;
}

} // namespace relit::test
