// Maxwell programs that are made to take for ever: each is translated or refused within bounds.
#include "isa/maxwell/maxwell.hpp"
#include "translate/translate.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace relit::maxwell_hostile {
namespace {

Result<translate::Translation> translated(const std::string& text) {
    const auto file = isa::maxwell::assemble(text, {});
    EXPECT_TRUE(file) << file.error().text;
    const ir::Context context{{{"maxwell.convention", 2}}};
    return translate::translate(isa::maxwell::kFrontend, *file, context, {});
}

std::string repeated(std::string_view line, std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += line;
    return text;
}

// Looking at each term of such an address would never end.
TEST(MaxwellHostile, AnAddressThatDoublesItself) {
    const std::string text =
        "S2R R0, SR_TID.X ;\nMOV R1, RZ ;\n" + repeated("IADD R0, R0, R0 ;\n", 100) + "STG.E [R0], R2 ;\nEXIT ;\n";
    const auto made = translated(text);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().kind, FaultKind::NotSupported);
}

TEST(MaxwellHostile, AnAddressOfManyTerms) {
    const std::string text =
        "MOV R1, RZ ;\n" + repeated("IADD R0, R0, c[0x2][0x10] ;\n", 100000) + "STG.E [R0], R2 ;\nEXIT ;\n";
    EXPECT_FALSE(translated(text));
}

// Each could go to every instruction: they share the way there.
TEST(MaxwellHostile, ManyComputedBranches) {
    const auto made = translated(repeated("@P0 BRX R0, 0x0 ;\n", 20000) + "EXIT ;\n");
    EXPECT_TRUE(made) << made.error().text;
}

// Every call would write the routine out once more: the program keeps the stack instead.
TEST(MaxwellHostile, ManyCallsOfALongRoutine) {
    const auto made =
        translated(repeated("CAL SUB ;\n", 3000) + "EXIT ;\nSUB:\n" + repeated("NOP ;\n", 3000) + "RET ;\n");
    EXPECT_TRUE(made) << made.error().text;
}

// ---- handles of textures

std::string sampled_through_r0(const std::string& text) {
    return text +
           "TEX.B.LZ R4, R2, R0, 2D, 0xf ;\nMOV R8, c[0x0][0x140] ;\nMOV R9, c[0x0][0x144] ;\nSTG.E [R8], R4 ;\nEXIT ;\n";
}

// Each line doubles what the handle may come from.
TEST(MaxwellHostile, AHandleThatDoublesItself) {
    const std::string text = "MOV R0, c[0x0][0xa0] ;\nMOV R1, c[0x0][0xa4] ;\n" +
                             repeated("@P0 MOV R0, R1 ;\nLOP.OR R0, R0, R1 ;\n@P1 MOV R1, R0 ;\n", 1000);
    const auto made = translated(sampled_through_r0(text));
    EXPECT_TRUE(made || made.error().kind == FaultKind::NotSupported);
}

TEST(MaxwellHostile, AHandleFromNowhere) {
    const auto made = translated(sampled_through_r0("S2R R0, SR_TID.X ;\n"));
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().kind, FaultKind::NotSupported);
}

// Each access is written out for every texture that the index may mean.
TEST(MaxwellHostile, ManyAccessesAtAnIndex) {
    const std::string text = "S2R R1, SR_TID.X ;\nLOP.AND R1, R1, 0x1fc ;\nLDC R0, c[0x0][R1+0xa0] ;\n" +
                             repeated("TEX.B.LZ R2, R2, R0, 2D, 0x3 ;\n", 20000);
    const auto made = translated(sampled_through_r0(text));
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().kind, FaultKind::NotSupported);
}

TEST(MaxwellHostile, ManyTextures) {
    std::string text;
    for (unsigned i = 0; i < 8000; ++i) text += fmt::format("TEX.LZ R2, R2, RZ, 0x{:x}, 2D, 0x3 ;\n", i);
    const auto made = translated(sampled_through_r0(text + "MOV R0, c[0x0][0xa0] ;\n"));
    EXPECT_TRUE(made) << made.error().text;
}

} // namespace
} // namespace relit::maxwell_hostile
