#include "run/trace.hpp"

#include "ir/builder.hpp"
#include "run/interpreter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace relit::run {
namespace {

using ir::Id;
using ir::kI32;
using ir::Kind;
using ir::Op;
using ir::Role;

std::vector<TracedStep> steps_of(const ir::Module& module, std::span<State> states,
                                 std::optional<std::size_t> only = {}) {
    std::vector<TracedStep> steps;
    Tracer tracer(module, [&](const TracedStep& step) { steps.push_back(step); }, only);
    const Status done = run(module, states, {}, {.tracer = &tracer});
    EXPECT_TRUE(done) << (done ? "" : done.error().text);
    return steps;
}

// r = in; loop: r = r - 1, out = r; again while r is not 0
struct Countdown {
    ir::Module module;
    std::uint32_t in = 0, r = 0, out = 0;

    Countdown() {
        ir::Builder ir(module);
        in = ir.file("in", Kind::I32, 1, 1, Role::Input);
        r = ir.file("r", Kind::I32, 1, 1, Role::Register);
        out = ir.file("out", Kind::I32, 1, 1, Role::Output);
        ir.function("main");
        ir.origin("first");
        ir.store(r, 0, ir.load(in, 0, kI32));
        const ir::BlockId loop = ir.block(), end = ir.block();
        ir.jump(loop);
        ir.move_to(0, loop);
        ir.origin("minus one");
        ir.store(r, 0, ir.ISub(ir.load(r, 0, kI32), ir.i32(1)));
        ir.origin("tell and go back");
        const Id left = ir.load(r, 0, kI32);
        ir.store(out, 0, left);
        ir.branch(ir.add(Op::INe, ir::kBool, {{left, ir.i32(0)}}), loop, end);
        ir.move_to(0, end);
        ir.origin({});
        ir.ret();
    }
    [[nodiscard]] State state(std::uint64_t input) const {
        State made = blank_state(module);
        made.files[in][0] = input;
        return made;
    }
};

TEST(Trace, StepsAreGuestInstructionsWithWhoWroteWhatTheyRead) {
    const Countdown program;
    std::array<State, 1> states{program.state(2)};
    const std::vector<TracedStep> steps = steps_of(program.module, states);
    ASSERT_EQ(steps.size(), 5U);
    const std::array<std::uint32_t, 5> origins = {1, 2, 3, 2, 3};
    const std::array<std::uint64_t, 5> iterations = {1, 1, 1, 2, 2};
    for (std::size_t i = 0; i < steps.size(); ++i) {
        EXPECT_EQ(steps[i].number, i + 1);
        EXPECT_EQ(steps[i].origin, origins[i]);
        EXPECT_EQ(steps[i].iteration, iterations[i]);
    }
    ASSERT_EQ(steps[0].reads.size(), 1U);
    EXPECT_EQ(steps[0].reads[0].writer.step, 0U) << "it is given";
    ASSERT_EQ(steps[3].reads.size(), 1U);
    EXPECT_EQ(steps[3].reads[0].index, program.r);
    EXPECT_EQ(steps[3].reads[0].bits, 1U);
    EXPECT_EQ(steps[3].reads[0].writer, (Writer{0, 2}));
    ASSERT_EQ(steps[3].writes.size(), 1U);
    EXPECT_EQ(steps[3].writes[0].bits, 0U);
    EXPECT_EQ(steps[3].writes[0].before, 1U);
    EXPECT_EQ(steps[2].goes_to, 2U) << "back";
    EXPECT_EQ(steps[4].goes_to, 0U) << "to the end";
    EXPECT_FALSE(steps[1].goes_to);
}

TEST(Trace, FollowsOneInvocationOrAll) {
    const Countdown program;
    std::array<State, 2> states{program.state(1), program.state(3)};
    EXPECT_EQ(steps_of(program.module, states).size(), 3U + 7U);
    states = {program.state(1), program.state(3)};
    const std::vector<TracedStep> steps = steps_of(program.module, states, 1);
    EXPECT_EQ(steps.size(), 7U);
    EXPECT_TRUE(std::ranges::all_of(steps, [](const TracedStep& step) { return step.invocation == 1; }));
}

// Each invocation of a patch stores to its own vertex and to the patch, then reads what the next one stored.
TEST(Trace, LanesOfOthersHaveTheirWriters) {
    constexpr std::uint32_t kMade = 2;
    ir::Module module;
    module.stage = ir::Stage::TessControl;
    module.tessellation.made = kMade;
    ir::Builder ir(module);
    const auto own = ir.file("own", Kind::I32, 1, 2, Role::Output);
    const auto patch = ir.file("patch", Kind::I32, 1, kMade, Role::Output);
    module.files[patch].is_patch = true;
    ir.function("main");
    ir.origin("store");
    const Id number = ir.add(Op::ReadBuiltin, kI32, {}, static_cast<std::uint32_t>(ir::Builtin::InvocationId));
    ir.store(own, 0, number);
    ir.store_at(patch, 0, number, number);
    ir.origin("wait");
    ir.add(Op::Barrier, ir::kVoid, {});
    ir.origin("read");
    const Id other = ir.ISub(ir.i32(1), number);
    ir::Access access;
    access.set(ir::Access::file, own);
    const Id seen = ir.add(Op::LoadFileOf, kI32, {other}, access.raw[0]);
    ir.store(own, 1, ir.IAdd(seen, ir.load_at(patch, 0, other, kI32)));
    ir.ret();
    std::array<State, kMade> states{blank_state(module), blank_state(module)};
    std::vector<TracedStep> steps;
    Tracer tracer(module, [&](const TracedStep& step) { steps.push_back(step); });
    Host host{.tracer = &tracer};
    host.builtin = [](ir::Builtin, unsigned, std::size_t state) { return state; };
    ASSERT_TRUE(run(module, states, {}, host));
    std::size_t reads = 0;
    for (const TracedStep& step : steps) {
        if (step.origin != 3) continue;
        for (const TracedLane& read : step.reads) {
            if (read.storage != Storage::Register) continue;
            EXPECT_EQ(read.writer, (Writer{1 - step.invocation, 1})) << read.index;
            ++reads;
        }
    }
    EXPECT_EQ(reads, 4U);
}

TEST(Trace, MemoryHasWritersToo) {
    ir::Module module;
    ir::Builder ir(module);
    const std::uint32_t buffer = ir.storage_buffer("b", 0, 16), out = ir.file("out", Kind::I32, 1, 2, Role::Output);
    ir.function("main");
    ir.origin("store");
    ir.store_buffer(buffer, ir.i32(8), ir.i32(5));
    ir.origin("load");
    ir.store(out, 0, ir.load_buffer(buffer, ir.i32(8), kI32));
    ir.store(out, 1, ir.load_buffer(buffer, ir.i32(4), kI32));
    ir.ret();
    std::array<State, 1> states{blank_state(module)};
    const std::vector<TracedStep> steps = steps_of(module, states);
    ASSERT_EQ(steps.size(), 2U);
    ASSERT_EQ(steps[0].writes.size(), 1U);
    EXPECT_EQ(steps[0].writes[0].storage, Storage::Memory);
    EXPECT_EQ(steps[0].writes[0].at, 8U);
    ASSERT_EQ(steps[1].reads.size(), 2U);
    EXPECT_EQ(steps[1].reads[0].writer.step, 1U);
    EXPECT_EQ(steps[1].reads[1].writer.step, 0U);
}

// An input of 0 leads to the end, any other into a loop from which no path leads there.
TEST(Trace, BranchesMayLeadToLoopsWithoutEnd) {
    ir::Module module;
    ir::Builder ir(module);
    const std::uint32_t in = ir.file("in", Kind::I32, 1, 1, Role::Input);
    const std::uint32_t out = ir.file("out", Kind::I32, 1, 1, Role::Output);
    ir.function("main");
    const ir::BlockId loop = ir.block(), end = ir.block();
    ir.origin("choose");
    ir.branch(ir.add(Op::INe, ir::kBool, {{ir.load(in, 0, kI32), ir.i32(0)}}), loop, end);
    ir.move_to(0, loop);
    ir.origin("repeat");
    ir.store(out, 0, ir.IAdd(ir.load(out, 0, kI32), ir.i32(1)));
    ir.jump(loop);
    ir.move_to(0, end);
    ir.origin({});
    ir.ret();
    std::array<State, 2> states{blank_state(module), blank_state(module)};
    states[1].files[in][0] = 1;
    std::size_t steps = 0;
    Tracer tracer(module, [&](const TracedStep&) { ++steps; });
    ASSERT_TRUE(run(module, states, {.loop_limit = 5}, {.tracer = &tracer}));
    EXPECT_FALSE(states[0].hit_loop_limit);
    EXPECT_TRUE(states[1].hit_loop_limit);
    EXPECT_GT(steps, 5U);
}

} // namespace
} // namespace relit::run
