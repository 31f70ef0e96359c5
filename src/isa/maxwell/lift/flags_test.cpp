#include "isa/maxwell/lift/flags.hpp"

#include "isa/maxwell/maxwell.hpp"

#include <gtest/gtest.h>

namespace relit::isa::maxwell {
namespace {

/// Returns the flags that are live after each instruction, block by block: a digit each, blocks apart.
std::string live_flags(std::string_view text, std::uint32_t at_end = 0) {
    const auto file = assemble(text, {});
    EXPECT_TRUE(file) << file.error().text;
    const auto program = load(*file);
    EXPECT_TRUE(program);
    const auto flow = control_flow_of(*program);
    EXPECT_TRUE(flow);
    const LiveFlags live(*program, *flow, at_end);
    std::string all;
    for (BasicBlockId block = 0; block < flow->blocks.size(); ++block) {
        if (block > 0) all += ' ';
        for (std::size_t i = 0; i < flow->blocks[block].count; ++i) all += "0123456789abcdef"[live.after(block, i)];
    }
    return all;
}

// Zero 1, sign 2, carry 4, overflow 8.
TEST(MaxwellLiveFlags, AreReadBeforeAllAreWritten) {
    EXPECT_EQ(live_flags("IADD R2.CC, R4, R6 ;\nMOV R1, R2 ;\nIADD.X R3, R5, R7 ;\nEXIT ;\n"), "4400");
    EXPECT_EQ(live_flags("IADD R2.CC, R4, R6 ;\nIADD R3.CC, R5, R7 ;\nIADD.X R3, R5, R7 ;\nEXIT ;\n"), "0400");
}

TEST(MaxwellLiveFlags, OutliveWritesUnderAGuardAndOfOperationsThatLeaveSome) {
    EXPECT_EQ(live_flags("IADD R2.CC, R4, R6 ;\n@P0 IADD R3.CC, R5, R7 ;\nIADD.X R3, R5, R7 ;\nEXIT ;\n"), "f400");
    EXPECT_EQ(live_flags("IADD R2.CC, R4, R6 ;\nFADD R3.CC, R5, R7 ;\nIADD.X R3, R5, R7 ;\nEXIT ;\n"), "4400");
}

TEST(MaxwellLiveFlags, GoBackAlongEdgesAndCountAtTheEndIfAskedFor) {
    EXPECT_EQ(live_flags("loop:\nIADD.X R3, R5, R7 ;\nIADD R2.CC, R4, R6 ;\nBRA loop ;\n"), "044");
    EXPECT_EQ(live_flags("IADD R2.CC, R4, R6 ;\nEXIT ;\n"), "00");
    EXPECT_EQ(live_flags("IADD R2.CC, R4, R6 ;\nEXIT ;\n", kAllFlags), "ff");
    EXPECT_EQ(live_flags("IADD R2.CC, R4, R6 ;\n@P0 EXIT ;\nIADD.X R3, R5, R7 ;\nEXIT ;\n", 8), "cc 88");
}

} // namespace
} // namespace relit::isa::maxwell
