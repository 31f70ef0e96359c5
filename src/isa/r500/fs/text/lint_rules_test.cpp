// A program that breaks each rule, and one that narrowly does not.
#include "isa/r500/fs/fs.hpp"
#include "isa/r500/fs/text/lint.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace relit::isa::r500::fs {
namespace {

struct RuleCase {
    std::string_view rule, broken, kept;
};

// Instructions are written without their registers where a rule needs none.
#define OUT_OF(temp) "OUT TEX_SEM_WAIT src0.rgb = " temp " : out[0].rgb = MAX src0.rgb src0.rgb ;"
#define FETCH "TEX TEX_SEM_ACQUIRE temp[1].rgba = LD tex[0].rgba temp[0].rgaa ;"
#define COPY(to, from) "src0.rgb = " from " : " to ".rgb = MAX src0.rgb src0.rgb ;"
#define RASTER ".reg RS_COUNT = {IT_COUNT=4, HIRES_EN=1}\n.reg RS_INST_COUNT = 0\n"
#define TO_TEMP_0 \
    ".reg RS_IP_0 = {TEX_PTR_S=0, TEX_PTR_T=1, TEX_PTR_R=2, TEX_PTR_Q=3}\n.reg RS_INST_0 = {TEX_CN=1, TEX_ADDR=0}\n"
#define LOOP_OF(body)                                                                                                  \
    ".reg US_FC_CTRL = {FULL_FC_EN=1}\n.code 0\nFC ALU_WAIT IGNORE_UNCOVERED LOOP if(never) to L2 int[0] ;\nL1: " body \
    "L2: FC ALU_WAIT ANY IGNORE_UNCOVERED ENDLOOP if(always) to L1 int[0] ;\n" OUT_OF("temp[1]")
#define NEST "ALU_RESULT(r lt) src0.rgb = temp[0] : MAX src0.rrr src0.rrr ;\n"
#define ENTER "FC ALU_WAIT IGNORE_UNCOVERED JUMP if(not alu_result) to end stays(incr) ;\n"
#define LEAVE "FC ALU_WAIT ANY JUMP if(never) to end stays(decr) pop(1) ;\n"
#define FACED ".reg RS_INST_COUNT = 0\n.reg RS_COUNT = {IC_COUNT=1}\n.reg RS_INST_0 = {COL_CN=3, COL_ADDR=0}\n"

constexpr RuleCase kRuleCases[] = {
    {"pre-subtract-nop",
     ": temp[1].r = MAX src0.000 src0.000 ; src0.rgb = temp[1], srcp.rgb = neg : temp[0].r = MAX srcp.rrr srcp.rrr ;" OUT_OF(
         "temp[0]"),
     ": temp[1].g = MAX src0.000 src0.000 ; src0.rgb = temp[1], srcp.rgb = neg : temp[0].r = MAX srcp.rrr srcp.rrr ;" OUT_OF(
         "temp[0]")},
    {"pre-subtract-loop",
     LOOP_OF("src0.rgb = temp[1], srcp.rgb = neg : temp[2].rgb = MAX srcp.rgb srcp.rgb ;\n" COPY("temp[1]", "temp[2]")),
     LOOP_OF("src0.rgb = temp[1], srcp.rgb = neg : temp[2].rgb = MAX srcp.rgb srcp.rgb ;\nNOP " COPY("temp[1]",
                                                                                                     "temp[2]"))},
    {"derivative-nop",
     COPY("temp[1]", "temp[2]") "src0.rgb = temp[0] : temp[0].r = MDH src0.rrr -src0.111 src0.rrr ;" OUT_OF("temp[0]"),
     COPY("temp[1]", "temp[2]") "TEX temp[3].rgba = LD tex[0].rgba temp[4].rgaa ;"
                                "src0.rgb = temp[0] : temp[0].r = MDH src0.rrr -src0.111 src0.rrr ;" OUT_OF("temp[0]")},
    {"derivative-omod", "OUT TEX_SEM_WAIT src0.rgb = temp[0] : out[0].rgb = 2.0 * MDV src0.rgb -src0.111 src0.rgb ;",
     "src0.rgb = temp[0] : temp[0].rgb = 2.0 * MDV src0.rgb -src0.111 src0.rgb ;" OUT_OF("temp[0]")},
    {"texture-wait", FETCH COPY("temp[0]", "temp[1]") OUT_OF("temp[0]"),
     FETCH "TEX_SEM_WAIT " COPY("temp[0]", "temp[1]") OUT_OF("temp[0]")},
    {"texture-acquire",
     "TEX temp[1].rgba = LD tex[0].rgba temp[0].rgaa ; TEX_SEM_WAIT " COPY("temp[0]", "temp[1]") OUT_OF("temp[0]"),
     "TEX temp[1].rgba = LD tex[0].rgba temp[0].rgaa ;"
     "TEX TEX_SEM_WAIT TEX_SEM_ACQUIRE temp[2].rgba = LD tex[0].rgba temp[0].baaa ; TEX_SEM_WAIT " COPY(
         "temp[0]", "temp[1]") OUT_OF("temp[0]")},
    {"acquire-held", FETCH "TEX TEX_SEM_ACQUIRE temp[2].rgba = LD tex[0].rgba temp[0].baaa ;" OUT_OF("temp[1]"),
     FETCH "TEX TEX_SEM_WAIT TEX_SEM_ACQUIRE temp[2].rgba = LD tex[0].rgba temp[0].baaa ;" OUT_OF("temp[1]")},
    {"fetch-overwritten", FETCH COPY("temp[1]", "temp[2]") OUT_OF("temp[1]"),
     FETCH COPY("temp[3]", "temp[2]") OUT_OF("temp[1]")},
    {"fetch-source", FETCH COPY("temp[0]", "temp[2]") OUT_OF("temp[1]"),
     FETCH "TEX_SEM_WAIT " COPY("temp[0]", "temp[2]") OUT_OF("temp[1]")},
    {"out-wait", "OUT : out[0].rgb = MAX src0.111 src0.111 ;", OUT_OF("temp[0]")},
    {"kill-flow",
     "TEX TEXKILL tex[0].rgba temp[0].rgba ;" NEST ENTER COPY("temp[0]", "temp[1]") "end: " OUT_OF("temp[0]"),
     "TEX TEXKILL tex[0].rgba temp[0].rgba ;" NEST
     "FC TEX_SEM_WAIT ALU_WAIT IGNORE_UNCOVERED JUMP if(not alu_result) to end stays(incr) ;" COPY(
         "temp[0]", "temp[1]") "end: " OUT_OF("temp[0]")},
    {"unwritten-temporary", RASTER TO_TEMP_0 ".code 0\n" COPY("temp[1]", "temp[2]") OUT_OF("temp[1]"),
     RASTER TO_TEMP_0 ".code 0\n" COPY("temp[1]", "temp[0]") OUT_OF("temp[1]")},
    {"no-out", COPY("temp[0]", "temp[1]"), COPY("temp[0]", "temp[1]") OUT_OF("temp[0]")},
    {"range-before-out", ".reg US_CODE_ADDR = {END_ADDR=0}\n.code 0\n" COPY("temp[0]", "temp[1]") OUT_OF("temp[0]"),
     ".reg US_CODE_ADDR = {END_ADDR=1}\n.code 0\n" COPY("temp[0]", "temp[1]") OUT_OF("temp[0]")},
    {"stack-frame", ".reg US_PIXSIZE = 2\n.code 0\n" COPY("temp[2]", "temp[1]") OUT_OF("temp[1]"),
     ".reg US_PIXSIZE = 3\n.code 0\n" COPY("temp[2]", "temp[1]") OUT_OF("temp[1]")},
    {"full-flow-control",
     ".reg US_FC_CTRL = 0\n.code 0\n" NEST ENTER NEST ENTER NEST ENTER NEST ENTER LEAVE LEAVE LEAVE LEAVE
     "end: " OUT_OF("temp[0]"),
     ".reg US_FC_CTRL = 0\n.code 0\n" NEST ENTER NEST ENTER NEST ENTER LEAVE NEST ENTER LEAVE LEAVE LEAVE
     "end: " OUT_OF("temp[0]")},
    {"out-alu-result", "OUT TEX_SEM_WAIT ALU_RESULT(r lt) src0.rgb = temp[0] : out[0].rgb = MAX src0.rgb src0.rgb ;",
     "ALU_RESULT(r lt) src0.rgb = temp[0] : temp[0].rgb = MAX src0.rgb src0.rgb ;" OUT_OF("temp[0]")},
    {"unit-result", "src0.rgb = temp[0] : temp[0].a = MAX src0.r src0.r , temp[0].rgb = SOP ;" OUT_OF("temp[0]"),
     "src0.rgb = temp[0] : temp[0].a = RCP src0.r , temp[0].rgb = SOP ;" OUT_OF("temp[0]")},
    {"alu-result-lost", NEST ENTER ENTER LEAVE LEAVE "end: " OUT_OF("temp[0]"),
     NEST ENTER NEST ENTER LEAVE LEAVE "end: " OUT_OF("temp[0]")},
    {"omod-disabled",
     "OUT TEX_SEM_WAIT src0.rgb = temp[0] : out[0].rgb = (DISABLE OMOD) MAD src0.rgb src0.111 src0.000 ;",
     "OUT TEX_SEM_WAIT src0.rgb = temp[0] : out[0].rgb = (DISABLE OMOD) MAX src0.rgb src0.rgb ;"},
    {"face-two-sided",
     FACED ".reg VAP_OUT_VTX_FMT_0 = {VTX_POS_PRESENT=1, VTX_COLOR_2_PRESENT=1}\n.code 0\n" OUT_OF("temp[0]"),
     FACED ".reg VAP_OUT_VTX_FMT_0 = {VTX_POS_PRESENT=1, VTX_COLOR_1_PRESENT=1}\n.code 0\n" OUT_OF("temp[0]")},
    {"rs-count", ".reg RS_COUNT = {IT_COUNT=3}\n.reg RS_INST_COUNT = 0\n" TO_TEMP_0 ".code 0\n" OUT_OF("temp[0]"),
     ".reg RS_COUNT = {IT_COUNT=4}\n.reg RS_INST_COUNT = 0\n" TO_TEMP_0 ".code 0\n" OUT_OF("temp[0]")},
    {"out-format", ".reg US_OUT_FMT_0 = {OUT_FMT=15}\n.code 0\n" OUT_OF("temp[0]"),
     ".reg US_OUT_FMT_0 = 0, {OUT_FMT=15}\n.code 0\n" OUT_OF("temp[0]")},
    {"sine-range", "src0.rgb = temp[0] : temp[0].a = SIN src0.r ;" OUT_OF("temp[0]"),
     "src0.rgb = temp[0] : temp[1].r = FRC src0.rrr ; src0.rgb = temp[1] : temp[1].r = MAD src0.rrr src0.111 -src0.hhh ;"
     "src0.rgb = temp[1] : temp[0].a = SIN src0.r ;" OUT_OF("temp[0]")},
    {"unused-constant", ".const 0 = 1, 1, 1, 1\n.code 0\n" OUT_OF("temp[0]"),
     ".const 0 = 1, 1, 1, 1\n.code 0\n" OUT_OF("const[0]")},
};

#undef OUT_OF
#undef FETCH
#undef COPY
#undef RASTER
#undef TO_TEMP_0
#undef LOOP_OF
#undef NEST
#undef ENTER
#undef LEAVE
#undef FACED

/// The names of all findings, each with its instruction: "2 no-out".
std::string found_in(std::string_view text, Convention frame = Convention::Count) {
    const auto bytes = assemble(text, {});
    if (!bytes) return "not assembled: " + bytes.error().text;
    const auto program = load_binary(*bytes);
    if (!program) return program.error().text;
    std::string names;
    for (const Finding& finding : lint(*program, frame))
        names += std::to_string(finding.instruction) + " " + std::string(finding.rule) + ", ";
    return names;
}
bool names_rule(std::string_view text, std::string_view rule) {
    return found_in(text).find(" " + std::string(rule) + ", ") != std::string::npos;
}

TEST(FragmentLintRules, EachIsBrokenByOneProgramAndKeptByANeighbour) {
    for (const RuleCase& one : kRuleCases) {
        EXPECT_TRUE(names_rule(one.broken, one.rule)) << one.rule << ": " << found_in(one.broken);
        EXPECT_FALSE(names_rule(one.kept, one.rule)) << one.rule << ": " << found_in(one.kept);
        EXPECT_EQ(found_in(one.kept).find("not assembled"), std::string::npos)
            << one.rule << ": " << found_in(one.kept);
    }
}

TEST(FragmentLintRules, EachHasACase) {
    for (const codec::LintRule& rule : kLintRules)
        EXPECT_TRUE(std::ranges::any_of(kRuleCases, [&](const RuleCase& one) { return one.rule == rule.name; }))
            << rule.name;
}

TEST(FragmentLintRules, FrameMayCountTheHighestTemporary) {
    constexpr std::string_view kText =
        ".reg US_PIXSIZE = 2\n.code 0\nOUT TEX_SEM_WAIT src0.rgb = temp[2] : out[0].rgb = MAX src0.rgb src0.rgb ;";
    EXPECT_EQ(found_in(kText), "0 stack-frame, ");
    EXPECT_EQ(found_in(kText, Convention::Highest), "");
}

TEST(FragmentLintRules, FaceIsDoubtedWhereTheVertexFormatIsNotKnown) {
    EXPECT_EQ(found_in(".reg RS_COUNT = {IC_COUNT=1}\n.reg RS_INST_COUNT = 0\n.reg RS_INST_0 = {COL_CN=3, COL_ADDR=0}\n"
                       ".code 0\nOUT TEX_SEM_WAIT src0.rgb = temp[0] : out[0].rgb = MAX src0.rgb src0.rgb ;"),
              "0 face-two-sided, ");
}

TEST(FragmentLintRules, WhatALoopWritesItsNextTurnMayRead) {
    EXPECT_EQ(
        found_in(".reg RS_COUNT = {IC_COUNT=1}\n.reg RS_INST_COUNT = 0\n.reg US_FC_CTRL = {FULL_FC_EN=1}\n.code 0\n"
                 "FC ALU_WAIT IGNORE_UNCOVERED LOOP if(never) to L2 int[0] ;\n"
                 "L1: src0.rgb = temp[1] : temp[2].rgb = MAX src0.rgb src0.rgb ;\n"
                 "src0.rgb = temp[3] : temp[1].rgb = MAX src0.rgb src0.rgb ;\n"
                 "L2: FC ALU_WAIT ANY IGNORE_UNCOVERED ENDLOOP if(always) to L1 int[0] ;\n"
                 "OUT TEX_SEM_WAIT src0.rgb = temp[2] : out[0].rgb = MAX src0.rgb src0.rgb ;"),
        "2 unwritten-temporary, "); // temp[3] alone
}

TEST(FragmentLintRules, ColoursThatAreReadReachTheRasteriser) {
    const auto with = [](std::string_view format, std::string_view colour) {
        return found_in(
            ".reg RS_COUNT = {IC_COUNT=1}\n.reg RS_INST_COUNT = 0\n.reg RS_INST_0 = {COL_CN=1, COL_ADDR=0}\n"
            ".reg VAP_OUT_VTX_FMT_0 = " +
            std::string(format) + "\n.reg VAP_OUT_VTX_FMT_1 = 0\n.reg RS_IP_0 = " + std::string(colour) +
            "\n.code 0\nOUT TEX_SEM_WAIT src0.rgb = temp[0] : out[0].rgb = MAX src0.rgb src0.rgb ;");
    };
    EXPECT_EQ(with("{VTX_POS_PRESENT=1}", "{COL_PTR=0}"), "0 rs-count, ");
    EXPECT_EQ(with("{VTX_POS_PRESENT=1, VTX_COLOR_0_PRESENT=1}", "{COL_PTR=0}"), "");
    for (const char* constant :
         {"{COL_PTR=3, COL_FMT=5}", "{COL_PTR=3, COL_FMT=6}", "{COL_PTR=3, COL_FMT=9}", "{COL_PTR=3, COL_FMT=10}"})
        EXPECT_EQ(with("{VTX_POS_PRESENT=1}", constant), "") << constant << ": whatever the colour is";
    EXPECT_EQ(with("{VTX_POS_PRESENT=1}", "{COL_PTR=0, COL_FMT=4}"), "0 rs-count, ")
        << "0, 0, 0 and the colour's alpha";
}

TEST(FragmentLintRules, AFetchMayOverwriteAnother) {
    constexpr std::string_view kOut = "OUT TEX_SEM_WAIT src0.rgb = temp[1] : out[0].rgb = MAX src0.rgb src0.rgb ;";
    const std::string first = "TEX temp[1].rgba = LD tex[0].rgba temp[0].rgaa ;";
    EXPECT_EQ(found_in(first + "TEX TEX_SEM_ACQUIRE temp[1].r = LD tex[1].rgba temp[2].rgaa ;" + std::string(kOut)),
              "1 fetch-overwritten, ");
    EXPECT_EQ(found_in(first + "TEX TEX_SEM_ACQUIRE temp[0].r = LD tex[1].rgba temp[2].rgaa ;" + std::string(kOut)),
              "");
}

} // namespace
} // namespace relit::isa::r500::fs
