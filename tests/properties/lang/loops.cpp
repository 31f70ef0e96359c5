// Trees whose loops end at their head, or after a limit of iterations, do what the tree before them does, along the tree and as
// blocks. What a target cannot do is not left in them.
#include "ir/builder.hpp"
#include "ir/verify/verify.hpp"
#include "lang/lower/lower.hpp"
#include "pass/pass.hpp"
#include "run/interpreter.hpp"
#include "tests/support/ir/meaning.hpp"
#include "tests/support/ir/random_module.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace relit::test::loops {
namespace {

using ir::Node;
using ir::NodeKind;
using lang::Target;

constexpr std::string_view kTree = "from_ssa,structure,reg2mem";

/// A tree of loops and choices: programs that leave loops anywhere, that return from within, that call, and that never end but for
/// the limit.
ir::Module random_tree(std::uint64_t seed) {
    ir::Module module = seed % 3 == 0   ? random_loops(seed, true)
                        : seed % 3 == 1 ? random_control_flow(seed)
                                        : random_program(seed);
    const Status done = pass::run_passes(module, kTree);
    EXPECT_TRUE(done) << done.error().text;
    return module;
}

run::State start_of(const ir::Module& module, std::uint64_t seed) {
    run::State state = run::blank_state(module);
    Dice dice(seed);
    for (std::size_t file = 0; file < module.files.size(); ++file)
        if (module.files[file].role == ir::Role::Input)
            for (std::uint64_t& lane : state.files[file]) lane = dice.bits() & 0xffff;
    return state;
}

/// Runs the module along its trees, or as blocks if it has none.
run::State ran(const ir::Module& module, std::uint64_t seed, std::uint64_t loop_limit) {
    run::State state = start_of(module, seed);
    const bool is_tree = !module.functions[0].tree.root.empty();
    const run::Limits limits{.loop_limit = loop_limit};
    const Status done = is_tree ? run::run_tree(module, {&state, 1}, limits) : run::run(module, {&state, 1}, limits);
    EXPECT_TRUE(done) << done.error().text;
    return state;
}

void expect_same_outputs(const ir::Module& module, const run::State& wanted, const run::State& got) {
    for (std::size_t file = 0; file < module.files.size(); ++file) {
        if (module.files[file].role != ir::Role::Output) continue;
        ASSERT_EQ(wanted.files[file], got.files[file]) << file;
    }
    ASSERT_EQ(wanted.resources, got.resources);
}

constexpr std::uint64_t kPrograms = 300, kInputs = 4;

TEST(Loops, ThatEndAtTheirHeadDoTheSame) {
    for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
        const ir::Module before = random_tree(seed);
        ir::Module after = before.clone(), blocks = before.clone();
        (void)lang::lower_loop_exits(after, {.loops_end_at_head = true});
        ASSERT_TRUE(ir::verify(after)) << ir::verify(after).error().text;
        ASSERT_TRUE(lang::lower_trees(blocks, {.loops_end_at_head = true}));
        for (std::uint64_t input = 0; input < kInputs; ++input) {
            SCOPED_TRACE(seed * kInputs + input);
            const run::State wanted = ran(before, seed * kInputs + input, 4000);
            if (wanted.hit_loop_limit) continue;
            expect_same_outputs(before, wanted, ran(after, seed * kInputs + input, 1U << 20));
            expect_same_outputs(before, wanted, ran(blocks, seed * kInputs + input, 1U << 20));
        }
    }
}

/// Returns true if a loop is left from elsewhere than the first choice in it, or the function from inside of a loop.
bool leaves_inside(const ir::Function& function, const std::pmr::vector<ir::NodeId>& nodes, bool in_loop) {
    for (const ir::NodeId id : nodes) {
        const Node& node = function.tree.nodes[id];
        const bool is_exit = node.kind == NodeKind::Break || node.kind == NodeKind::Return;
        if (in_loop && is_exit) return true;
        const bool is_loop = node.kind == NodeKind::Loop;
        for (const auto& body : node.bodies) {
            const std::size_t head = is_loop ? 2 : 0; // the block that loads, and the choice
            const std::pmr::vector<ir::NodeId> rest(body.begin() + static_cast<std::ptrdiff_t>(head), body.end());
            if (leaves_inside(function, rest, in_loop || is_loop)) return true;
        }
    }
    return false;
}

TEST(Loops, ThatEndAtTheirHeadAreLeftNowhereElse) {
    std::size_t were_left = 0;
    for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
        ir::Module module = random_tree(seed);
        for (const ir::Function& function : module.functions)
            were_left +=
                std::ranges::any_of(function.tree.nodes, [](const Node& node) { return node.kind == NodeKind::Break; });
        (void)lang::lower_loop_exits(module, {.loops_end_at_head = true});
        for (const ir::Function& function : module.functions)
            EXPECT_FALSE(leaves_inside(function, function.tree.root, false)) << seed;
    }
    EXPECT_GT(were_left, kPrograms / 4);
}

TEST(Loops, EndAtTheLimitWhereTheInterpreterEndsThem) {
    std::size_t limited = 0;
    for (std::uint64_t seed = 0; seed < kPrograms; ++seed)
        for (const std::uint32_t limit : {1U, 3U, 17U}) {
            const ir::Module before = random_tree(seed);
            for (const bool at_head : {false, true}) {
                const Target target{
                    .interface = lang::Interface::Harness, .loops_end_at_head = at_head, .loop_limit = limit};
                ir::Module after = before.clone(), blocks = before.clone();
                (void)lang::lower_loop_limit(after, target);
                if (at_head) (void)lang::lower_loop_exits(after, target);
                ASSERT_TRUE(ir::verify(after)) << ir::verify(after).error().text;
                ASSERT_TRUE(lang::lower_trees(blocks, target));
                const auto file = ir::file_of(after, ir::FilePurpose::LoopLimit);
                for (std::uint64_t input = 0; input < kInputs; ++input) {
                    SCOPED_TRACE(seed * kInputs + input);
                    const run::State wanted = ran(before, seed * kInputs + input, limit);
                    limited += wanted.hit_loop_limit ? 1 : 0;
                    for (const ir::Module* module : {&after, &blocks}) {
                        const run::State got = ran(*module, seed * kInputs + input, 1U << 20);
                        ASSERT_EQ(file && got.files[*file][0] != 0, wanted.hit_loop_limit);
                        if (!wanted.hit_loop_limit) expect_same_outputs(before, wanted, got);
                    }
                }
            }
        }
    EXPECT_GT(limited, kPrograms);
}

/// Calls a function twice that counts each input down to 0, in a loop or in one around which there is another.
ir::Module counting_down(bool nested) {
    ir::Module module;
    ir::Builder build(module);
    const auto in = build.file("in", ir::Kind::I32, 1, 2, ir::Role::Input);
    const auto out = build.file("out", ir::Kind::I32, 1, 2, ir::Role::Output);
    const auto count = build.file("count", ir::Kind::I32, 1, 1, ir::Role::Register);
    (void)build.function("main");
    for (std::uint32_t i = 0; i < 2; ++i) {
        build.store(count, 0, build.load(in, i, ir::kI32));
        (void)build.add(ir::Op::Call, ir::kVoid, {}, 1);
        build.store(out, i, build.i32(1));
    }
    build.ret();
    (void)build.function("down");
    const ir::BlockId outer = build.block(), body = build.block(), after = build.block(), end = build.block();
    build.jump(outer);
    build.move_to(outer);
    build.jump(body);
    build.move_to(body);
    const ir::Id left = build.ISub({build.load(count, 0, ir::kI32), build.i32(1)});
    build.store(count, 0, left);
    build.branch(build.IEq({left, build.i32(0)}), after, body);
    build.move_to(after);
    const ir::Id again = nested ? build.INe({build.load(count, 0, ir::kI32), build.i32(0)}) : build.boolean(false);
    build.branch(again, nested ? outer : end, end);
    build.move_to(end);
    build.ret();
    return module;
}

/// A function counts anew in each call, and ends its caller if it reaches the limit.
TEST(Loops, AreCountedAnewInEachCall) {
    for (const bool nested : {false, true}) {
        ir::Module module = counting_down(nested);
        ASSERT_TRUE(ir::verify(module)) << ir::verify(module).error().text;
        ASSERT_TRUE(pass::run_passes(module, kTree));
        for (const Target& target : {Target{.loop_limit = 5}, Target{.loops_end_at_head = true, .loop_limit = 5},
                                     Target{.dialect = lang::Dialect::GlslVulkan, .loop_limit = 5}}) {
            ir::Module lowered = module.clone();
            ASSERT_TRUE(lang::lower_trees(lowered, target));
            for (const auto& [first, second] : {std::pair{6, 6}, std::pair{6, 7}, std::pair{7, 1}}) {
                run::State state = run::blank_state(lowered);
                state.files[0] = {static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(second)};
                const bool is_tree = target.dialect != lang::Dialect::SpirV;
                ASSERT_TRUE(is_tree ? run::run_tree(lowered, {&state, 1}) : run::run(lowered, {&state, 1}));
                const std::vector<std::uint64_t> wanted{first == 6 ? 1U : 0U, first == 6 && second == 6 ? 1U : 0U};
                EXPECT_EQ(state.files[1], wanted) << first << " " << second << (nested ? " nested" : "");
            }
        }
    }
}

} // namespace
} // namespace relit::test::loops
