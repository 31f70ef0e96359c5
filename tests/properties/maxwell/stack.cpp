// Maxwell programs whose divergence stack has no bound that can be known: they keep it themselves.
#include "isa/maxwell/lift/stack.hpp"
#include "tests/support/maxwell/kernel.hpp"

#include <gtest/gtest.h>

namespace relit::test::maxwell_stack {
namespace {

std::vector<std::uint32_t> stored(std::string_view text) {
    return words_of(interpret(kernel_of(text, 1, 1), Warps::AreSubgroups));
}

// Five calls deep; each adds what the innermost left.
TEST(MaxwellStack, RecursionComesBack) {
    const auto words = stored(
        "MOV R1, RZ ;\nMOV R2, RZ ;\nCAL SUB ;\nSTG.E [R4], R2 ;\nEXIT ;\n"
        "SUB:\nIADD R1, R1, 0x1 ;\nISETP.LT.AND P0, PT, R1, 0x5, PT ;\n@!P0 BRA OUT ;\nCAL SUB ;\n"
        "OUT:\nIADD R2, R2, R1 ;\nRET ;\n");
    EXPECT_EQ(words, std::vector<std::uint32_t>{25});
}

// Each round leaves an entry; BRK drops them all, and SYNC behind it finds the one from before the loop.
TEST(MaxwellStack, PopsDropWhatOthersLeft) {
    const auto words = stored(
        "MOV R1, RZ ;\nSSY JOIN ;\nPBK END ;\n"
        "AGAIN:\nSSY AGAIN ;\nIADD R1, R1, 0x1 ;\nISETP.LT.AND P0, PT, R1, 0xa, PT ;\n@P0 BRA AGAIN ;\n"
        "BRK ;\nEND:\nIADD R1, R1, 0x100 ;\nSYNC ;\n"
        "IADD R1, R1, 0x1000 ;\nJOIN:\nSTG.E [R4], R1 ;\nEXIT ;\n");
    EXPECT_EQ(words, std::vector<std::uint32_t>{0x10a});
}

TEST(MaxwellStack, AThreadThatPushesForEverEnds) {
    const auto words = stored("MOV R1, 0x7 ;\nSTG.E [R4], R1 ;\nAGAIN:\nSSY AGAIN ;\nBRA AGAIN ;\n");
    EXPECT_EQ(words, std::vector<std::uint32_t>{7});
}

// The thread counts the entries that it could push: one for each entry of the stack, no more.
TEST(MaxwellStack, HasItsDeclaredNumberOfEntries) {
    const auto words = stored(
        "MOV R1, RZ ;\nAGAIN:\nSSY AGAIN ;\nIADD R1, R1, 0x1 ;\nSTG.E [R4], R1 ;\n"
        "ISETP.LT.AND P0, PT, R1, 0x400, PT ;\n@P0 BRA AGAIN ;\nEXIT ;\n");
    EXPECT_EQ(words, std::vector<std::uint32_t>{isa::maxwell::kStackDepth});
}

// Three calls; the branch of each leaves out the first of three sums: it is 16 bytes behind the branch.
TEST(MaxwellStack, ComputedBranchesGoToTheirAddress) {
    const auto words = stored(
        "MOV R1, RZ ;\nMOV R6, 0x10 ;\nCAL SUB ;\nSTG.E [R4], R1 ;\nEXIT ;\n"
        "SUB:\nIADD R1, R1, 0x1 ;\nISETP.LT.AND P0, PT, R1, 0x3, PT ;\n@!P0 BRA OUT ;\nCAL SUB ;\n"
        "OUT:\nBRX R6, 0x0 ;\nIADD R1, R1, 0x100 ;\nIADD R1, R1, 0x200 ;\n"
        "IADD R1, R1, 0x400 ;\nRET ;\n");
    EXPECT_EQ(words, std::vector<std::uint32_t>{0x1203});
}

} // namespace
} // namespace relit::test::maxwell_stack
