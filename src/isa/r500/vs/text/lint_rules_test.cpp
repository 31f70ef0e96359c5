// A program that breaks each rule, and one that narrowly does not.
#include "isa/r500/vs/text/lint.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace relit::isa::r500::vs {
namespace {

struct RuleCase {
    std::string_view rule, broken, kept;
};

#define POSITION "out[0].xyzw = VE_ADD input[0].xyzw input[0].0000 ;\n"
#define LOOP_OF(iterations)                                                                                      \
    ".reg VAP_PVS_FLOW_CNTL_OPC = {PVS_FC_OPC_0=LOOP}\n.reg VAP_PVS_FLOW_CNTL_ADDRS_LW_0 = {PVS_FC_ACT_ADRS=0, " \
    "PVS_FC_LOOP_CNT_JMP_INST=" iterations                                                                       \
    "}, {PVS_FC_LAST_INST=1, PVS_FC_RTN_INST=1}\n.code 0\n" POSITION POSITION POSITION
#define CONTROLLERS(count) ".reg VAP_CNTL = {PVS_NUM_SLOTS=10, PVS_NUM_CNTLRS=" count "}\n.code 0\n"
#define TEMP_31 "temp[31].xyzw = VE_ADD input[0].xyzw input[0].0000 ;\n"
#define FORMATS ".reg VAP_OUT_VTX_FMT_0 = {VTX_POS_PRESENT=1}\n.reg VAP_OUT_VTX_FMT_1 = {TEX_0_COMP_CNT=4}\n.code 0\n"

constexpr RuleCase kRuleCases[] = {
    {"ports", "UNCHECKED out[0].xyzw = VE_ADD input[0].xyzw input[1].xyzw ;",
     "out[0].xyzw = VE_ADD input[0].xyzw input[0].yyyy ;"},
    {"macro", "UNCHECKED out[0].xyzw = VE_MAD temp[0].xyzw temp[1].xyzw temp[2].xyzw ;",
     "UNCHECKED out[0].xyzw = VE_MAD temp[0].xyzw temp[1].xyzw temp[1].yyyy ;"},
    {"relative", "out[0].xyzw = MACRO_OP_2CLK_MADD temp[0].xyzw const[a0.x+0].xyzw temp[2].xyzw ;",
     "out[0].xyzw = VE_MAD temp[0].xyzw const[a0.x+0].xyzw temp[0].xyzw ;"},
    {"angle", "out[0].xyzw = ME_SIN input[0].___x ;",
     "temp[0].x = VE_FRC input[0].xxxx ; temp[0].x = VE_MAD temp[0].xxxx const[0].xxxx const[0].yyyy ;"
     "out[0].xyzw = ME_SIN temp[0].___x ;"},
    {"loop-turns", LOOP_OF("129"), LOOP_OF("128")},
    {"vap-cntl", CONTROLLERS("5") TEMP_31 POSITION, CONTROLLERS("4") TEMP_31 POSITION},
    {"no-position", "out[1].xyzw = VE_ADD input[0].xyzw input[0].0000 ;", POSITION},
    {"unwritten-temporary",
     "temp[0].x = VE_ADD input[0].xxxx input[0].0000 ; out[0].xyzw = VE_ADD temp[0].xxxy temp[0].0000 ;",
     "temp[0].x = VE_ADD input[0].xxxx input[0].0000 ; out[0].xyzw = VE_ADD temp[0].xxx1 temp[0].0000 ;"},
    {"output-format", FORMATS POSITION, FORMATS POSITION "out[1].x = VE_ADD input[0].xxxx input[0].0000 ;\n"},
    {"unused", ".const 0 = 0, 0, 0, 0\n.code 0\n" POSITION,
     ".const 0 = 0, 0, 0, 0\n.code 0\nout[0].xyzw = VE_ADD const[0].xyzw const[0].0000 ;"},
};

#undef POSITION
#undef LOOP_OF
#undef CONTROLLERS
#undef TEMP_31
#undef FORMATS

/// The names of all findings, each with its line: "2 macro".
std::string found_in(std::string_view text) {
    const auto findings = lint_text(text, {});
    if (!findings) return "not assembled: " + findings.error().text;
    std::string names;
    for (const Finding& finding : *findings)
        names += std::to_string(finding.line) + " " + std::string(finding.rule) + ", ";
    return names;
}
bool names_rule(std::string_view text, std::string_view rule) {
    return found_in(text).find(" " + std::string(rule) + ", ") != std::string::npos;
}

TEST(R500VertexLintRules, EachIsBrokenByOneProgramAndKeptByANeighbour) {
    for (const RuleCase& one : kRuleCases) {
        EXPECT_TRUE(names_rule(one.broken, one.rule)) << one.rule << ": " << found_in(one.broken);
        EXPECT_FALSE(names_rule(one.kept, one.rule)) << one.rule << ": " << found_in(one.kept);
        EXPECT_EQ(found_in(one.kept).find("not assembled"), std::string::npos)
            << one.rule << ": " << found_in(one.kept);
    }
}

TEST(R500VertexLintRules, EachHasACase) {
    for (const codec::LintRule& rule : kLintRules)
        EXPECT_TRUE(std::ranges::any_of(kRuleCases, [&](const RuleCase& one) { return one.rule == rule.name; }))
            << rule.name;
}

TEST(R500VertexLintRules, WhatDualMathReadsAndWritesCounts) {
    EXPECT_EQ(found_in("temp[0].x = VE_ADD input[0].xxxx input[0].0000 , alt_temp[1].y = ME_RCP temp[2].x_ ;\n"
                       "out[0].xyzw = VE_ADD alt_temp[1].yyyy temp[0].xxxx ;\n"),
              "1 unwritten-temporary, ");
}

TEST(R500VertexLintRules, OnlyWhatRunsWritesThePosition) {
    constexpr std::string_view kText =
        ".code 0\nout[1].xyzw = VE_ADD input[0].xyzw input[0].0000 ;\nout[0].xyzw = VE_ADD input[0].xyzw input[0].0000 ;\n";
    EXPECT_EQ(found_in(".reg VAP_PVS_CODE_CNTL_0 = {PVS_LAST_INST=1}\n" + std::string(kText)), "");
    EXPECT_EQ(found_in(".reg VAP_PVS_CODE_CNTL_0 = {PVS_LAST_INST=0}\n" + std::string(kText)), "3 no-position, ");
}

} // namespace
} // namespace relit::isa::r500::vs
