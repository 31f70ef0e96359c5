#include "isa/r500/fs/lift/control_flow.hpp"

#include <gtest/gtest.h>

namespace relit::isa::r500::fs {
namespace {

Word192 flow(FcOp op, std::uint32_t table) {
    return Word192{}.set(Common::type, Type::Fc).set(Fc::op, op).set(Fc::table, table).set(Fc::target, 40U);
}
FlowStep step(const FlowState& state, const Word192& word, std::uint32_t iterations = 3, bool boolean = false) {
    return flow_step(state, word, boolean, iterations, 100);
}

// Patterns of Mesa's compiler (reference, 6.6), as one pixel goes through them.

TEST(FragmentFlow, IfBranchesByTheResult) {
    const FlowStep made = step({.at = 5}, flow(FcOp::Jump, 0x0f).set(Fc::if_stayed, 2U).set(Fc::if_jumped, 2U));
    EXPECT_EQ(made.jumps, (std::array<bool, 4>{true, true, false, false}));
    EXPECT_EQ(made.taken, (FlowState{.at = 140}));
    EXPECT_EQ(made.stayed, (FlowState{.at = 6}));
}

TEST(FragmentFlow, ElseIsJumpedOverByWhoComesFromAbove) {
    const Word192 otherwise =
        flow(FcOp::Jump, 0).set(Fc::else_first, true).set(Fc::if_jumped, 1U).set(Fc::pop_count, 1U);
    const FlowStep active = step({.at = 5}, otherwise);
    EXPECT_TRUE(active.always());                    // no pixel is active any more: "all" holds
    EXPECT_EQ(active.taken, (FlowState{.at = 140})); // active again
    const FlowStep inactive = step({.at = 5, .inactive = 0}, otherwise);
    EXPECT_TRUE(inactive.never());
    EXPECT_EQ(inactive.stayed, (FlowState{.at = 6}));
}

TEST(FragmentFlow, EndIfWakesWhoIsInactive) {
    const Word192 end = flow(FcOp::Jump, 0).set(Fc::jump_any, true).set(Fc::if_stayed, 1U).set(Fc::pop_count, 1U);
    EXPECT_EQ(step({.at = 5, .inactive = 0}, end).stayed, (FlowState{.at = 6}));
    EXPECT_EQ(step({.at = 5, .inactive = 1}, end).stayed, (FlowState{.at = 6, .inactive = 0}));
    EXPECT_TRUE(step({.at = 5, .inactive = 1}, end).never());
}

TEST(FragmentFlow, LoopsAreEnteredCountedAndLeft) {
    const FlowStep begin = step({.at = 5}, flow(FcOp::Loop, 0));
    EXPECT_TRUE(begin.never());
    EXPECT_EQ(begin.stayed, (FlowState{.at = 6, .counters = 1, .registers = 1}));
    EXPECT_EQ(begin.effect, LoopEffect::Begin);
    EXPECT_TRUE(step({.at = 5}, flow(FcOp::Loop, 0), 0).always()); // no iterations
    EXPECT_EQ(step({.at = 5}, flow(FcOp::Rep, 0)).stayed, (FlowState{.at = 6, .counters = 1}));
    const FlowState inside{.at = 9, .counters = 1, .registers = 1};
    const FlowStep end = step(inside, flow(FcOp::EndLoop, 0xff).set(Fc::jump_any, true));
    EXPECT_TRUE(end.always());
    EXPECT_EQ(end.stayed, (FlowState{.at = 10}));
    EXPECT_EQ(end.taken, (FlowState{.at = 140, .counters = 1, .registers = 1}));
    EXPECT_EQ(step(inside, flow(FcOp::BreakLoop, 0xff)).taken, (FlowState{.at = 140}));
    EXPECT_EQ(step(inside, flow(FcOp::BreakRep, 0xff)).taken, (FlowState{.at = 140, .registers = 1}));
    EXPECT_EQ(step(inside, flow(FcOp::Continue, 0xff)).taken.counters, 1U);
}

TEST(FragmentFlow, CallsComeBack) {
    const FlowStep call = step({.at = 5}, flow(FcOp::Jump, 0xff).set(Fc::stack, 2U).set(Fc::global, true));
    EXPECT_EQ(call.taken, (FlowState{.at = 40, .returns = {6}}));
    EXPECT_EQ(step(call.taken, flow(FcOp::Jump, 0xff).set(Fc::stack, 1U)).taken, (FlowState{.at = 6}));
}

TEST(FragmentFlow, TablesTestResultPredicateAndBoolean) {
    // where the result is true and the boolean is not, whatever the predicate
    EXPECT_EQ(step({}, flow(FcOp::Jump, 0x50)).jumps, (std::array<bool, 4>{false, false, true, true}));
    EXPECT_TRUE(step({}, flow(FcOp::Jump, 0x50), 3, true).never());
    EXPECT_EQ(step({}, flow(FcOp::Jump, 0xcc)).jumps, (std::array<bool, 4>{false, true, false, true}));
}

} // namespace
} // namespace relit::isa::r500::fs
