#include "isa/r500/vs/text/lint.hpp"

#include "isa/r500/vs/text/assemble.hpp"

#include <gtest/gtest.h>

namespace relit::isa::r500::vs {
namespace {

/// "line: rule" of all findings but those of programs that are not whole.
std::string found(std::string_view text) {
    const auto findings = lint_text(text, {});
    if (!findings) return findings.error().text;
    std::string all;
    for (const Finding& finding : *findings)
        if (finding.rule != "no-position" && finding.rule != "unwritten-temporary")
            all += std::to_string(finding.line) + ": " + std::string(finding.rule) + "\n";
    return all;
}

TEST(R500VertexLint, FindsWhatTheHardwareReadsWrong) {
    EXPECT_EQ(found("\nUNCHECKED temp[0].x = VE_MAD temp[1].xxxx temp[2].xxxx temp[3].xxxx ;\n"
                    "temp[0].x = VE_MAD temp[1].xxxx temp[2].xxxx temp[3].xxxx ;\n"
                    "  UNCHECKED temp[0].x = VE_ADD const[1].xxxx const[2].xxxx ;\n"
                    "temp[0].x = MACRO_OP_2CLK_MADD temp[1].xxxx const[a0.x+2].xxxx temp[3].xxxx ;\n"),
              "2: macro\n4: ports\n5: relative\n");
}

TEST(R500VertexLint, AnglesComeFromFractions) {
    EXPECT_EQ(found("temp[0].y = VE_FRC temp[0].xyzw ;\n"
                    "temp[0].y = VE_MAD temp[0].xyzw const[0].xxxx const[0].yyyy ;\n"
                    "temp[1].x = ME_SIN temp[0].___y ;\n" // in order
                    "temp[1].x = ME_SIN temp[0].___x ;\n" // another component
                    "temp[1].y = VE_ADD temp[1].xyzw temp[0].xyzw , alt_temp[0].x = ME_COS temp[0].y_ ;\n" // in order
                    "temp[0].y = VE_ADD temp[0].xyzw temp[0].0000 ;\n"
                    "temp[1].x = ME_COS temp[0].___y ;\n"
                    "temp[1].x = ME_COS input[0].___1 ;\n"), // a number
              "4: angle\n7: angle\n");
}

TEST(R500VertexLint, ConstantsThatAreLoadedAreRead) {
    constexpr std::string_view kConstants =
        ".reg VAP_PVS_CONST_CNTL = {PVS_CONST_BASE_OFFSET=1}\n"
        ".const 1 = 0, 0, 0, 0\n.const 2 = 0, 0, 0, 0\n.code 0\n";
    EXPECT_EQ(found(std::string(kConstants) + "out[0].xyzw = VE_ADD const[0].xyzw const[0].0000 ;"), "0: unused\n");
    EXPECT_EQ(found(std::string(kConstants) + "out[0].xyzw = VE_ADD const[a0.x+0].xyzw const[a0.x+0].0000 ;"), "");
}

TEST(R500VertexLint, FixSetsMacroBitsAndNothingElse) {
    const auto wrong = assemble_with_locations(
        "UNCHECKED PRED temp[0].x = VE_MULTIPLYX2_ADD.sat temp[1].xxxx temp[2].xxxx temp[3].xxxx ;"
        "UNCHECKED temp[0].x = VE_ADD const[1].xxxx const[2].xxxx ;",
        {});
    const auto right = assemble_with_locations(
        "PRED temp[0].x = VE_MULTIPLYX2_ADD.sat temp[1].xxxx temp[2].xxxx temp[3].xxxx ;"
        "UNCHECKED temp[0].x = VE_ADD const[1].xxxx const[2].xxxx ;",
        {});
    ASSERT_TRUE(wrong && right);
    EXPECT_NE(wrong->bytes, right->bytes);
    EXPECT_EQ(fix(wrong->bytes), right->bytes);
}

TEST(R500VertexLint, FixOfTextTakesTagsAwayThatHideAMacro) {
    EXPECT_EQ(fix_text("-- a\nunchecked temp[0].x = VE_MAD temp[1].xxxx temp[2].xxxx temp[3].xxxx ; -- b\n"
                       "UNCHECKED temp[0].x = VE_ADD const[1].xxxx const[2].xxxx ;\n",
                       {}),
              "-- a\ntemp[0].x = VE_MAD temp[1].xxxx temp[2].xxxx temp[3].xxxx ; -- b\n"
              "UNCHECKED temp[0].x = VE_ADD const[1].xxxx const[2].xxxx ;\n");
}

} // namespace
} // namespace relit::isa::r500::vs
