#include "isa/r500/fs/text/lint.hpp"

#include "isa/r500/fs/fs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace relit::isa::r500::fs {
namespace {

std::vector<std::uint8_t> assembled(std::string_view text) {
    auto bytes = assemble(text, {});
    EXPECT_TRUE(bytes) << bytes.error().text;
    return bytes ? std::move(*bytes) : std::vector<std::uint8_t>();
}

/// "1 texture-wait, c2 unused-constant"
std::string warnings_of(Bytes binary) {
    const auto program = load_binary(binary);
    if (!program) return program.error().text;
    std::string text;
    for (const Finding& finding : lint(*program))
        text += (text.empty() ? "" : ", ") + std::string(finding.rule == "unused-constant" ? "c" : "") +
                std::to_string(finding.instruction) + " " + std::string(finding.rule);
    return text;
}
std::string warnings_of(std::string_view text) { return warnings_of(assembled(text)); }

constexpr std::string_view kOut = "OUT TEX_SEM_WAIT src0.rgb = temp[0] : out[0].rgb = MAX src0.rgb src0.rgb ;";
std::string before_out(std::string text) { return text + std::string(kOut); }

TEST(FragmentLint, AcceptsProgramsThatWait) {
    EXPECT_EQ(warnings_of(kOut), "");
    EXPECT_EQ(warnings_of(before_out("TEX TEX_SEM_ACQUIRE temp[0].rgba = LD tex[0].rgba temp[0].rgaa ;")), "");
}

TEST(FragmentLint, NamesPreSubtractsOfWhatWasJustWritten) {
    constexpr std::string_view kRead = "src0.rgb = temp[1], srcp.rgb = neg : temp[0].r = MAX srcp.rrr srcp.rrr ;";
    const auto write = [&](std::string_view tag, std::string_view mask) {
        return before_out(std::string(tag) + " : temp[1]." + std::string(mask) + " = MAX src0.000 src0.000 ;" +
                          std::string(kRead));
    };
    EXPECT_EQ(warnings_of(write("", "r")), "0 pre-subtract-nop");
    EXPECT_EQ(warnings_of(write("NOP", "r")), "");
    EXPECT_EQ(warnings_of(write("", "g")), ""); // another component
}

TEST(FragmentLint, NamesDerivativesOfWhatWasJustWritten) {
    EXPECT_EQ(warnings_of(before_out(": temp[1].r = MAX src0.000 src0.000 ;"
                                     "src0.rgb = temp[1] : temp[0].r = MDH src0.rrr -src0.111 src0.rrr ;")),
              "0 derivative-nop");
}

TEST(FragmentLint, FixesWhatANopFixes) {
    const auto before =
        assembled(before_out(": temp[1].r = MAX src0.000 src0.000 ;"
                             "src0.rgb = temp[1] : temp[0].r = MDV src0.rrr -src0.111 src0.rrr ;"));
    const auto after = fixed(before);
    ASSERT_TRUE(after);
    EXPECT_EQ(warnings_of(*after), "");
    std::vector<std::uint8_t> wanted = before;
    wanted[1] |= 2; // bit 9 of the first dword
    EXPECT_EQ(*after, wanted);
}

TEST(FragmentLint, FixesTextByTags) {
    const std::string before =
        "-- a comment\n  : temp[1].r = MAX src0.000 src0.000 ;\n"
        "src0.rgb = temp[1] : temp[0].r = MDV src0.rrr -src0.111 src0.rrr ;\n" +
        std::string(kOut);
    const auto bytes_of = [](const std::string& text) {
        return Bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
    };
    const auto findings = lint_file(bytes_of(before), {});
    ASSERT_TRUE(findings);
    ASSERT_EQ(findings->size(), 1U);
    EXPECT_EQ(findings->front().line, 2U);
    EXPECT_EQ(findings->front().column, 3U);
    const auto after = fix_file(bytes_of(before), {});
    ASSERT_TRUE(after);
    std::string wanted = before;
    wanted.insert(wanted.find(": temp[1]"), "NOP ");
    EXPECT_EQ(std::string(after->begin(), after->end()), wanted);
}

TEST(FragmentLint, NamesReadsOfFetchesThatNothingWaitedFor) {
    constexpr std::string_view kUse = "src0.rgb = temp[1] : temp[0].r = MAX src0.rrr src0.rrr ;";
    const std::string held = "TEX TEX_SEM_ACQUIRE temp[1].rgba = LD tex[0].rgba temp[0].rgaa ;";
    EXPECT_EQ(warnings_of(before_out(held + std::string(kUse))), "1 texture-wait");
    EXPECT_EQ(warnings_of(before_out(held + "TEX_SEM_WAIT " + std::string(kUse))), "");
    const std::string loose = "TEX temp[1].rgba = LD tex[0].rgba temp[0].rgaa ;";
    EXPECT_EQ(warnings_of(before_out(loose + "TEX_SEM_WAIT " + std::string(kUse))), "1 texture-acquire");
}

TEST(FragmentLint, NamesALastOutThatDoesNotWait) {
    EXPECT_EQ(warnings_of("OUT : out[0].rgb = MAX src0.111 src0.111 ;"), "0 out-wait");
}

TEST(FragmentLint, NamesSinesOfWhatMayBeAnything) {
    EXPECT_EQ(warnings_of(before_out("src0.rgb = temp[0] : temp[0].a = SIN src0.r ;")), "0 sine-range");
    EXPECT_EQ(warnings_of(before_out("src0.rgb = temp[0] : temp[1].a = FRC src0.r ;"
                                     "src0.a = temp[1] : temp[0].a = COS src0.a ;")),
              "");
}

TEST(FragmentLint, NamesConstantsThatNothingReads) {
    EXPECT_EQ(warnings_of(".const 0 = 1, 1, 1, 1\n.const 1 = 1, 1, 1, 1\n.code 0\n"
                          "OUT TEX_SEM_WAIT src0.rgb = const[0] : out[0].rgb = MAX src0.rgb src0.rgb ;"),
              "c1 unused-constant");
}

} // namespace
} // namespace relit::isa::r500::fs
