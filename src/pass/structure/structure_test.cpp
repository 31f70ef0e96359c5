#include "pass/pass.hpp"

#include "ir/builder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

namespace relit::pass {
namespace {

using ir::NodeKind;

/// A function of blocks with these targets; conditions are oracles, the block's number is an Opaque.
ir::Module graph(const std::vector<std::vector<ir::BlockId>>& targets) {
    ir::Module module;
    ir::Builder b(module);
    b.function("main");
    for (std::size_t i = 1; i < targets.size(); ++i) b.block();
    for (ir::BlockId i = 0; i < targets.size(); ++i) {
        b.move_to(i);
        b.add(ir::Op::Opaque, ir::kVoid, {}, i);
        const auto& to = targets[i];
        if (to.empty()) b.ret();
        if (to.size() == 1) b.jump(to[0]);
        if (to.size() == 2) b.branch(b.add(ir::Op::VoteAny, ir::kBool, {b.boolean(true)}), to[0], to[1]);
        if (to.size() < 3) continue;
        std::vector<std::uint32_t> cases(to.size() - 1);
        for (std::uint32_t c = 0; c < cases.size(); ++c) cases[c] = c;
        b.switch_on(b.add(ir::Op::Ballot, ir::kI32, {b.boolean(true)}), cases, to);
    }
    return module;
}

/// One line: "0 if {1} else {2} 3 loop {4 if {break}}". Guards print as "?n", stores of the selector as "=n".
class Printer {
public:
    explicit Printer(const ir::Module& module, std::size_t blocks) : module_(module), blocks_(blocks) {}
    std::string text() { return list(module_.functions[0].tree.root); }

private:
    const ir::Tree& tree() { return module_.functions[0].tree; }

    std::string list(std::span<const ir::NodeId> ids) {
        std::string out;
        for (const ir::NodeId id : ids) {
            const std::string one = node(tree().nodes[id]);
            if (!out.empty() && !one.empty()) out += ' ';
            out += one;
        }
        return out;
    }
    std::string block(ir::BlockId id) {
        if (id < blocks_) return fmt::format("{}", id);
        for (const ir::Id inst : module_.functions[0].blocks[id].insts) {
            if (module_[inst].op == ir::Op::StoreFile) {
                return fmt::format("={}", module_.literal(module_[module_[inst].operands[0]])[0]);
            }
        }
        return "?";
    }
    std::string node(const ir::Node& node) {
        switch (node.kind) {
            case NodeKind::Block: return block(node.block);
            case NodeKind::If: return choice("if", node);
            case NodeKind::Switch: return choice("switch", node);
            case NodeKind::Loop: return "loop {" + list(node.bodies[0]) + "}";
            case NodeKind::Break: return "break";
            case NodeKind::Continue: return "continue";
            case NodeKind::Return: return "return";
            case NodeKind::Unreachable: return "unreachable";
        }
        return "?";
    }
    std::string choice(const char* word, const ir::Node& node) {
        const bool negated = node.kind == NodeKind::If && module_[node.value].op == ir::Op::BNot;
        std::string out = fmt::format("{}{} {{{}}}", negated ? "!" : "", word, list(node.bodies[0]));
        for (std::size_t i = 1; i < node.bodies.size(); ++i) {
            if (node.kind == NodeKind::Switch || !node.bodies[i].empty()) out += " {" + list(node.bodies[i]) + "}";
        }
        return out;
    }

    const ir::Module& module_;
    std::size_t blocks_;
};

std::string tree_of(const std::vector<std::vector<ir::BlockId>>& targets) {
    ir::Module module = graph(targets);
    structure(module);
    return Printer(module, targets.size()).text();
}

TEST(Structure, StraightLine) { EXPECT_EQ(tree_of({{1}, {2}, {}}), "0 1 2 return"); }

TEST(Structure, Choices) {
    EXPECT_EQ(tree_of({{1, 2}, {3}, {3}, {}}), "0 if {1} {2} 3 return");
    EXPECT_EQ(tree_of({{1, 2}, {2}, {}}), "0 if {1} 2 return");
    EXPECT_EQ(tree_of({{2, 1}, {2}, {}}), "0 !if {1} 2 return");
    EXPECT_EQ(tree_of({{1, 4}, {2, 3}, {5}, {5}, {5}, {}}), "0 if {1 if {2} {3}} {4} 5 return");
    EXPECT_EQ(tree_of({{1, 2}, {}, {3, 4}, {}, {}}), "0 if {1 return} 2 if {3 return} 4 return");
}

/// The graphs whose blocks go on to none, one or two of the blocks after the entry; the last one returns.
std::vector<std::vector<ir::BlockId>> numbered_graph(std::size_t blocks, std::size_t number) {
    const std::size_t others = blocks - 1, each = 1 + others + others * others;
    std::vector<std::vector<ir::BlockId>> targets(blocks);
    for (std::size_t i = 0; i < others; ++i, number /= each) {
        const std::size_t which = number % each, pair = which - 1 - others;
        const auto to = [&](std::size_t n) { return static_cast<ir::BlockId>(1 + n % others); };
        if (which > others)
            targets[i] = {to(pair), to(pair / others)};
        else if (which > 0)
            targets[i] = {to(which - 1)};
    }
    return targets;
}

// A block that nothing leads to, and that leads to all others, is none of the function's business; but there is no chain
// any more.
TEST(Structure, ChainsAreWhatTheirPlansAre) {
    constexpr std::size_t kGraphs[] = {0, 0, 0, 7 * 7, 13 * 13 * 13, 21 * 21 * 21 * 21};
    for (std::size_t blocks = 3; blocks <= 5; ++blocks) {
        for (std::size_t i = 0; i < kGraphs[blocks]; i += blocks < 5 ? 1 : 19) {
            auto targets = numbered_graph(blocks, i);
            const std::string plain = tree_of(targets);
            std::vector<ir::BlockId> all;
            for (ir::BlockId block = 1; block < blocks; ++block) all.push_back(block);
            targets.push_back(all);
            EXPECT_EQ(tree_of(targets), plain) << blocks << " blocks, graph " << i;
        }
    }
}

TEST(Structure, Loops) {
    EXPECT_EQ(tree_of({{1}, {2, 3}, {1}, {}}), "0 loop {1 !if {break} 2} 3 return"); // while
    EXPECT_EQ(tree_of({{1}, {2}, {1, 3}, {}}), "0 loop {1 2 !if {break}} 3 return"); // do while
    EXPECT_EQ(tree_of({{1}, {1, 2}, {}}), "0 loop {1 !if {break}} 2 return");        // itself
    EXPECT_EQ(tree_of({{1}, {2, 5}, {3, 4}, {5}, {1}, {}}), "0 loop {1 !if {break} 2 if {3 break} 4} 5 return");
    EXPECT_EQ(tree_of({{1}, {2, 5}, {1, 3}, {4}, {1}, {}}), "0 loop {1 !if {break} 2 if {continue} 3 4} 5 return");
    EXPECT_EQ(tree_of({{1}, {2, 5}, {3}, {3, 4}, {1}, {}}), "0 loop {1 !if {break} 2 loop {3 !if {break}} 4} 5 return");
}

TEST(Structure, Switches) {
    EXPECT_EQ(tree_of({{1, 2, 3}, {4}, {4}, {4}, {}}), "0 switch {1} {2} {3} 4 return");
    EXPECT_EQ(tree_of({{1, 2, 4}, {4}, {4}, {}, {}}), "0 switch {1} {2} {} 4 return");
    EXPECT_EQ(tree_of({{4, 2, 4}, {}, {4}, {}, {}}), "0 switch {2} {} 4 return");
}

// Exit paths of a loop that end or merge elsewhere stand where they are reached.
TEST(Structure, SeveralExitsOfALoop) {
    EXPECT_EQ(tree_of({{1}, {2, 6}, {3, 4}, {5}, {1}, {}, {5}}), "0 loop {1 !if {6 break} 2 if {3 break} 4} 5 return");
    EXPECT_EQ(tree_of({{1}, {2, 5}, {3, 4}, {}, {1}, {}}), "0 loop {1 !if {5 return} 2 if {3 return} 4}");
}

// What structure cannot say by nesting alone goes through the selector.
TEST(Structure, MergeBlocksOfSeveralPathsAreTested) {
    // if (a && b) 2 else 3; block 2 itself stores that 4 is next
    EXPECT_EQ(tree_of({{1, 3}, {2, 3}, {4}, {4}, {}}), "0 if {1 if {2} {=3}} {=3} ? if {3} 4 return");
    // out of two loops at once, by block 4
    EXPECT_EQ(tree_of({{1}, {2}, {3, 5}, {2, 4}, {6}, {1, 6}, {}}),
              "0 loop {1 loop {2 !if {=5 break} 3 if {continue} 4 break} ? if {break} 5 !if {break}} 6 return");
}

/// Runs blocks or the tree; oracles answer from a seed, so that both must ask the same questions in the same order.
class TreeRun {
public:
    TreeRun(const ir::Module& module, unsigned seed) : module_(module), random_(seed) {}

    std::vector<std::uint32_t> blocks() {
        ir::BlockId at = 0;
        while (!over()) {
            const ir::Block& block = function().blocks[at];
            run(at);
            if (block.end.edges.empty()) break;
            std::size_t edge = 0;
            if (block.end.kind == ir::TerminatorKind::Branch) edge = values_[block.end.value] != 0 ? 0 : 1;
            if (block.end.kind == ir::TerminatorKind::Switch) edge = chosen(block.end.cases, block.end.value);
            at = block.end.edges[edge].to;
        }
        return trace_;
    }
    std::vector<std::uint32_t> tree() {
        EXPECT_NE(list(function().tree.root), After::Next);
        return trace_;
    }

private:
    enum class After { Next, Break, Continue, Leave };

    const ir::Function& function() { return module_.functions[0]; }
    bool over() const { return trace_.size() >= 200; }

    std::size_t chosen(std::span<const std::uint32_t> cases, ir::Id value) {
        return static_cast<std::size_t>(std::ranges::find(cases, values_[value]) - cases.begin());
    }
    void run(ir::BlockId block) {
        for (const ir::Id id : function().blocks[block].insts) {
            if (!over()) execute(id, module_[id]);
        }
    }
    void execute(ir::Id id, const ir::Inst& inst) {
        const auto in = [&](std::size_t i) { return values_[inst.operands[i]]; };
        switch (inst.op) {
            case ir::Op::Opaque: trace_.push_back(inst.imm); break;
            case ir::Op::VoteAny: values_[id] = static_cast<std::uint32_t>(random_() % 2); break;
            case ir::Op::Ballot: values_[id] = static_cast<std::uint32_t>(random_() % 5); break;
            case ir::Op::Const: values_[id] = static_cast<std::uint32_t>(module_.literal(inst)[0]); break;
            case ir::Op::StoreFile: files_[inst.imm & ~(15U << 28)] = in(0); break;
            case ir::Op::LoadFile: values_[id] = files_[inst.imm]; break;
            case ir::Op::IEq: values_[id] = in(0) == in(1) ? 1 : 0; break;
            case ir::Op::ULt: values_[id] = in(0) < in(1) ? 1 : 0; break;
            case ir::Op::ISub: values_[id] = in(0) - in(1); break;
            case ir::Op::BNot: values_[id] = in(0) == 0 ? 1 : 0; break;
            default: ADD_FAILURE() << "an operation that the walk does not know";
        }
    }
    After list(std::span<const ir::NodeId> ids) {
        for (const ir::NodeId id : ids) {
            const After after = node(function().tree.nodes[id]);
            if (over()) return After::Leave;
            if (after != After::Next) return after;
        }
        return After::Next;
    }
    After node(const ir::Node& node) {
        switch (node.kind) {
            case NodeKind::Block: return run(node.block), After::Next;
            case NodeKind::If: return list(node.bodies[values_[node.value] != 0 ? 0 : 1]);
            case NodeKind::Switch: return list(node.bodies[chosen(node.cases, node.value)]);
            case NodeKind::Loop: return loop(node);
            case NodeKind::Break: return After::Break;
            case NodeKind::Continue: return After::Continue;
            default: return After::Leave;
        }
    }
    After loop(const ir::Node& node) {
        for (int round = 0; round < 1000; ++round) {
            const After after = list(node.bodies[0]);
            if (after == After::Break) return After::Next;
            if (after == After::Leave) return after;
        }
        ADD_FAILURE() << "a loop that does not end and does nothing";
        return After::Leave;
    }

    const ir::Module& module_;
    std::mt19937 random_;
    std::vector<std::uint32_t> trace_;
    std::unordered_map<ir::Id, std::uint32_t> values_;
    std::unordered_map<std::uint32_t, std::uint32_t> files_;
};

std::vector<std::vector<ir::BlockId>> random_graph(unsigned seed) {
    auto random = [engine = std::mt19937(seed)]() mutable { return static_cast<std::uint32_t>(engine()); };
    const std::uint32_t count = 2 + random() % (seed % 10 == 0 ? 60 : 14);
    const std::uint32_t near = 1 + random() % count;
    std::vector<std::vector<ir::BlockId>> targets(count);
    for (std::uint32_t n = 0; n < count; ++n) {
        const std::uint32_t kind = random() % 10;
        const std::uint32_t edges = kind < 1 ? 0 : kind < 4 ? 1 : kind < 9 ? 2 : 3 + random() % 3;
        for (std::uint32_t edge = 0; edge < edges; ++edge) {
            const auto to =
                static_cast<std::int64_t>(n) + 1 + static_cast<std::int64_t>(random() % (2 * near)) - near / 2;
            targets[n].push_back(static_cast<ir::BlockId>(std::clamp<std::int64_t>(to, 1, count - 1)));
        }
    }
    return targets;
}

TEST(Structure, RandomGraphsKeepTheirTraces) {
    for (unsigned seed = 0; seed < 3000; ++seed) {
        const auto targets = random_graph(seed);
        const ir::Module before = graph(targets);
        ir::Module after = graph(targets);
        structure(after);
        for (unsigned run = 0; run < 5; ++run) {
            const auto wanted = TreeRun(before, run).blocks();
            ASSERT_EQ(TreeRun(after, run).tree(), wanted)
                << "seed " << seed << ": " << Printer(after, targets.size()).text();
            ASSERT_EQ(TreeRun(after, run).blocks(), wanted) << "seed " << seed;
        }
    }
}

} // namespace
} // namespace relit::pass
