// Modes of Maxwell's attribute instructions that no compiled program of the corpus has: what each makes of an input, or why
// it is refused or reported.
#include "isa/maxwell/maxwell.hpp"
#include "tests/support/maxwell_stage.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace relit::test {
namespace {

constexpr float kW = 0.25F; // of gl_FragCoord
constexpr std::string_view kPerspective = "in_generics=0xaa, targets=0xf", kLinear = "in_generics=0xff, targets=0xf",
                           kFlat = "in_generics=0x55, targets=0xf";

/// What R0 is behind the instruction, of the input 3; R1 is 0.5.
float made(std::string_view header, const std::string& text) {
    MaxwellStage s = stage(kFragment, header, "MOV32I R1, 0x3f000000 ;\n" + text + "EXIT ;\n");
    s.builtins[ir::Builtin::FragCoord] = {0, 0, 0, bits(kW)};
    s.give(0, 0, 3.0F);
    s.run();
    return s.made(0, 0);
}

std::vector<std::string> doubts(std::string_view header, const std::string& text) {
    const auto file = assembled_maxwell(std::string(kFragment) + std::string(header), text + "EXIT ;\n");
    const ir::Context context{};
    ir::ContextReader reader(context);
    const auto module = translate::lift(isa::maxwell::kFrontend, file, reader);
    EXPECT_TRUE(module) << (module ? "" : module.error().text);
    return reader.doubts();
}
bool doubts_about(std::string_view header, const std::string& text, std::string_view what) {
    return std::ranges::any_of(doubts(header, text),
                               [&](const std::string& one) { return one.find(what) != std::string::npos; });
}

// Inputs in perspective come divided by w. SC multiplies as MUL does: Mesa writes it for colours whose shading is smooth.
TEST(MaxwellAttributeModes, InputsAreInterpolatedAndMultipliedByMode) {
    struct Mode {
        std::string_view suffix;
        bool multiplies, interpolates;
    };
    for (const Mode& mode :
         {Mode{".PASS", false, true}, Mode{"", true, true}, Mode{".CONSTANT", false, false}, Mode{".SC", true, true}})
        for (const std::string_view header : {kPerspective, kLinear, kFlat})
            for (const bool saturates : {false, true}) {
                const float input = mode.interpolates && header == kPerspective ? 3.0F * kW : 3.0F;
                const float value = mode.multiplies ? input * 0.5F : input;
                const std::string text = fmt::format("IPA{}{} R0, a[0x80]{} ;\n", mode.suffix, saturates ? ".SAT" : "",
                                                     mode.multiplies ? ", R1" : "");
                EXPECT_EQ(made(header, text), saturates ? std::clamp(value, 0.0F, 1.0F) : value) << header << text;
                EXPECT_TRUE(doubts(header, text).empty()) << header << text;
            }
}

TEST(MaxwellAttributeModes, CentroidsThatTheHostDoesNotTakeAreReported) {
    const std::string one = "IPA.PASS.CENTROID R0, a[0x80] ;\n", other = "IPA.PASS R1, a[0x84] ;\n";
    EXPECT_FALSE(doubts_about(kPerspective, one, "CENTROID"));
    EXPECT_TRUE(doubts_about(kPerspective, one + other, "CENTROID"));
    EXPECT_TRUE(doubts_about(kLinear, one, "CENTROID"));
    EXPECT_FALSE(doubts_about(kFlat, one, "CENTROID"));
}

TEST(MaxwellAttributeModes, InputsWithAnIndexAreInterpolatedAlike) {
    const std::string text = "MOV R2, RZ ;\nIPA.PASS.IDX R0, a[R2+0x80] ;\n";
    EXPECT_FALSE(doubts_about(kPerspective, text, "index"));
    EXPECT_TRUE(doubts_about("in_generics=0xffaa, targets=0xf", text, "index"));
}

TEST(MaxwellAttributeModes, ComponentsOfOneInputThatAreInterpolatedApartAreReported) {
    const std::string text = "IPA.PASS R0, a[0x80] ;\nIPA.PASS R1, a[0x84] ;\n";
    EXPECT_FALSE(doubts_about("in_generics=0xaa, targets=0xf", text, "a[0x84]"));
    EXPECT_TRUE(doubts_about("in_generics=0x5a, targets=0xf", text, "interpolates_apart"));
}

TEST(MaxwellAttributeModes, WhatIsUnknownIsRefusedOrReported) {
    const auto refusal = [](std::string_view kind, const std::string& text) {
        const auto module = lifted(std::string(kind) + "in_generics=0xf, out_generics=0xf", text + " ;\nEXIT ;\n", {});
        return module ? std::string() : module.error().text;
    };
    EXPECT_EQ(refusal(kGeometry, "ISBERD R0, [R1]"), "");
    for (const std::string_view mode : {".PATCH", ".PRIM", ".ATTR", ".O", ".P", ".U16", ".32"})
        EXPECT_NE(refusal(kGeometry, fmt::format("ISBERD{} R0, [R1]", mode)), "") << mode;
    EXPECT_NE(refusal(kFragment, fmt::format("IPA.PASS R0, a[0x80] @ {{bits={:#018x}}}", std::uint64_t{3} << 52)), "");
    EXPECT_TRUE(doubts_about(kPerspective, "AL2P P2, R0, R1, 0x80 ;\n", "AL2P"));
    EXPECT_FALSE(doubts_about(kPerspective, "AL2P R0, R1, 0x80 ;\n", "AL2P"));
}

} // namespace
} // namespace relit::test
