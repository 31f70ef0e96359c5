#include "isa/maxwell/flow.hpp"
#include "isa/maxwell/maxwell.hpp"

#include <gtest/gtest.h>

namespace relit::isa::maxwell {
namespace {

Result<Flow> flow_of_text(std::string_view text) {
    const auto file = assemble(text, {});
    EXPECT_TRUE(file) << file.error().text;
    const auto program = load(*file);
    EXPECT_TRUE(program) << program.error().text;
    return flow_of(*program);
}

TEST(MaxwellFlow, AStraightProgramIsOneRun) {
    const auto flow = flow_of_text("MOV R0, RZ ;\nEXIT ;\n");
    ASSERT_TRUE(flow);
    EXPECT_EQ(flow->runs.size(), 1U);
    EXPECT_EQ(flow->runs[0].turn, kLeaves);
    EXPECT_TRUE(flow->warnings.empty());
}

// Both ways meet where SSY said.
TEST(MaxwellFlow, SyncGoesWhereTheLastSsySaid) {
    const auto flow =
        flow_of_text("SSY END ;\n@P0 BRA ELSE ;\nMOV R0, RZ ;\nSYNC ;\nELSE:\nMOV R1, RZ ;\nSYNC ;\nEND:\nEXIT ;\n");
    ASSERT_TRUE(flow) << flow.error().text;
    ASSERT_EQ(flow->runs.size(), 4U);
    std::vector<RunId> ends;
    for (const maxwell::Run& run : flow->runs)
        if (run.next == kLeaves && run.turn != kLeaves) ends.push_back(run.turn);
    ASSERT_EQ(ends.size(), 2U);
    EXPECT_EQ(ends[0], ends[1]);
    EXPECT_EQ(flow->runs[ends[0]].turn, kLeaves);
}

// BRK drops what SSY pushed inside.
TEST(MaxwellFlow, BrkDropsEntriesOfOtherKinds) {
    const auto flow = flow_of_text("PBK END ;\nSSY JOIN ;\nBRK ;\nJOIN:\nMOV R0, RZ ;\nEND:\nEXIT ;\n");
    ASSERT_TRUE(flow) << flow.error().text;
    ASSERT_EQ(flow->runs.size(), 2U);
    EXPECT_EQ(flow->runs[0].turn, 1U);
    EXPECT_TRUE(flow->warnings.empty());
}

// A routine stands once for each call.
TEST(MaxwellFlow, CallsAreWrittenOut) {
    const auto flow = flow_of_text("CAL SUB ;\nCAL SUB ;\nEXIT ;\nSUB:\nMOV R0, RZ ;\nRET ;\n");
    ASSERT_TRUE(flow) << flow.error().text;
    EXPECT_EQ(flow->runs.size(), 5U);
}

// Then the program keeps the stack, and each instruction stands once.
TEST(MaxwellFlow, RecursionHasNoBound) {
    const auto flow = flow_of_text("CAL SUB ;\nEXIT ;\nSUB:\n@P0 BRA OUT ;\nCAL SUB ;\nOUT:\nRET ;\n");
    ASSERT_TRUE(flow) << flow.error().text;
    EXPECT_TRUE(flow->keeps_stack);
    EXPECT_EQ(flow->runs.size(), 5U);
    const auto loop = flow_of_text("AGAIN:\nSSY AGAIN ;\nBRA AGAIN ;\n");
    ASSERT_TRUE(loop) << loop.error().text;
    EXPECT_TRUE(loop->keeps_stack);
}

TEST(MaxwellFlow, AnEmptyStackEndsTheThreadAndIsTold) {
    const auto flow = flow_of_text("SYNC ;\n");
    ASSERT_TRUE(flow) << flow.error().text;
    EXPECT_EQ(flow->runs[0].turn, kLeaves);
    ASSERT_EQ(flow->warnings.size(), 1U);
    EXPECT_NE(flow->warnings[0].find("0x0008"), std::string::npos) << flow->warnings[0];
}

TEST(MaxwellFlow, ABranchOutOfTheCodeEndsTheThreadAndIsTold) {
    const auto flow = flow_of_text("MOV R0, RZ ;\nBRA 0x100000 ;\n");
    ASSERT_TRUE(flow) << flow.error().text;
    ASSERT_EQ(flow->warnings.size(), 1U);
    EXPECT_NE(flow->warnings[0].find("outside the code"), std::string::npos) << flow->warnings[0];
}

} // namespace
} // namespace relit::isa::maxwell
