#include "run/interpreter.hpp"

#include "ir/builder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <vector>

namespace relit::run {
namespace {

using ir::Builder;
using ir::Id;
using ir::kI32;
using ir::Kind;
using ir::Module;
using ir::Op;
using ir::Role;

std::uint64_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

// A module with one file of inputs and one of outputs, four registers of four integers each.
struct Draft {
    Module module;
    Builder ir{module};
    std::uint32_t in = ir.file("in", Kind::I32, 4, 4, Role::Input);
    std::uint32_t out = ir.file("out", Kind::I32, 4, 4, Role::Output);

    Draft() { ir.function("main"); }
    void put(std::uint32_t lane, Id value) { ir.store(out, lane, value); }
    Id input(std::uint32_t lane) { return ir.load(in, lane, kI32); }
    State run(std::vector<std::uint64_t> inputs = {}, const Limits& limits = {}) {
        State state = blank_state(module);
        std::ranges::copy(inputs, state.files[in].begin());
        const Status status = run::run(module, {&state, 1}, limits);
        EXPECT_TRUE(status) << status.error().text;
        return state;
    }
    std::uint64_t first(std::vector<std::uint64_t> inputs = {}) { return run(std::move(inputs)).files[out][0]; }
};

TEST(Interpreter, StoresUnderAMask) {
    Draft p;
    p.ir.origin("first");
    p.ir.store(p.out, 4, p.ir.load(p.in, 0, kI32.with_lanes(4)), 0b1010);
    p.ir.ret();
    std::array<State, 2> states{blank_state(p.module), blank_state(p.module)};
    for (State& state : states) state.files[p.in] = {1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    ASSERT_TRUE(run::run(p.module, states));
    for (const State& state : states) {
        EXPECT_EQ(std::vector<std::uint64_t>(state.files[p.out].begin() + 4, state.files[p.out].begin() + 8),
                  (std::vector<std::uint64_t>{0, 2, 0, 4}));
    }
}

TEST(Interpreter, BuffersReadZeroOutside) {
    Draft p;
    const std::uint32_t buffer = p.ir.storage_buffer("b", 0, 8);
    p.put(0, p.ir.load_buffer(buffer, p.input(0), kI32.with_lanes(2)));
    p.ir.store_buffer(buffer, p.input(0), p.ir.i32(0xaabbccdd, 2));
    p.put(2, p.ir.add(Op::BufferSize, kI32, {}, buffer));
    p.ir.ret();
    State state = blank_state(p.module);
    state.resources[buffer] = {1, 0, 0, 0, 2, 3, 0, 0};
    state.files[p.in][0] = 4;
    ASSERT_TRUE(run::run(p.module, {&state, 1}));
    EXPECT_EQ(state.files[p.out][0], 0x302);
    EXPECT_EQ(state.files[p.out][1], 0);
    EXPECT_EQ(state.files[p.out][2], 8);
    EXPECT_EQ(state.resources[buffer], (std::vector<std::uint8_t>{1, 0, 0, 0, 0xdd, 0xcc, 0xbb, 0xaa}));
    state.files[p.in][0] = 0xfffffffc;
    ASSERT_TRUE(run::run(p.module, {&state, 1})); // far outside: nothing changes
    EXPECT_EQ(state.files[p.out][0], 0);
    EXPECT_EQ(state.resources[buffer][0], 1);
}

// n! by a loop whose header has the counter and the product as parameters
struct Factorial : Draft {
    Factorial() {
        const Id n = input(0), one = ir.i32(1);
        const ir::BlockId head = ir.block(), body = ir.block(), done = ir.block();
        const Id count = ir.block_param(head, kI32), product = ir.block_param(head, kI32);
        ir.jump(head, std::array{n, one});
        ir.move_to(head);
        ir.branch(ir.IEq(count, ir.i32(0)), done, body);
        ir.move_to(body);
        ir.jump(head, std::array{ir.ISub(count, one), ir.IMul(product, count)});
        ir.move_to(done);
        put(0, product);
        ir.ret();
    }
};

TEST(Interpreter, LoopsWithParameters) {
    Factorial p;
    EXPECT_EQ(p.first({5}), 120);
    EXPECT_EQ(p.first({0}), 1);
}

TEST(Interpreter, LoopsEnd) {
    Factorial p;
    EXPECT_FALSE(p.run({5}, {.loop_limit = 5}).hit_loop_limit);
    const State state = p.run({5}, {.loop_limit = 4});
    EXPECT_TRUE(state.hit_loop_limit);
    EXPECT_EQ(state.files[p.out][0], 0); // as it was
}

TEST(Interpreter, StepsAreLimited) {
    Factorial p;
    State state = blank_state(p.module);
    state.files[p.in][0] = 100;
    EXPECT_FALSE(run::run(p.module, {&state, 1}, {.steps = 100}));
    EXPECT_TRUE(run::run(p.module, {&state, 1}, {.steps = 1000}));
}

TEST(Interpreter, CallsKeepTheirOwnValues) {
    Module module;
    Builder ir(module);
    const std::uint32_t out = ir.file("out", Kind::I32, 1, 1, Role::Output);
    const ir::FunctionId main = ir.function("main");
    const ir::FunctionId sum = ir.function("sum", kI32, {kI32}); // n + sum(n - 1)
    const Id n = ir.param(0);
    const ir::BlockId more = ir.block(), done = ir.block();
    ir.branch(ir.IEq(n, ir.i32(0)), done, more);
    ir.move_to(done);
    ir.ret(n);
    ir.move_to(more);
    const Id rest = ir.call(sum, {ir.ISub(n, ir.i32(1))});
    ir.ret(ir.IAdd(n, rest));
    ir.move_to(main, 0);
    const Id depth = ir.i32(200);
    ir.store(out, 0, ir.call(sum, {depth}));
    ir.ret();
    State state = blank_state(module);
    ASSERT_TRUE(run::run(module, {&state, 1}));
    EXPECT_EQ(state.files[out][0], 20100);
    module.literals[module[depth].imm] = 300;
    EXPECT_FALSE(run::run(module, {&state, 1})); // too deep
}

TEST(Interpreter, DiscardEndsEffects) {
    Draft p;
    const std::uint32_t registers = p.ir.file("r", Kind::I32, 1, 1, Role::Register);
    p.put(0, p.ir.i32(1));
    p.ir.add(Op::Discard, ir::kVoid, {p.ir.INe(p.input(0), p.ir.i32(0))});
    p.put(1, p.ir.i32(2));
    p.ir.store(registers, 0, p.ir.i32(3));
    p.ir.ret();
    const State kept = p.run({0}), gone = p.run({1});
    EXPECT_FALSE(kept.discarded);
    EXPECT_EQ(kept.files[p.out][1], 2);
    EXPECT_TRUE(gone.discarded);
    EXPECT_EQ(gone.files[p.out][0], 1);
    EXPECT_EQ(gone.files[p.out][1], 0);
    EXPECT_EQ(gone.files[registers][0], 3);
}

TEST(Interpreter, CallsTheHost) {
    Draft p;
    const std::uint32_t texture = p.ir.resource({.kind = ir::ResourceKind::Texture});
    p.module.texture_uses.push_back({.resource = texture, .coordinates = 2});
    p.put(0, p.ir.add(Op::Fetch, kI32.with_lanes(4), {p.ir.i32(3), p.ir.i32(4)}, 0));
    p.put(4, p.ir.add(Op::ReadBuiltin, kI32, {}, static_cast<std::uint32_t>(ir::Builtin::VertexIndex)));
    p.ir.ret();
    Host host;
    host.texture = [](const ir::Inst&, const ir::TextureUse& use, auto operands) {
        return std::vector<std::uint64_t>{operands[0][0], operands[1][0], use.coordinates, 9};
    };
    host.builtin = [](ir::Builtin builtin, unsigned, std::size_t state) {
        return builtin == ir::Builtin::VertexIndex ? 40 + state : 0;
    };
    std::array<State, 2> states{blank_state(p.module), blank_state(p.module)};
    ASSERT_TRUE(run::run(p.module, states, {}, host));
    EXPECT_EQ(std::vector<std::uint64_t>(states[1].files[p.out].begin(), states[1].files[p.out].begin() + 5),
              (std::vector<std::uint64_t>{3, 4, 2, 9, 41}));
    ASSERT_TRUE(run::run(p.module, states)); // no parameters
    EXPECT_EQ(states[0].files[p.out][0], 0);
}

// Where nothing says which texel a device takes, its results are not compared.
TEST(Interpreter, ReportsUndefinedLookups) {
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kInfinity = std::numeric_limits<float>::infinity();
    const auto nowhere = [](ir::TextureDim dim, ir::TextureUse use, const std::vector<float>& operands,
                            Op op = Op::Sample) {
        Draft p;
        use.resource = p.ir.resource({.kind = ir::ResourceKind::Texture, .dim = dim});
        p.module.texture_uses.push_back(use);
        std::vector<Id> ids;
        for (const float operand : operands) ids.push_back(p.ir.f32(operand));
        p.ir.add(op, ir::kF32.with_lanes(4), ids, 0);
        p.ir.ret();
        return p.run().undefined_lookup;
    };
    using enum ir::TextureDim;
    EXPECT_FALSE(nowhere(D2, {.coordinates = 2}, {0, 1e30F}));
    EXPECT_TRUE(nowhere(D2, {.coordinates = 2}, {0, kNan}));
    EXPECT_TRUE(nowhere(D2, {.coordinates = 2}, {-kInfinity, 0}));
    EXPECT_FALSE(nowhere(D2, {.coordinates = 2, .lod = true}, {0, 0, kInfinity}));
    EXPECT_TRUE(nowhere(D2, {.coordinates = 2, .lod = true}, {0, 0, kNan}));
    EXPECT_FALSE(nowhere(D2, {.coordinates = 2, .reference = true, .lod = true}, {0, 0, kNan, 0}));
    EXPECT_TRUE(nowhere(D2, {.coordinates = 2, .reference = true, .lod = true}, {0, 0, 0, kNan}));
    EXPECT_TRUE(nowhere(D1, {.coordinates = 1, .gradients = true}, {0, 0, kNan}));
    EXPECT_FALSE(nowhere(D2, {.coordinates = 2, .offsets = true}, {65535, 0, 0, 0}));
    EXPECT_TRUE(nowhere(D2, {.coordinates = 2, .offsets = true}, {0, -65536, 0, 0}));
    EXPECT_FALSE(nowhere(D2, {.coordinates = 2, .offsets = true}, {0, 0, kNan, 65536}));
    EXPECT_FALSE(nowhere(D2, {.coordinates = 2}, {65535, 0}, Op::Gather));
    EXPECT_TRUE(nowhere(D2, {.coordinates = 2}, {65536, 0}, Op::Gather));
    EXPECT_FALSE(nowhere(Cube, {.coordinates = 3}, {0, 1, 0}));
    EXPECT_TRUE(nowhere(Cube, {.coordinates = 3}, {0, 0, 0}));
    EXPECT_FALSE(nowhere(D2, {.coordinates = 2}, {0, 0}));
}

TEST(Interpreter, RefusesStatesOfAnotherShape) {
    Draft p;
    p.ir.ret();
    State state;
    EXPECT_FALSE(run::run(p.module, {&state, 1}));
}

// ---- across invocations

struct Quad : Draft {
    std::vector<std::uint64_t> run(std::array<std::uint64_t, 4> inputs) {
        std::array<State, 4> states;
        std::vector<std::uint64_t> results;
        for (std::size_t i = 0; i < 4; ++i) {
            states[i] = blank_state(module);
            states[i].files[in][0] = inputs[i];
        }
        EXPECT_TRUE(run::run(module, states));
        for (const State& state : states) results.push_back(state.files[out][0]);
        return results;
    }
};

TEST(Interpreter, DerivativesOfAQuad) {
    const std::array<std::uint64_t, 4> corners{bits(1), bits(3), bits(10), bits(17)};
    for (const bool x : {true, false}) {
        Quad p;
        const Id value = p.ir.load(p.in, 0, ir::kF32);
        p.ir.store(p.out, 0, x ? p.ir.FDdx(value) : p.ir.FDdy(value));
        p.ir.ret();
        const std::vector<std::uint64_t> along_x{bits(2), bits(2), bits(7), bits(7)};
        const std::vector<std::uint64_t> along_y{bits(9), bits(14), bits(9), bits(14)};
        EXPECT_EQ(p.run(corners), x ? along_x : along_y);
    }
}

TEST(Interpreter, DivergentInvocationsAreInactiveAndReconverge) {
    Quad p;
    const ir::BlockId some = p.ir.block(), join = p.ir.block();
    const Id result = p.ir.block_param(join, kI32);
    const Id value = p.input(0), yes = p.ir.boolean(true);
    const ir::BlockId others = p.ir.block();
    p.ir.branch(p.ir.INe(value, p.ir.i32(0)), some, others);
    p.ir.move_to(some);
    const Id there = p.ir.add(Op::Ballot, kI32, {yes});
    p.ir.jump(join, std::array{there});
    p.ir.move_to(others);
    p.ir.jump(join, std::array{p.ir.i32(0)});
    p.ir.move_to(join);
    const Id all = p.ir.add(Op::Ballot, kI32, {yes});
    p.put(0, p.ir.IOr(result, p.ir.IShl(all, p.ir.i32(8))));
    p.ir.ret();
    EXPECT_EQ(p.run({1, 0, 1, 0}), (std::vector<std::uint64_t>{0xf05, 0xf00, 0xf05, 0xf00}));
}

TEST(Interpreter, ShufflesAndVotes) {
    Quad p;
    const Id value = p.input(0);
    const Id next = p.ir.Shuffle(value, p.ir.IAnd(value, p.ir.i32(3)));
    const Id large = p.ir.ULt(p.ir.i32(9), value);
    const Id any = p.ir.add(Op::VoteAny, ir::kBool, {large}), all = p.ir.add(Op::VoteAll, ir::kBool, {large});
    const Id any_word = p.ir.Select(any, p.ir.i32(0x100), p.ir.i32(0));
    const Id all_word = p.ir.Select(all, p.ir.i32(0x200), p.ir.i32(0));
    p.put(0, p.ir.IOr(next, p.ir.IOr(any_word, all_word)));
    p.ir.ret();
    EXPECT_EQ(p.run({1, 2, 3, 0}), (std::vector<std::uint64_t>{2, 3, 0, 1}));
    EXPECT_EQ(p.run({1, 2, 3, 12}), (std::vector<std::uint64_t>{0x102, 0x103, 0x10c, 0x101}));
    EXPECT_EQ(p.run({13, 13, 13, 13}), std::vector<std::uint64_t>(4, 0x30d));
}

// ---- trees

TEST(Interpreter, TreesDoWhatBlocksDo) {
    Draft p; // blocks: 0 entry, 1 adds, 2 the test; tree: loop { 1, 2, if (test) break }, then 3
    const std::uint32_t r = p.ir.file("r", Kind::I32, 1, 1, Role::Register);
    const ir::BlockId body = p.ir.block(), done = p.ir.block();
    p.ir.jump(body);
    p.ir.move_to(body);
    const Id next = p.ir.IAdd(p.ir.load(r, 0, kI32), p.ir.i32(1));
    p.ir.store(r, 0, next);
    const Id test = p.ir.IEq(next, p.input(0));
    p.ir.branch(test, done, body);
    p.ir.move_to(done);
    p.put(0, p.ir.load(r, 0, kI32));
    p.ir.ret();
    auto& tree = p.module.functions[0].tree;
    std::pmr::memory_resource* arena = p.module.arena();
    using Bodies = std::pmr::vector<std::pmr::vector<ir::NodeId>>;
    const auto node = [&](ir::NodeKind kind, ir::BlockId block, Id value, Bodies bodies) {
        tree.nodes.push_back({kind, block, value, std::move(bodies), std::pmr::vector<std::uint32_t>(arena)});
        return static_cast<ir::NodeId>(tree.nodes.size() - 1);
    };
    const ir::NodeId work = node(ir::NodeKind::Block, body, ir::kNone, {});
    const ir::NodeId leave = node(ir::NodeKind::Break, ir::kNoBlock, ir::kNone, {});
    const ir::NodeId again = node(ir::NodeKind::Continue, ir::kNoBlock, ir::kNone, {});
    const ir::NodeId choice = node(ir::NodeKind::If, ir::kNoBlock, test, {{leave}, {again}});
    const ir::NodeId loop = node(ir::NodeKind::Loop, ir::kNoBlock, ir::kNone, {{work, choice}});
    const ir::NodeId last = node(ir::NodeKind::Block, done, ir::kNone, {});
    const ir::NodeId back = node(ir::NodeKind::Return, ir::kNoBlock, ir::kNone, {});
    tree.root = {loop, last, back};
    for (const std::uint64_t loop_limit : {100, 6, 5}) {
        State one = blank_state(p.module), two = one;
        one.files[p.in][0] = two.files[p.in][0] = 7;
        ASSERT_TRUE(run::run(p.module, {&one, 1}, {.loop_limit = loop_limit}));
        ASSERT_TRUE(run_tree(p.module, {&two, 1}, {.loop_limit = loop_limit}));
        EXPECT_EQ(one.files, two.files);
        EXPECT_EQ(two.files[p.out][0], loop_limit == 5 ? 0U : 7U);
        EXPECT_EQ(one.hit_loop_limit, loop_limit == 5);
        EXPECT_EQ(two.hit_loop_limit, loop_limit == 5);
    }
}

} // namespace
} // namespace relit::run
