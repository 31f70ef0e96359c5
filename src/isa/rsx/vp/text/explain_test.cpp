// Explanations and properties of RSX vertex programs.
#include "isa/rsx/vp/vp.hpp"

#include <gtest/gtest.h>

namespace relit::isa::rsx::vp {
namespace {

std::vector<std::uint8_t> file_of(std::string_view text) {
    const auto bytes = assemble(text, {});
    EXPECT_TRUE(bytes) << (bytes ? "" : bytes.error().text);
    return bytes ? *bytes : std::vector<std::uint8_t>{};
}

Explanation explained(std::string_view text) { return explain(file_of(text), {}).value().front(); }

std::string explanation_of(const Explanation& explanation, std::string_view field) {
    for (const ExplainedField& one : explanation.fields)
        if (one.name == field) return one.explanation;
    return "no such field";
}

TEST(RsxVpExplain, ExplainsTheRulesOfAWord) {
    const Explanation word =
        explained("RCP R2.x(GE1.y), c[A1.z+5].w; + MULC1 R1.xy(GE1.y), o[5].xy(GE1.y), v[3], -|v[3]|;");
    EXPECT_EQ(explanation_of(word, "VEC"), "MUL: the product of two sources");
    EXPECT_EQ(explanation_of(word, "SCA.mask"), "x of the scalar unit's result");
    EXPECT_EQ(explanation_of(word, "const.index"), "c[A1.z+5]");
    EXPECT_EQ(explanation_of(word, "A.lane"), "its lane z");
    EXPECT_EQ(explanation_of(word, "in.index"), "v[3], by convention COLOR0");
    EXPECT_EQ(explanation_of(word, "src1.neg"), "the sign is turned, after the absolute value");
    EXPECT_EQ(explanation_of(word, "src2.x"), "lane x is taken from lane w");
    EXPECT_EQ(explanation_of(word, "CC.condition"), "GE 0 must hold for a lane of CC1");
    EXPECT_EQ(explanation_of(word, "CC.x"), "lane x is decided by lane y");
    EXPECT_EQ(explanation_of(word, "CC.source"), "the vector unit's result");
    EXPECT_EQ(explanation_of(word, "out.index"),
              "o[5]: x: fog coordinate; y: distance from clip plane 0; "
              "z: distance from clip plane 1; w: distance from clip plane 2");
    EXPECT_EQ(explanation_of(word, "END"), "the program ends after this word");
    EXPECT_EQ(word.summary.substr(0, 36), "MUL computes the product of two sour");
    EXPECT_NE(word.summary.find("At the same time RCP"), std::string::npos);
}

TEST(RsxVpExplain, ExplainsSharedBits) {
    const Explanation word = explained("BRB(!b9) L300;");
    EXPECT_EQ(explanation_of(word, "src2.temp"), "branch bit 9; must be false");
    EXPECT_EQ(explanation_of(word, "src2.w"), "part of the target, slot 300");
    EXPECT_EQ(explanation_of(word, "src0.x"), "not read by these operations");
    EXPECT_EQ(explanation_of(explained("TXL R0, v[8], TEX2;"), "src1.temp"), "texture unit 2");
}

TEST(RsxVpExplain, ExplainsWhatDependsOnACondition) {
    const Explanation jump = explained("BRI(LE.x) L0;"); // CC.test is 0
    EXPECT_EQ(explanation_of(jump, "CC.condition"), "LE 0 must hold for a lane of CC0");
    EXPECT_EQ(explanation_of(jump, "CC.test"), "ignored: jumps, calls and returns always depend on the condition");
    EXPECT_NE(jump.summary.find("BRI branches only where CC0 is LE 0."), std::string::npos) << jump.summary;
    const Explanation beside = explained("MOV R0, v[0]; + BRI(LE.x) L0;");
    EXPECT_EQ(explanation_of(beside, "CC.test"), "what is written is so in any case");
    EXPECT_NE(beside.summary.find("BRI branches only where CC0 is LE 0."), std::string::npos) << beside.summary;
    const Explanation both = explained("MOV R0(LE.x), v[0]; + BRI(LE.x) L0;");
    EXPECT_NE(both.summary.find(" Only where CC0 is LE 0."), std::string::npos) << both.summary;
    EXPECT_EQ(explanation_of(explained("BRI L0;"), "CC.condition"), "not looked at");
}

std::string property(std::string_view text, std::string_view name) {
    const auto all = properties(file_of(text));
    for (const Property& one : all.value())
        if (one.name == name) return text_of(one);
    return "no such property";
}

TEST(RsxVpProperties, ListWhatAProgramUses) {
    constexpr std::string_view kText =
        "RCP R2.x, c[5].w; + MUL R1, v[3], R4; MOV o[5].xy, R1; TXL R3, v[8], TEX1;"
        "BRB(b3) L0; .end MOV o[1], c[A0.x+7]; RET;";
    EXPECT_EQ(property(kText, "slots"), "6");
    EXPECT_EQ(property(kText, "END"), "slot 3");
    EXPECT_EQ(property(kText, "paired instructions"), "1");
    EXPECT_EQ(property(kText, "temporaries"), "R1-R4");
    EXPECT_EQ(property(kText, "inputs read"), "v3 v8");
    EXPECT_EQ(property(kText, "constants read"), "c5 c7");
    EXPECT_EQ(property(kText, "outputs written"), "o[1] COL0, o[5] FOGC CLP0");
    EXPECT_EQ(property(kText, "relative registers"), "c");
    EXPECT_EQ(property(kText, "branch bits"), "b3");
    EXPECT_EQ(property(kText, "textures"), "TEX1");
    EXPECT_EQ(property(kText, "jumps"), "yes");
    EXPECT_EQ(property(kText, "calls"), "no");
    EXPECT_EQ(property("MOV R40, v[0];", "warning"), "slot 0: writes a temporary that does not exist");
}

} // namespace
} // namespace relit::isa::rsx::vp
