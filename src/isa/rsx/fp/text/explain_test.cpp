// Explanations and properties of fragment programs.
#include "isa/rsx/fp/fp.hpp"
#include "isa/rsx/fp/text/test_file.hpp"

#include <gtest/gtest.h>

namespace relit::isa::rsx::fp {
namespace {

File assembled(std::string_view text) {
    auto bytes = assemble(text, {});
    EXPECT_TRUE(bytes) << bytes.error().text;
    return bytes ? std::move(*bytes) : File{};
}

const ExplainedField* field(const Explanation& explanation, std::string_view name) {
    for (const ExplainedField& one : explanation.fields)
        if (one.name == name) return &one;
    return nullptr;
}
std::string explanation_of(const Explanation& explanation, std::string_view name) {
    const ExplainedField* found = field(explanation, name);
    return found != nullptr ? found->explanation : "no such field";
}

/// How often each bit of the words is owned: once, where all is well.
void expect_every_bit_owned_once(const File& file) {
    const auto listing = list(file, {});
    const auto explained = explain(file, {});
    ASSERT_TRUE(listing && explained);
    for (const Explanation& one : *explained) {
        std::vector<unsigned> owners(32 * listing->lines[one.line].words.size());
        for (const ExplainedField& each : one.fields)
            for (const BitRun& run : each.runs)
                for (unsigned i = 0; i < run.width; ++i) ++owners.at(run.bit + i);
        EXPECT_EQ(owners, std::vector<unsigned>(owners.size(), 1)) << listing->lines[one.line].text;
    }
}

constexpr std::string_view kAll =
    "LOOPR {5, 1, -2} [004];\n"
    "IFER (NE1.x) [002, 003];\n"
    "BRK;\n"
    "CALR L9;\n"
    "MADHC_m2_sat H3.xy(GT.w), -|f[TEX1]_x|, {0.5, 1, 2, 3}.w, R40;\n"
    "TEXR R1.z, g[aL+4], TEX3;\n"
    "KILR (LT.x);\n"
    "MOVR R0, R1; .end\n"
    "L9: RET;\n"
    ".word 0x3f000000, 0, 0, 0\n"
    "NOP;\n";

TEST(RsxFpExplain, OwnsEveryBitOnce) { expect_every_bit_owned_once(assembled(kAll)); }

TEST(RsxFpExplain, ExplainsTheRulesOfAWord) {
    const auto explained = explain(assembled(kAll), {});
    ASSERT_TRUE(explained);
    const Explanation &loop = explained->at(0), &choice = explained->at(1), &mad = explained->at(4);
    EXPECT_EQ(explanation_of(loop, "count"), "5 iterations");
    EXPECT_EQ(explanation_of(loop, "initial"), "aL is 1 in the first iteration");
    EXPECT_EQ(explanation_of(loop, "step"), "aL grows by -2 each iteration");
    EXPECT_EQ(explanation_of(loop, "end.address"), "slot 4: after the loop");
    EXPECT_EQ(field(loop, "src1.type"), nullptr);
    EXPECT_EQ(explanation_of(choice, "address"), "slot 2: ELSE, or ENDIF where there is none");
    EXPECT_EQ(choice.summary,
              "IFE: a choice: on if any tested lane passes; ELSE is slot 2, ENDIF slot 3; tested: CC1.x is not 0.");
    EXPECT_EQ(explanation_of(mad, "dst"), "H3 (zw of R1)");
    EXPECT_EQ(explanation_of(mad, "input"), "TEX1: texture coordinate 1");
    EXPECT_EQ(explanation_of(mad, "src0.precision"), "clamped to -2 .. 2");
    EXPECT_EQ(explanation_of(mad, "src1.x"), "lane x is lane w of the source");
    EXPECT_EQ(explanation_of(mad, "src2.temp"), "R40");
    EXPECT_EQ(explanation_of(mad, "scale"), "the result is multiplied by 2");
    EXPECT_EQ(explanation_of(mad, "CC.condition"), "done where the tested lane is above 0");
    EXPECT_EQ(explanation_of(mad, "constant.w"), "3.0");
    EXPECT_EQ(mad.summary,
              "MAD computes the product of two sources plus the third; it goes to xy of H3 (zw of R1) and xy of CC0, "
              "where CC0.w is above 0.");
    EXPECT_EQ(explanation_of(explained->at(5), "index"), "attribute aL + 4 (TEX0 is attribute 4)");
    EXPECT_EQ(explanation_of(explained->at(5), "unit"), "texture unit 3");
}

std::string property(const File& file, std::string_view name) {
    const auto all = properties(file);
    for (const auto& [called, text] : lines_of(all.value()))
        if (called == name) return text;
    return "no such property";
}

TEST(RsxFpProperties, ListWhatAProgramUses) {
    const File file = assembled(kAll);
    EXPECT_EQ(property(file, "instructions"), "9");
    EXPECT_EQ(property(file, "END"), "slot 8");
    EXPECT_EQ(property(file, "registers"), "R0-R1 R40");
    EXPECT_EQ(property(file, "half registers"), "H3");
    EXPECT_EQ(property(file, "register count"), "41");
    EXPECT_EQ(property(file, "attributes"), "TEX1 f[aL+n]");
    EXPECT_EQ(property(file, "texture units"), "TEX3");
    EXPECT_EQ(property(file, "R1.z (depth)"), "written");
    EXPECT_EQ(property(file, "kills fragments"), "yes");
    EXPECT_EQ(property(file, "loops"), "1");
    EXPECT_EQ(property(file, "calls"), "1");
    EXPECT_EQ(property(file, "nesting"), "2");
    EXPECT_EQ(property(file, "constant offsets"), "80");
    EXPECT_EQ(property(file, "constant 0"), "at byte 80: 0x3f000000(0.5), 0x3f800000(1), 0x40000000(2), 0x40400000(3)");
    EXPECT_EQ(property(file, "bytes after it"), "32");
    EXPECT_EQ(property(assembled("POWR R50, R1, R2;"), "warning"),
              "slot 0: POW is an operation of NV30, not known to work in NV40; writes a register that does not exist");
}

TEST(RsxFpProperties, NameEveryAttribute) {
    constexpr std::string_view kNames[] = {"WPOS", "COL0", "COL1", "FOGC", "TEX0", "TEX1", "TEX2", "TEX3",
                                           "TEX4", "TEX5", "TEX6", "TEX7", "TEX8", "TEX9", "SSA"};
    std::string text, all;
    for (const std::string_view name : kNames) {
        EXPECT_EQ(property(assembled("MOVR R0, f[" + std::string(name) + "];"), "attributes"), name);
        text += "MOVR R0, f[" + std::string(name) + "];\n";
        all += (all.empty() ? "" : " ") + std::string(name);
    }
    EXPECT_EQ(property(assembled(text), "attributes"), all);
    EXPECT_EQ(property(assembled("MOVR R0, R1;"), "attributes"), "none");
}

TEST(RsxFpCanonical, IsTheSameForTextAndWhateverTheConstants) {
    const std::string_view text = "MULR R0, f[TEX0], {1, 2, 3, 4};\n";
    const auto of_text = canonical(kFrontend, {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    const auto of_words = canonical(kFrontend, assembled("MULR R0, f[TEX0], {5};\n.pad 32"));
    ASSERT_TRUE(of_text && of_words);
    EXPECT_EQ(*of_text, *of_words);
    EXPECT_NE(*of_text, *canonical(kFrontend, assembled("MULR R0, f[TEX1], {5};")));
}

TEST(RsxFpAssumption, KnowsItsOwn) {
    EXPECT_EQ(recognise(assembled("MULR R0, f[TEX0], {1, 2, 3, 4};\n")).sureness, Sureness::Plausible);
    EXPECT_EQ(recognise(assembled(".word 0x3f000000, 0, 0, 0\nMOVR R0, R1;")).sureness, Sureness::No);
    const std::string_view text = "MOVR R0, f[TEX0];\n";
    EXPECT_EQ(recognise({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}).sureness,
              Sureness::Plausible);
    EXPECT_EQ(recognise({}).sureness, Sureness::No);
}

} // namespace
} // namespace relit::isa::rsx::fp
