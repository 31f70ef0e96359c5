// Modes of Maxwell's attribute instructions that no compiled program of the corpus has: what each makes of an input, or why
// it is refused or reported.
#include "isa/maxwell/maxwell.hpp"
#include "tests/support/maxwell/stage.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <vector>

namespace relit::test::maxwell_attribute_modes {
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

std::vector<std::string> approximations(std::string_view header, const std::string& text) {
    const auto file = assembled_maxwell(std::string(kFragment) + std::string(header), text + "EXIT ;\n");
    const ir::Context context{};
    ir::ContextReader reader(context);
    const auto module = translate::lift(isa::maxwell::kFrontend, file, reader);
    EXPECT_TRUE(module) << (module ? "" : module.error().text);
    return reader.approximations();
}
bool approximates(std::string_view header, const std::string& text, std::string_view what) {
    return std::ranges::any_of(approximations(header, text),
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
                EXPECT_TRUE(approximations(header, text).empty()) << header << text;
            }
}

TEST(MaxwellAttributeModes, CentroidsThatTheHostDoesNotTakeAreReported) {
    const std::string one = "IPA.PASS.CENTROID R0, a[0x80] ;\n", other = "IPA.PASS R1, a[0x84] ;\n";
    EXPECT_FALSE(approximates(kPerspective, one, "CENTROID"));
    EXPECT_TRUE(approximates(kPerspective, one + other, "CENTROID"));
    EXPECT_TRUE(approximates(kLinear, one, "CENTROID"));
    EXPECT_FALSE(approximates(kFlat, one, "CENTROID"));
}

TEST(MaxwellAttributeModes, InputsWithAnIndexAreInterpolatedAlike) {
    const std::string text = "MOV R2, RZ ;\nIPA.PASS.IDX R0, a[R2+0x80] ;\n";
    EXPECT_FALSE(approximates(kPerspective, text, "index"));
    EXPECT_TRUE(approximates("in_generics=0xffaa, targets=0xf", text, "index"));
}

TEST(MaxwellAttributeModes, ComponentsOfOneInputThatAreInterpolatedApartAreReported) {
    const std::string text = "IPA.PASS R0, a[0x80] ;\nIPA.PASS R1, a[0x84] ;\n";
    EXPECT_FALSE(approximates("in_generics=0xaa, targets=0xf", text, "a[0x84]"));
    EXPECT_TRUE(approximates("in_generics=0x5a, targets=0xf", text, "interpolates_apart"));
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
    EXPECT_TRUE(approximates(kPerspective, "AL2P P2, R0, R1, 0x80 ;\n", "AL2P"));
    EXPECT_FALSE(approximates(kPerspective, "AL2P R0, R1, 0x80 ;\n", "AL2P"));
}

// ---- words by their size

constexpr std::array<std::string_view, 4> kSizes = {"", ".64", ".96", ".128"};

// Addresses count bytes on from one input to the next, with and without a register that is added.
TEST(MaxwellAttributeModes, WordsAreLoadedAndStoredByTheirSize) {
    for (std::uint32_t words = 1; words <= 4; ++words)
        for (std::uint32_t first = 0; first + words <= 8; ++first)
            for (const bool is_added : {false, true}) {
                const std::string at = is_added ? "R20+" : "";
                const std::string text =
                    fmt::format("MOV R20, RZ ;\nALD{0} R8, a[{1}{2:#x}] ;\nAST{0} a[{1}{3:#x}], R8 ;\nEXIT ;\n",
                                kSizes[words - 1], at, 0x80 + 4 * first, 0x94 - 4 * (words > 1 ? 1 : 0));
                MaxwellStage s = stage(kVertex, "in_generics=0xff, out_generics=0xff", text);
                for (std::uint32_t i = 0; i < 8; ++i) s.give(i / 4, i % 4, 10.0F + static_cast<float>(i));
                s.run();
                const std::uint32_t to = words > 1 ? 4 : 5;
                for (std::uint32_t i = 0; i < words; ++i)
                    EXPECT_EQ(s.made((to + i) / 4, (to + i) % 4), 10.0F + static_cast<float>(first + i)) << text << i;
            }
}

TEST(MaxwellAttributeModes, WhatHasNoRegisterReadsAndStoresZero) {
    MaxwellStage s = stage(kVertex, "in_generics=0xf, out_generics=0xff",
                           "ALD.128 R8, a[0x80] ;\nALD.128 RZ, a[0x80] ;\nAST.64 a[0x80], R8 ;\nAST.64 a[0x90], RZ ;\n"
                           "MOV R8, R9 ;\nAST a[0x88], R8 ;\nEXIT ;\n");
    for (std::uint32_t i = 0; i < 4; ++i) s.give(0, i, 10.0F + static_cast<float>(i));
    s.run();
    for (const auto& [location, lane, wanted] :
         {std::tuple(0U, 0U, 10.0F), {0U, 1U, 11.0F}, {0U, 2U, 11.0F}, {1U, 0U, 0.0F}, {1U, 1U, 0.0F}})
        EXPECT_EQ(s.made(location, lane), wanted) << location << lane;
}

// ---- vertices that are emitted

TEST(MaxwellAttributeModes, VerticesAreEmittedAndPrimitivesEndedByMode) {
    struct Mode {
        std::string_view name;
        std::vector<bool> ends; // of what it adds to the vertices, and ends between them
    };
    for (const Mode& mode : {Mode{"EMIT", {false}}, Mode{"CUT", {true}}, Mode{"EMIT_THEN_CUT", {false, true}}})
        for (const std::string_view stream : {"RZ", "0x0"})
            for (const bool is_guarded : {false, true}) {
                const std::string text = fmt::format(
                    "MOV32I R4, 0x77 ;\nOUT.EMIT R4, R4, RZ ;\n{}OUT.{} R5, R4, {} ;\nAST a[0x80], R5 ;\n"
                    "OUT.EMIT RZ, RZ, RZ ;\nEXIT ;\n",
                    is_guarded ? "@!PT " : "", mode.name, stream);
                MaxwellStage s = stage(kGeometry, "topology=7, max_vertices=4, threads=1, out_generics=0x1", text);
                s.run();
                const auto& emitted = s.state.emitted;
                std::vector<bool> ends;
                for (const auto& one : emitted) ends.push_back(one.ends_primitive);
                std::vector<bool> wanted{false};
                if (!is_guarded) wanted.insert(wanted.end(), mode.ends.begin(), mode.ends.end());
                wanted.push_back(false);
                EXPECT_EQ(ends, wanted) << text;
                s.state.files = emitted.back().files;
                EXPECT_EQ(bits(s.made(0, 0)), is_guarded ? 0U : 0x77U) << text;
            }
}

} // namespace
} // namespace relit::test::maxwell_attribute_modes
