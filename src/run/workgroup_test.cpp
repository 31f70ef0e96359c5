// Invocations that share memory, wait for each other, and use what is bound for all of them; emitted vertices.
#include "ir/builder.hpp"
#include "run/interpreter.hpp"

#include <gtest/gtest.h>

namespace relit::run {
namespace {

using ir::Id;
using ir::kI32;
using ir::Op;

struct Group {
    ir::Module module;
    ir::Builder ir{module};
    std::uint32_t out = ir.file("out", ir::Kind::I32, 1, 4, ir::Role::Output);
    std::uint32_t tile = ir.resource({.name = "tile", .kind = ir::ResourceKind::Shared, .size = 64});

    Group() {
        module.stage = ir::Stage::Compute;
        module.workgroup[0] = 8;
        ir.function("main");
    }
    Id read(ir::Builtin builtin, std::uint8_t lanes = 1) {
        return ir.add(Op::ReadBuiltin, kI32.with_lanes(lanes), {}, static_cast<std::uint32_t>(builtin));
    }
    Id local() { return read(ir::Builtin::LocalInvocationId); }
    void barrier() { ir.add(Op::Barrier, ir::kVoid, {}); }
    std::vector<State> run(std::size_t count, const Limits& limits = {}, const Host& host = {}) {
        ir.ret();
        std::vector<State> states;
        for (std::size_t i = 0; i < count; ++i) states.push_back(blank_state(module));
        const Status status = run::run(module, states, limits, host);
        EXPECT_TRUE(status) << status.error().text;
        return states;
    }
};

TEST(Workgroup, SharedMemoryIsSeenAfterTheBarrier) {
    Group g;
    const Id local = g.local(), group = g.read(ir::Builtin::WorkgroupId);
    g.ir.store_buffer(g.tile, g.ir.IMul(local, g.ir.i32(4)), g.ir.IAdd(local, g.ir.IMul(group, g.ir.i32(100))));
    g.barrier();
    const Id other = g.ir.IMul(g.ir.ISub(g.ir.i32(7), local), g.ir.i32(4));
    g.ir.store(g.out, 0, g.ir.load_buffer(g.tile, other, kI32));
    const auto states = g.run(16);
    for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(states[i].files[g.out][0], 7 - i % 8 + i / 8 * 100);
}

TEST(Workgroup, WhoHasEndedDoesNotHoldABarrierUp) {
    Group g;
    const ir::BlockId stay = g.ir.block(), leave = g.ir.block();
    g.ir.branch(g.ir.ULt(g.local(), g.ir.i32(5)), stay, leave);
    g.ir.move_to(leave);
    g.ir.ret();
    g.ir.move_to(stay);
    g.ir.add(Op::AtomicAdd, kI32, {g.ir.i32(0), g.ir.i32(1)}, g.tile);
    g.barrier();
    g.ir.store(g.out, 0, g.ir.load_buffer(g.tile, g.ir.i32(0), kI32));
    const auto states = g.run(8);
    for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(states[i].files[g.out][0], i < 5 ? 5 : 0);
}

TEST(Workgroup, SubgroupsLieInsideIt) {
    Group g;
    const Id odd = g.ir.INe(g.ir.IAnd(g.local(), g.ir.i32(1)), g.ir.i32(0));
    g.ir.store(g.out, 0, g.ir.add(Op::Ballot, kI32, {odd}));
    g.barrier();
    g.ir.store(g.out, 1, g.ir.add(Op::Shuffle, kI32, {g.local(), g.ir.i32(5)}));
    g.ir.store(g.out, 2, g.read(ir::Builtin::SubgroupInvocation));
    const auto small = g.run(8);
    EXPECT_EQ(small[6].files[g.out][0], 0b1010);
    EXPECT_EQ(small[6].files[g.out][1], 0); // there is no fifth of four
    EXPECT_EQ(small[6].files[g.out][2], 2);
}

TEST(Workgroup, SubgroupsHaveTheRequestedSize) {
    Group g;
    const Id odd = g.ir.INe(g.ir.IAnd(g.local(), g.ir.i32(1)), g.ir.i32(0));
    g.ir.store(g.out, 0, g.ir.add(Op::Ballot, kI32, {odd}));
    g.ir.store(g.out, 1, g.ir.add(Op::Shuffle, kI32, {g.local(), g.ir.i32(5)}));
    const auto states = g.run(8, {.subgroup = 8});
    EXPECT_EQ(states[0].files[g.out][0], 0b10101010);
    EXPECT_EQ(states[0].files[g.out][1], 5);
    State state = blank_state(g.module);
    EXPECT_FALSE(run::run(g.module, {&state, 1}, {.subgroup = 3}));
}

TEST(Workgroup, BoundResourcesAreSharedByAllInvocations) {
    Group g;
    const auto all = g.ir.storage_buffer("all", 0, 0);
    const auto image = g.ir.resource({.kind = ir::ResourceKind::Image});
    g.module.texture_uses.push_back({.resource = image, .coordinates = 2});
    g.ir.add(Op::AtomicAdd, kI32, {g.ir.i32(4), g.local()}, all);
    const Id one = g.ir.f32(1);
    g.ir.add(Op::StoreImage, ir::kVoid, {g.local(), g.ir.i32(0), one}, 0);
    std::vector<ir::Bound> bound(3);
    bound[all].bytes.resize(8);
    bound[image].texture.levels.push_back({.width = 4, .height = 1, .depth = 1, .texels = std::vector<ir::Texel>(4)});
    const auto states = g.run(8, {}, {.bound = &bound});
    EXPECT_TRUE(states[0].resources[all].empty());
    EXPECT_EQ(bound[all].bytes, (std::vector<std::uint8_t>{0, 0, 0, 0, 28, 0, 0, 0}));
    for (const ir::Texel& texel : bound[image].texture.levels[0].texels) EXPECT_EQ(texel[0], 0x3f800000U);
}

// Each thread stores its number, waits, and looks at the next one; beyond the last one stands the last. What they make for
// the patch is one, in each patch its own.
TEST(Workgroup, ThreadsOfAPatchReadEachOther) {
    constexpr std::uint32_t kThreads = 3, kPatches = 2;
    ir::Module module;
    module.stage = ir::Stage::TessControl;
    module.tessellation.made = kThreads;
    ir::Builder ir(module);
    const auto own = ir.file("own", ir::Kind::I32, 1, 2, ir::Role::Output);
    const auto patch = ir.file("patch", ir::Kind::I32, 1, kThreads, ir::Role::Output);
    module.files[patch].is_patch = true;
    ir.function("main");
    const ir::Id number = ir.add(Op::ReadBuiltin, kI32, {}, static_cast<std::uint32_t>(ir::Builtin::InvocationId));
    ir.store(own, 0, number);
    ir.store_at(patch, 0, ir.UMod(number, ir.i32(kThreads)), number);
    ir.add(Op::Barrier, ir::kVoid, {});
    ir::Access access;
    access.set(ir::Access::file, own);
    const ir::Id next = ir.IAdd(ir.UMod(number, ir.i32(kThreads)), ir.i32(1));
    const ir::Id seen = ir.add(Op::LoadFileOf, kI32, {next}, access.raw[0]);
    ir.store(own, 1, ir.IAdd(ir.IMul(seen, ir.i32(100)), ir.load(patch, 0, kI32)));
    ir.ret();
    std::vector<State> states(std::size_t{kThreads} * kPatches, blank_state(module));
    Host host;
    host.builtin = [](ir::Builtin, unsigned, std::size_t state) { return state; };
    ASSERT_TRUE(run::run(module, states, {}, host));
    constexpr std::uint64_t kSeen[] = {100, 200, 200, 403, 503, 503};
    for (std::size_t i = 0; i < states.size(); ++i) EXPECT_EQ(states[i].files[own][1], kSeen[i]) << i;
    EXPECT_EQ(states[0].files[patch], (std::vector<std::uint64_t>{0, 1, 2}));
    EXPECT_EQ(states[3].files[patch], (std::vector<std::uint64_t>{3, 4, 5}));
}

TEST(Workgroup, GeometryShadersReadTheirVertices) {
    ir::Module module;
    module.stage = ir::Stage::Geometry;
    module.geometry.in = ir::Primitive::Triangles;
    ir::Builder ir(module);
    const auto in = ir.file("in", ir::Kind::I32, 2, 6, ir::Role::Input);
    const auto out = ir.file("out", ir::Kind::I32, 1, 5, ir::Role::Output);
    ir.function("main");
    constexpr std::uint32_t kVertices[] = {0, 2, 3, 0x40000000, 0xffffffff}; // the last three are not there
    for (std::uint32_t i = 0; i < std::size(kVertices); ++i)
        ir.store(out, i, ir.load_vertex(in, 3, ir.i32(kVertices[i]), kI32));
    ir.ret();
    State state = blank_state(module);
    for (std::size_t i = 0; i < state.files[in].size(); ++i) state.files[in][i] = 100 + i;
    ASSERT_TRUE(run::run(module, {&state, 1}));
    EXPECT_EQ(state.files[out], (std::vector<std::uint64_t>{103, 111, 0, 0, 0}));
}

TEST(Workgroup, GeometryShadersReportTheirVertices) {
    ir::Module module;
    module.stage = ir::Stage::Geometry;
    ir::Builder ir(module);
    const auto out = ir.file("out", ir::Kind::I32, 2, 1, ir::Role::Output);
    ir.file("r", ir::Kind::I32, 1, 1, ir::Role::Register);
    ir.function("main");
    for (const std::uint32_t value : {5U, 6U}) {
        ir.store(out, 1, ir.i32(value));
        ir.add(Op::EmitVertex, ir::kVoid, {});
    }
    ir.add(Op::EndPrimitive, ir::kVoid, {});
    ir.ret();
    State state = blank_state(module);
    ASSERT_TRUE(run::run(module, {&state, 1}));
    ASSERT_EQ(state.emitted.size(), 3U);
    EXPECT_EQ(state.emitted[0].files[out], (std::vector<std::uint64_t>{0, 5}));
    EXPECT_EQ(state.emitted[1].files[out], (std::vector<std::uint64_t>{0, 6}));
    EXPECT_TRUE(state.emitted[1].files[1].empty());
    EXPECT_TRUE(state.emitted[2].ends_primitive);
}

} // namespace
} // namespace relit::run
