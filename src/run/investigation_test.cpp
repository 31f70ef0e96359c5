#include "run/investigation.hpp"

#include "ir/builder.hpp"
#include "run/interpreter.hpp"
#include "run/parting.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>

namespace relit::run {
namespace {

using ir::Id;
using ir::kF32;
using ir::kI32;
using ir::Kind;
using ir::Op;
using ir::Role;

TracedLane register_lane(std::uint32_t file, std::uint64_t at, Kind kind = Kind::I32) {
    return {.storage = Storage::Register, .index = file, .at = at, .kind = kind};
}

/// The numbers of the steps that made a value, of invocation 0.
std::vector<std::uint64_t> numbers(const std::vector<Writer>& steps) {
    std::vector<std::uint64_t> all;
    for (const Writer& step : steps) all.push_back(step.step);
    return all;
}

Answer answer_to(const ir::Module& module, std::span<State> states, Query query) {
    Investigation investigation(module, std::move(query));
    const Status done = run(module, states, {}, {.tracer = investigation.tracer()});
    EXPECT_TRUE(done) << (done ? "" : done.error().text);
    const auto answer = investigation.answer();
    EXPECT_TRUE(answer && *answer);
    return answer && *answer ? **answer : Answer{};
}

// first: r = 7; if (in) second: r = 9; third: other = 1; fourth: out = r
struct Choice {
    ir::Module module;
    std::uint32_t in = 0, r = 0, other = 0, out = 0;

    Choice() {
        ir::Builder ir(module);
        in = ir.file("in", Kind::I32, 1, 1, Role::Input);
        r = ir.file("r", Kind::I32, 1, 1, Role::Register);
        other = ir.file("other", Kind::I32, 1, 1, Role::Register);
        out = ir.file("out", Kind::I32, 1, 1, Role::Output);
        ir.function("main");
        ir.origin("first");
        ir.store(r, 0, ir.i32(7));
        const ir::BlockId then = ir.block(), after = ir.block();
        ir.origin("choose");
        ir.branch(ir.INe(ir.load(in, 0, kI32), ir.i32(0)), then, after);
        ir.move_to(0, then);
        ir.origin("second");
        ir.store(r, 0, ir.i32(9));
        ir.jump(after);
        ir.move_to(0, after);
        ir.origin("third");
        ir.store(other, 0, ir.i32(1));
        ir.origin("fourth");
        ir.store(out, 0, ir.load(r, 0, kI32));
        ir.ret();
    }
    [[nodiscard]] Answer answer(std::uint64_t input, Query query) const {
        std::array<State, 1> states{blank_state(module)};
        states[0].files[in][0] = input;
        return answer_to(module, states, std::move(query));
    }
};

TEST(Investigation, AValueNeedsTheBranchThatCouldHaveLedToAnotherStore) {
    const Choice program;
    const Answer taken = program.answer(1, {.lanes = {register_lane(program.out, 0)}});
    EXPECT_EQ(taken.lanes[0].bits, 9U);
    EXPECT_EQ(numbers(taken.slice.steps), (std::vector<std::uint64_t>{2, 3, 5})) << "it replaces what was first";
    const Answer not_taken = program.answer(0, {.lanes = {register_lane(program.out, 0)}});
    EXPECT_EQ(not_taken.lanes[0].bits, 7U);
    EXPECT_EQ(numbers(not_taken.slice.steps), (std::vector<std::uint64_t>{1, 2, 4}))
        << "the third step is no part of it";
}

TEST(Investigation, AValueAfterAnInstructionIsTheOneThatItLeft) {
    const Choice program;
    const Answer before = program.answer(1, {.lanes = {register_lane(program.r, 0)}, .origin = 1});
    EXPECT_EQ(before.lanes[0].bits, 7U);
    EXPECT_EQ(numbers(before.slice.steps), (std::vector<std::uint64_t>{1}));
    const Answer all = program.answer(1, {.origin = 3});
    ASSERT_EQ(all.lanes.size(), 1U);
    EXPECT_EQ(all.lanes[0].bits, 9U);
    EXPECT_EQ(all.at.step, 3U);
}

TEST(Investigation, AnOutputNeedsTheBranchThatCouldHaveLedToADiscard) {
    ir::Module module;
    module.stage = ir::Stage::Fragment;
    ir::Builder ir(module);
    const std::uint32_t in = ir.file("in", Kind::I32, 1, 1, Role::Input),
                        out = ir.file("out", Kind::I32, 1, 1, Role::Output);
    ir.function("main");
    const ir::BlockId then = ir.block(), after = ir.block();
    ir.origin("choose");
    ir.branch(ir.INe(ir.load(in, 0, kI32), ir.i32(0)), then, after);
    ir.move_to(0, then);
    ir.origin("discard");
    ir.add(Op::Discard, ir::kVoid, {{ir.INe(ir.load(in, 0, kI32), ir.i32(5))}});
    ir.jump(after);
    ir.move_to(0, after);
    ir.origin("out");
    ir.store(out, 0, ir.i32(3));
    ir.ret();
    std::array<State, 1> states{blank_state(module)};
    EXPECT_EQ(numbers(answer_to(module, states, {.lanes = {register_lane(out, 0)}}).slice.steps),
              (std::vector<std::uint64_t>{1, 2}));
}

TEST(Investigation, LanesAreApart) {
    ir::Module module;
    ir::Builder ir(module);
    const std::uint32_t in = ir.file("in", Kind::F32, 4, 1, Role::Input),
                        r = ir.file("r", Kind::F32, 4, 1, Role::Register);
    const std::uint32_t out = ir.file("out", Kind::F32, 4, 1, Role::Output);
    const ir::Type four = kF32.with_lanes(4);
    ir.function("main");
    ir.origin("x");
    ir.store(r, 0, ir.load(in, 0, four), 1);
    ir.origin("y");
    ir.store(r, 0, ir.load(in, 0, four), 2);
    ir.origin("out");
    const Id value = ir.load(r, 0, four);
    ir.store(out, 0, ir.FAdd(value, value), 3);
    ir.ret();
    std::array<State, 1> states{blank_state(module)};
    EXPECT_EQ(numbers(answer_to(module, states, {.lanes = {register_lane(out, 0, Kind::F32)}}).slice.steps),
              (std::vector<std::uint64_t>{1, 3}));
    EXPECT_EQ(numbers(answer_to(module, states, {.lanes = {register_lane(out, 1, Kind::F32)}}).slice.steps),
              (std::vector<std::uint64_t>{2, 3}));
}

TEST(Investigation, StoresToComputedPlacesAreApart) {
    ir::Module module;
    ir::Builder ir(module);
    const std::uint32_t in = ir.file("in", Kind::I32, 1, 1, Role::Input), buffer = ir.storage_buffer("b", 0, 16);
    ir.function("main");
    ir.origin("store");
    ir.store_buffer(buffer, ir.i32(8), ir.i32(5));
    ir.origin("address");
    const Id address = ir.IShl(ir.load(in, 0, kI32), ir.i32(2));
    ir.origin("elsewhere");
    ir.store_buffer(buffer, address, ir.i32(6));
    ir.origin("end");
    ir.ret();
    const TracedLane word{.storage = Storage::Memory, .index = buffer, .at = 8, .kind = Kind::I32};
    std::array<State, 1> states{blank_state(module)};
    const Answer answer = answer_to(module, states, {.lanes = {word}});
    EXPECT_EQ(answer.lanes[0].bits, 5U);
    EXPECT_EQ(numbers(answer.slice.steps), (std::vector<std::uint64_t>{1}));
    EXPECT_EQ(numbers(answer.slice.elsewhere), (std::vector<std::uint64_t>{2}));
}

TEST(Investigation, NeighboursOfAQuadAreNeeded) {
    ir::Module module;
    module.stage = ir::Stage::Fragment;
    ir::Builder ir(module);
    const std::uint32_t in = ir.file("in", Kind::F32, 1, 1, Role::Input),
                        out = ir.file("out", Kind::F32, 1, 1, Role::Output);
    ir.function("main");
    ir.origin("twice");
    const Id value = ir.load(in, 0, kF32), twice = ir.FAdd(value, value);
    ir.origin("difference");
    ir.store(out, 0, ir.FDdx(twice));
    ir.ret();
    std::array<State, 4> states{blank_state(module), blank_state(module), blank_state(module), blank_state(module)};
    const Answer answer = answer_to(module, states, {.lanes = {register_lane(out, 0, Kind::F32)}});
    EXPECT_EQ(answer.slice.steps, (std::vector<Writer>{{0, 1}, {0, 2}, {1, 1}}));
}

TEST(Investigation, TheFirstNanIsFoundWhereItAppears) {
    ir::Module module;
    ir::Builder ir(module);
    const std::uint32_t in = ir.file("in", Kind::F32, 1, 2, Role::Input),
                        r = ir.file("r", Kind::I32, 1, 2, Role::Register);
    ir.function("main");
    ir.origin("bits");
    ir.store(r, 1, ir.i32(0x7fc00000)); // no float gives it
    ir.origin("divide");
    ir.store(r, 0, ir.bitcast(kI32, ir.FDiv(ir.load(in, 0, kF32), ir.load(in, 1, kF32))));
    ir.ret();
    std::array<State, 1> states{blank_state(module)};
    const Answer answer = answer_to(module, states, {.first = Oddity::Nan});
    EXPECT_EQ(answer.origin, 2U);
    EXPECT_EQ(answer.lanes[0].at, 0U);
    EXPECT_EQ(numbers(answer.slice.steps), (std::vector<std::uint64_t>{2}));
    states[0].files[in] = {std::bit_cast<std::uint32_t>(1.0F), 0};
    Investigation none(module, {.first = Oddity::Nan});
    ASSERT_TRUE(run(module, states, {}, {.tracer = none.tracer()}));
    const auto nothing = none.answer();
    EXPECT_TRUE(nothing && !*nothing);
    EXPECT_EQ(answer_to(module, states, {.first = Oddity::Infinity}).lanes[0].bits, 0x7f800000U);
}

TEST(Parting, IsTheFirstStepThatWritesOrGoesElsewhere) {
    const Choice program;
    const auto hear = [&](std::uint64_t input, const Tracer::Sink& sink) {
        std::array<State, 1> states{blank_state(program.module)};
        states[0].files[program.in][0] = input;
        Tracer tracer(program.module, sink);
        ASSERT_TRUE(run(program.module, states, {}, {.tracer = &tracer}));
    };
    RecordedRun first;
    hear(0, [&](const TracedStep& step) { first.add(step); });
    PartingFinder same(first, 0), other(first, 0);
    hear(0, [&](const TracedStep& step) { same.add(step); });
    EXPECT_FALSE(same.finish());
    hear(5, [&](const TracedStep& step) { other.add(step); });
    const auto parting = other.finish();
    ASSERT_TRUE(parting);
    EXPECT_EQ(parting->origin, 2U);
    EXPECT_EQ(parting->first_goes_to, 4U);
    EXPECT_EQ(parting->second_goes_to, 3U);
}

} // namespace
} // namespace relit::run
