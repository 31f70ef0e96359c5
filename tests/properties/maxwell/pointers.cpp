// Addresses that Maxwell's flow hands on.
#include "tests/support/maxwell/kernel.hpp"

#include <gtest/gtest.h>

namespace relit::test::maxwell_pointers {
namespace {

std::vector<std::uint32_t> stored(std::string_view text, std::uint32_t words) {
    return words_of(interpret(kernel_of(text, 1, words), Warps::AreSubgroups));
}

// Four words, each by an address that is one word behind the last.
TEST(MaxwellPointers, ALoopReadsABuffer) {
    const auto words = stored(
        "MOV R0, RZ ;\nAGAIN:\nSTG.E [R4], R0 ;\nIADD32I R4.CC, R4, 0x4 ;\nIADD.X R5, R5, RZ ;\n"
        "IADD32I R0, R0, 0x1 ;\nISETP.LT.AND P0, PT, R0, 0x4, PT ;\n@P0 BRA AGAIN ;\nEXIT ;\n",
        4);
    EXPECT_EQ(words, (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

// Two loops into each other's middle: what the branches hand on is one address.
TEST(MaxwellPointers, IrreducibleFlowPassesOnAnAddress) {
    const auto words = stored(
        "MOV R0, RZ ;\nISETP.EQ.AND P0, PT, R0, c[0x2][0x0], PT ;\n@P0 BRA SECOND ;\n"
        "FIRST:\nIADD32I R0, R0, 0x1 ;\nSECOND:\nIADD32I R0, R0, 0x10 ;\nSTG.E [R4], R0 ;\n"
        "ISETP.LT.AND P0, PT, R0, 0x30, PT ;\n@P0 BRA FIRST ;\nIADD32I R4.CC, R4, 0x4 ;\n"
        "ISETP.LT.AND P0, PT, R0, 0x40, PT ;\n@P0 BRA SECOND ;\nEXIT ;\n",
        2);
    EXPECT_EQ(words, (std::vector<std::uint32_t>{0x32, 0x42}));
}

// The register holds how many buffers further in its high half: c[2] is the input, c[1] and c[3] are empty.
TEST(MaxwellPointers, ARegisterChoosesAConstantBuffer) {
    auto kernel = kernel_of(
        "MOV32I R0, 0x10008 ;\nLDC.IS R1, c[0x1][R0+0x4] ;\nSTG.E [R4], R1 ;\n"
        "LDC.IS.64 R2, c[0x2][R0+0x4] ;\nSTG.E [R4+0x4], R2 ;\n"
        "LDC.IS R3, c[0x2][RZ+0x8] ;\nSTG.E [R4+0x8], R3 ;\nEXIT ;\n",
        1, 3);
    for (std::uint8_t i = 0; i < 32; ++i) kernel.input.push_back(i);
    EXPECT_EQ(words_of(interpret(kernel, Warps::AreSubgroups)),
              (std::vector<std::uint32_t>{0x0f0e0d0c, 0, 0x0b0a0908}));
}

// An unused load requires no buffer: global memory is removed, and the last resource takes its index.
TEST(MaxwellPointers, TexturesStayWhereGlobalMemoryGoes) {
    const auto module = module_of(kernel_of("LDG.E R2, [R4] ;\nTEX.LZ R0, R0, RZ, 0x0, 2D, 0x1 ;\n"
                                            "STS [RZ], R0 ;\nEXIT ;\n",
                                            1, 1),
                                  Warps::AreSubgroups);
    ASSERT_TRUE(module) << module.error().text;
    ASSERT_EQ(module->texture_uses.size(), 1U);
    ASSERT_LT(module->texture_uses[0].resource, module->resources.size());
    EXPECT_EQ(module->resources[module->texture_uses[0].resource].kind, ir::ResourceKind::Texture);
}

} // namespace
} // namespace relit::test::maxwell_pointers
