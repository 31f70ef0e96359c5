// A Maxwell program means the same whether its lift keeps in mind what registers hold or stores and loads them each time.
#include "tests/support/maxwell/kernel.hpp"
#include "tests/support/maxwell/programs.hpp"

#include <gtest/gtest.h>

namespace relit::test::maxwell_local_values {
namespace {

constexpr ir::ContextReader::Wanted kEachTime{.readable = true, .named = true},
    kNothing{.readable = false, .named = false};

TEST(MaxwellLocalValues, RandomKernelsStoreTheSameHoweverTheyAreLifted) {
    constexpr std::uint64_t kSeeds = 150;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        const auto kernel = random_kernel(seed);
        ASSERT_TRUE(kernel.has_value());
        const auto wanted = interpret(*kernel, Warps::ShareMemory, kEachTime);
        ASSERT_TRUE(wanted.has_value()) << wanted.error().text;
        EXPECT_EQ(words_of(interpret(*kernel, Warps::ShareMemory)), words_of(wanted)) << random_kernel_text(seed);
        EXPECT_EQ(words_of(interpret(*kernel, Warps::ShareMemory, kNothing)), words_of(wanted))
            << random_kernel_text(seed);
    }
}

// What four threads store, of which the last two have P0.
std::vector<std::uint32_t> stored(std::string_view text, ir::ContextReader::Wanted wanted) {
    const std::string begin =
        "S2R R0, SR_TID.X ;\nSHL R3, R0, 0x2 ;\nIADD R4.CC, R4, R3 ;\nIADD.X R5, R5, RZ ;\n"
        "ISETP.LT.U32.AND P0, PT, R0, 0x2, PT ;\nPSETP.AND.AND P0, PT, !P0, PT, PT ;\n";
    const std::string end = "STG.E [R4], R1 ;\nEXIT ;\n";
    return words_of(interpret(kernel_of(begin + std::string(text) + end, 4, 4), Warps::ShareMemory, wanted));
}

struct Case {
    std::string_view what, text;
    std::vector<std::uint32_t> words;
};

// A change of memory under a guard changes a register whose value is known; pairs of registers are changed by half; flags cross a branch, are
// left under a guard and outlive instructions that leave none.
TEST(MaxwellLocalValues, WhatGuardsAndHalvesChangeIsNotTakenForWhatWas) {
    const Case kCases[] = {
        {"under a guard",
         "MOV32I R1, 0x7 ;\nIADD R6, R0, 0x10 ;\nSTS [R3], R6 ;\n@P0 ATOMS.ADD R1, [R3], RZ ;\n",
         {7, 7, 18, 19}},
        {"under the other guard, twice",
         "MOV32I R1, 0x7 ;\nSTS [R3], R0 ;\n@!P0 ATOMS.ADD R1, [R3], RZ ;\n@P0 IADD R1, R1, 0x1 ;\n",
         {0, 1, 8, 8}},
        {"the low half of a pair",
         "I2F.F64.U32 R6, R0 ;\nDADD R6, R6, 1 ;\nMOV R6, RZ ;\nDADD R6, R6, R6 ;\nF2I.U32.F64 R1, R6 ;\n",
         {2, 4, 6, 8}},
        {"the high half of a pair",
         "I2F.F64.U32 R6, R0 ;\nDADD R8, R6, R6 ;\nMOV R7, R9 ;\nF2I.U32.F64 R1, R6 ;\n",
         {0, 2, 4, 6}},
        {"a pair under the guard of one of its halves",
         "MOV32I R6, 0x5 ;\nMOV32I R7, 0x7 ;\n@P0 MOV R7, R0 ;\n@P0 I2F.F64.U32 R6, R0 ;\nMOV R1, R7 ;\n",
         {7, 7, 0x40000000, 0x40080000}},
        {"a carry over a branch",
         "IADD RZ.CC, R0, -0x2 ;\n@P0 BRA there ;\nNOP ;\nthere:\nIADD.X R1, RZ, RZ ;\n",
         {0, 0, 1, 1}},
        {"a carry under a guard",
         "IADD RZ.CC, R0, -0x1 ;\n@P0 IADD RZ.CC, RZ, RZ ;\nIADD.X R1, RZ, RZ ;\n",
         {0, 1, 0, 0}},
        {"a carry past others", "IADD R1.CC, R0, -0x1 ;\nIADD R6, R0, R0 ;\nIADD.X R1, R6, RZ ;\n", {0, 3, 5, 7}},
    };
    for (const Case& one : kCases)
        for (const auto wanted : {ir::ContextReader::Wanted{}, kEachTime, kNothing})
            EXPECT_EQ(stored(one.text, wanted), one.words) << one.what;
}

} // namespace
} // namespace relit::test::maxwell_local_values
