#include "isa/r500/vs/encoding/control_flow.hpp"

#include <gtest/gtest.h>

namespace relit::isa::r500::vs {
namespace {

/// Instructions in the order in which they run, where loops have their iterations.
std::vector<std::uint32_t> run(const FlowSlots& slots, std::uint32_t first, std::uint32_t last) {
    const auto nodes = follow(slots, first, last, [](std::uint32_t at) { return at < 100; });
    if (!nodes) return {};
    std::vector<std::uint32_t> order;
    std::array<std::uint32_t, kFlowSlots> left{};
    for (std::uint32_t i = 0; order.size() < 200;) {
        const FlowNode& node = (*nodes)[i];
        if (node.runs) order.push_back(node.at);
        if (node.then == FlowNode::Then::Ends) break;
        if (node.then == FlowNode::Then::Enters) left[node.slot] = slots[node.slot].value;
        i = node.then == FlowNode::Then::Repeats && --left[node.slot] != 0 ? node.again : node.next;
    }
    return order;
}
std::string refused(const FlowSlots& slots, std::uint32_t last) {
    const auto nodes = follow(slots, 0, last, [](std::uint32_t at) { return at < 100; });
    return nodes ? "" : nodes.error().text;
}

using Order = std::vector<std::uint32_t>;

TEST(R500VertexFlow, GoesOnByItself) { EXPECT_EQ(run({}, 1, 4), (Order{1, 2, 3, 4})); }

TEST(R500VertexFlow, JumpsAfterTheInstructionThatActs) {
    EXPECT_EQ(run({{{FlowOp::Jump, 1, 4}}}, 0, 5), (Order{0, 1, 4, 5}));
}

TEST(R500VertexFlow, LoopsNestAndCountTheirIterations) {
    const FlowSlots slots = {{{FlowOp::Loop, 0, 2, 4, 1}, {FlowOp::Loop, 1, 3, 2, 2}}};
    EXPECT_EQ(run(slots, 0, 5), (Order{0, 1, 2, 2, 2, 3, 4, 1, 2, 2, 2, 3, 4, 5}));
}

TEST(R500VertexFlow, LoopsMayEndAtOneInstruction) {
    const FlowSlots slots = {{{FlowOp::Loop, 0, 2, 3, 1}, {FlowOp::Loop, 1, 2, 3, 2}}};
    EXPECT_EQ(run(slots, 0, 4), (Order{0, 1, 2, 3, 2, 3, 1, 2, 3, 2, 3, 4}));
}

TEST(R500VertexFlow, CallsComeBack) {
    const FlowSlots slots = {{{FlowOp::Call, 0, 8, 9, 1}, {FlowOp::Call, 2, 8, 9, 3}}};
    EXPECT_EQ(run(slots, 0, 4), (Order{0, 8, 9, 1, 2, 8, 9, 3, 4}));
}

TEST(R500VertexFlow, TheLowestSlotActs) {
    EXPECT_EQ(run({{{FlowOp::None, 0, 9}, {FlowOp::Jump, 0, 3}, {FlowOp::Jump, 0, 2}}}, 0, 4), (Order{0, 3, 4}));
}

TEST(R500VertexFlow, WhatHasNoEndIsRefused) {
    EXPECT_EQ(refused({{{FlowOp::Jump, 3, 0}}}, 5), "the program never ends: no way leads to its last instruction");
    EXPECT_EQ(refused({{{FlowOp::Call, 1, 0, 50, 2}}}, 5),
              "loops and calls nest deeper than 16: flow-control slot 0 is entered from within itself");
    EXPECT_EQ(refused({{{FlowOp::Jump, 1, 99}}}, 5), "instruction 100 is reached and was not loaded");
}

TEST(R500VertexFlow, RegistersSayTheSlots) {
    FlowRegisters registers;
    registers.opc = 2U << 6; // slot 3: a loop
    registers.lw[3] = 7 | 255U << 16;
    registers.uw[3] = 12 | 8U << 16;
    registers.loop_index[3] = 5 | 0xffU << 8 | 1U << 31;
    const FlowSlot slot = flow_slots(registers)[3];
    EXPECT_EQ(describe(slot, 3), "slot 3: a loop of 255 iterations from 8 to 12 after 7");
    EXPECT_EQ(slot.first_index, 5U);
    EXPECT_EQ(slot.step, -1);
    EXPECT_TRUE(slot.keeps_index);
    EXPECT_EQ(flow_slots(registers)[2].op, FlowOp::None);
}

TEST(R500VertexFlow, SlotsInTheFormOfR300CountWhereThereIsNoOther) {
    FlowRegisters registers;
    registers.opc = 2U << 2;                               // slot 1: a loop
    registers.r300[1] = 3 | 7U << 8 | 9U << 16 | 4U << 24; // after 3, of 7 iterations, to 9, from 4
    EXPECT_EQ(describe(flow_slots(registers)[1], 1), "slot 1: a loop of 7 iterations from 4 to 9 after 3");
    registers.uw[1] = 12;
    EXPECT_EQ(describe(flow_slots(registers)[1], 1), "slot 1: a loop of 0 iterations from 0 to 12 after 0");
}

TEST(R500VertexFlow, TheInnermostLoopThatDoesNotKeepItCountsTheRegister) {
    FlowSlots slots = {{{FlowOp::Loop, 0, 2, 4, 1}, {FlowOp::Loop, 1, 3, 2, 2}, {FlowOp::Call, 9, 0, 0, 0}}};
    EXPECT_EQ((FlowNode{.inside = {0, 1, 2}}.index_slot(slots)), 1U);
    slots[1].keeps_index = true;
    EXPECT_EQ((FlowNode{.inside = {0, 1, 2}}.index_slot(slots)), 0U);
    EXPECT_EQ((FlowNode{.inside = {2}}.index_slot(slots)), kFlowSlots);
}

} // namespace
} // namespace relit::isa::r500::vs
