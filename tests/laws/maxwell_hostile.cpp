// Maxwell programs that are made to take for ever: each is translated or refused within bounds.
#include "isa/maxwell/maxwell.hpp"
#include "translate/translate.hpp"

#include <gtest/gtest.h>

namespace relit {
namespace {

Result<translate::Translation> translated(const std::string& text) {
    const auto file = isa::maxwell::assemble(text, {});
    EXPECT_TRUE(file) << file.error().text;
    const ir::Context facts{{{"maxwell.convention", 2}}};
    return translate::translate(isa::maxwell::kGuest, *file, facts, {});
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

} // namespace
} // namespace relit
