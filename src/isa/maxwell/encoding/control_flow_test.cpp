#include "isa/maxwell/encoding/control_flow.hpp"
#include "isa/maxwell/maxwell.hpp"

#include <gtest/gtest.h>

namespace relit::isa::maxwell {
namespace {

Result<ControlFlow> flow_of_text(std::string_view text, const KnownWords& known = {}) {
    const auto file = assemble(text, {});
    EXPECT_TRUE(file) << file.error().text;
    const auto program = load(*file);
    EXPECT_TRUE(program) << program.error().text;
    return control_flow_of(*program, known);
}

TEST(MaxwellFlow, AStraightProgramIsOneRun) {
    const auto flow = flow_of_text("MOV R0, RZ ;\nEXIT ;\n");
    ASSERT_TRUE(flow);
    EXPECT_EQ(flow->blocks.size(), 1U);
    EXPECT_EQ(flow->blocks[0].branch, kLeaves);
    EXPECT_TRUE(flow->warnings.empty());
}

// Both paths converge where SSY says.
TEST(MaxwellFlow, SyncGoesToTheTargetOfTheLastSsy) {
    const auto flow =
        flow_of_text("SSY END ;\n@P0 BRA ELSE ;\nMOV R0, RZ ;\nSYNC ;\nELSE:\nMOV R1, RZ ;\nSYNC ;\nEND:\nEXIT ;\n");
    ASSERT_TRUE(flow) << flow.error().text;
    ASSERT_EQ(flow->blocks.size(), 4U);
    std::vector<BasicBlockId> ends;
    for (const maxwell::BasicBlock& block : flow->blocks)
        if (block.next == kLeaves && block.branch != kLeaves) ends.push_back(block.branch);
    ASSERT_EQ(ends.size(), 2U);
    EXPECT_EQ(ends[0], ends[1]);
    EXPECT_EQ(flow->blocks[ends[0]].branch, kLeaves);
}

// BRK drops what SSY pushed inside.
TEST(MaxwellFlow, BrkDropsEntriesOfOtherKinds) {
    const auto flow = flow_of_text("PBK END ;\nSSY JOIN ;\nBRK ;\nJOIN:\nMOV R0, RZ ;\nEND:\nEXIT ;\n");
    ASSERT_TRUE(flow) << flow.error().text;
    ASSERT_EQ(flow->blocks.size(), 2U);
    EXPECT_EQ(flow->blocks[0].branch, 1U);
    EXPECT_TRUE(flow->warnings.empty());
}

// A routine has a copy for each call.
TEST(MaxwellFlow, CallsAreWrittenOut) {
    const auto flow = flow_of_text("CAL SUB ;\nCAL SUB ;\nEXIT ;\nSUB:\nMOV R0, RZ ;\nRET ;\n");
    ASSERT_TRUE(flow) << flow.error().text;
    EXPECT_EQ(flow->blocks.size(), 5U);
}

// Then the program keeps the stack, and each instruction appears once.
TEST(MaxwellFlow, RecursionHasNoBound) {
    const auto flow = flow_of_text("CAL SUB ;\nEXIT ;\nSUB:\n@P0 BRA OUT ;\nCAL SUB ;\nOUT:\nRET ;\n");
    ASSERT_TRUE(flow) << flow.error().text;
    EXPECT_TRUE(flow->keeps_stack);
    EXPECT_EQ(flow->blocks.size(), 5U);
    const auto loop = flow_of_text("AGAIN:\nSSY AGAIN ;\nBRA AGAIN ;\n");
    ASSERT_TRUE(loop) << loop.error().text;
    EXPECT_TRUE(loop->keeps_stack);
}

std::vector<std::uint32_t> arms_of(const ControlFlow& flow) {
    std::vector<std::uint32_t> arms;
    for (const maxwell::BasicBlock& block : flow.blocks)
        for (const maxwell::BasicBlock::Arm& arm : block.arms) arms.push_back(arm.address);
    return arms;
}

/// c[1] holds offsets after a branch that is the second instruction: the schedule of the next three, the second of
/// them, and what is no instruction's offset.
std::vector<std::uint32_t> told_table(std::uint32_t slot) {
    return slot == 1 ? std::vector<std::uint32_t>{0x10, 0x8, 0x8, 0x123456, 0x20} : std::vector<std::uint32_t>{};
}

TEST(MaxwellFlow, ABranchFollowsItsJumpTable) {
    const std::string rest = "MOV R1, RZ ;\nEXIT ;\nMOV R2, RZ ;\nMOV R3, RZ ;\nEXIT ;\nMOV R4, RZ ;\nEXIT ;\n";
    const std::string load = "LDC R0, c[0x1][R5+0x4] ;\n", jump = "BRX R0, 0x0 ;\n";
    const auto flow = flow_of_text(load + jump + rest, told_table);
    ASSERT_TRUE(flow) << flow.error().text;
    EXPECT_EQ(arms_of(*flow), (std::vector<std::uint32_t>{0x20, 0x28, 0x38}));
    const auto one = flow_of_text("LDC R0, c[0x1][0x4] ;\n" + jump + rest, told_table);
    ASSERT_TRUE(one) << one.error().text;
    EXPECT_EQ(arms_of(*one), (std::vector<std::uint32_t>{0x20}));
}

// Each word of the code, those that schedule three others among them.
TEST(MaxwellFlow, ABranchWhoseTableIsNotKnownGoesAnywhere) {
    const std::string rest = "MOV R1, RZ ;\nEXIT ;\n", jump = "BRX R0, 0x0 ;\n";
    const std::string load = "LDC R0, c[0x1][R5] ;\n";
    const std::string texts[] = {
        jump + rest,                                 // no load
        "LDC R0, c[0x2][R5] ;\n" + jump + rest,      // of an unknown buffer
        "LDC.U16 R0, c[0x1][R5] ;\n" + jump + rest,  // of less than a word
        "@P0 LDC R0, c[0x1][R5] ;\n" + jump + rest,  // perhaps
        load + "IADD R0, R0, 0x8 ;\n" + jump + rest, // changed
        load + "LDC.64 R2, c[0x1][R5] ;\nTEX R254, R2, 0x8, 2D, 0xf ;\n" + jump + "LDC R0, c[0x2][R5] ;\n" + jump,
        "@P0 BRA IN ;\n" + load + "IN:\n" + jump + rest, // led to from elsewhere
    };
    for (const std::string& text : texts) {
        const auto flow = flow_of_text(text, told_table);
        ASSERT_TRUE(flow) << flow.error().text;
        const std::vector<std::uint32_t> arms = arms_of(*flow);
        EXPECT_GE(arms.size(), 4U) << text;
        EXPECT_EQ(arms[0], 0U) << text;
        EXPECT_EQ(arms[1], 8U) << text;
    }
}

TEST(MaxwellFlow, AnEmptyStackEndsTheThreadAndIsReported) {
    const auto flow = flow_of_text("SYNC ;\n");
    ASSERT_TRUE(flow) << flow.error().text;
    EXPECT_EQ(flow->blocks[0].branch, kLeaves);
    ASSERT_EQ(flow->warnings.size(), 1U);
    EXPECT_NE(flow->warnings[0].find("0x0008"), std::string::npos) << flow->warnings[0];
}

TEST(MaxwellFlow, ABranchOutOfTheCodeEndsTheThreadAndIsReported) {
    const auto flow = flow_of_text("MOV R0, RZ ;\nBRA 0x100000 ;\n");
    ASSERT_TRUE(flow) << flow.error().text;
    ASSERT_EQ(flow->warnings.size(), 1U);
    EXPECT_NE(flow->warnings[0].find("outside the code"), std::string::npos) << flow->warnings[0];
}

} // namespace
} // namespace relit::isa::maxwell
