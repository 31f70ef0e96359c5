// What graphics programs of Maxwell do beyond their instructions: inputs and outputs by the header, context keys of the pipeline.
#include "lang/pipeline.hpp"
#include "tests/support/language_check.hpp"
#include "tests/support/maxwell/stage.hpp"
#include "tests/support/spirv_check.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace relit::test::maxwell_graphics {
namespace {

using ir::Role;
using ir::Semantic;

// ---- fragments

TEST(MaxwellGraphics, InputsInPerspectiveAreTheHostsOwn) {
    MaxwellStage s = stage(kFragment, "in_system_ab=0x80000000, in_generics=0x2a, targets=0x7",
                           "IPA.PASS R3, a[0x7c] ;\nMUFU.RCP R3, R3 ;\nIPA R0, a[0x80], R3 ;\nIPA.PASS R1, a[0x84] ;\n"
                           "IPA.CONSTANT R2, a[0x88] ;\nEXIT ;\n");
    s.builtins[ir::Builtin::FragCoord] = {0, 0, 0, bits(0.5F)};
    for (std::uint32_t i = 0; i < 3; ++i) s.give(0, i, 3.0F + static_cast<float>(i));
    s.run();
    EXPECT_EQ(s.made(0, 0), 3.0F);
    EXPECT_EQ(s.made(0, 1), 2.0F); // over w, as the machine has it
    EXPECT_EQ(s.made(0, 2), 5.0F);
    s.builtins[ir::Builtin::FragCoord][3] = bits(0x1p-149F); // of which one over it is no finite float
    s.run();
    EXPECT_EQ(s.made(0, 0), 3.0F);
}

TEST(MaxwellGraphics, OnlyOneOverWGivesInputsInPerspectiveBack) {
    MaxwellStage s =
        stage(kFragment, "in_system_ab=0xf0000000, in_generics=0x2a, targets=0xf",
              "IPA.PASS R4, a[0x70] ;\nMUFU.RCP R4, R4 ;\nIPA.PASS R5, a[0x78] ;\nMUFU.RCP R5, R5 ;\n"
              "IPA.PASS R6, a[0x7c] ;\nIPA R0, a[0x80], R4 ;\nIPA R1, a[0x84], R5 ;\nIPA R2, a[0x88], R6 ;\n"
              "MUFU.RCP R6, R6 ;\nIPA.CONSTANT R3, a[0x80] ;\nFMUL R3, R3, R6 ;\nEXIT ;\n");
    s.builtins[ir::Builtin::FragCoord] = {bits(8), bits(16), bits(0.25F), bits(0.5F)};
    for (std::uint32_t i = 0; i < 3; ++i) s.give(0, i, 3.0F + static_cast<float>(i));
    s.run();
    EXPECT_EQ(s.made(0, 0), 3.0F * 0.5F / 8);     // over w, then over x
    EXPECT_EQ(s.made(0, 1), 4.0F * 0.5F / 0.25F); // over depth
    EXPECT_EQ(s.made(0, 2), 5.0F * 0.5F * 0.5F);  // times w
    EXPECT_EQ(s.made(0, 3), 3.0F / 0.5F);         // never over w
}

TEST(MaxwellGraphics, InterpolationFollowsTheHeader) {
    constexpr std::string_view kText =
        "IPA.PASS R0, a[0x80] ;\nIPA.PASS.CENTROID R1, a[0x90] ;\nIPA.PASS R2, a[0xa0] ;\n"
        "IPA.PASS R3, a[0xb0] ;\nEXIT ;\n";
    MaxwellStage s =
        stage(kFragment, "in_generics=0x02010203, targets=0xf", kText); // screen, perspective, constant, perspective
    const auto all = lang::io_variables_of(s.module, Role::Input);
    ASSERT_EQ(all.size(), 4U);
    constexpr ir::Interpolation kInterpolations[] = {ir::Interpolation::NoPerspective, ir::Interpolation::Centroid,
                                                     ir::Interpolation::Flat, ir::Interpolation::Smooth};
    for (std::uint32_t i = 0; i < 4; ++i) {
        EXPECT_EQ(all[i].number, i);
        EXPECT_EQ(all[i].interpolation, kInterpolations[i]) << i;
    }
}

TEST(MaxwellGraphics, LanesOfARegisterHaveTheirOwnInterpolation) {
    constexpr std::string_view kText = "IPA.PASS R0, a[0x84] ;\nEXIT ;\n";
    const ir::Context apart{{{"maxwell.interpolates_apart", 1}}};
    const MaxwellStage s = stage(kFragment, "in_generics=0x9d, targets=0x1", kText, apart);
    const auto all = lang::io_variables_of(s.module, Role::Input); // constant, screen, constant, perspective
    ASSERT_EQ(all.size(), 4U);
    constexpr ir::Interpolation kInterpolations[] = {ir::Interpolation::Flat, ir::Interpolation::NoPerspective,
                                                     ir::Interpolation::Flat, ir::Interpolation::Smooth};
    for (std::uint32_t i = 0; i < 4; ++i) {
        EXPECT_EQ(std::tuple(all[i].number, all[i].lane, all[i].lanes), std::tuple(i == 0 ? 0 : 32 - i, i, 1U));
        EXPECT_EQ(all[i].interpolation, kInterpolations[i]) << i;
    }
    const MaxwellStage pairs = stage(kFragment, "in_generics=0x85, targets=0x1", kText, apart);
    const auto two = lang::io_variables_of(pairs.module, Role::Input); // constant twice, none, perspective
    ASSERT_EQ(two.size(), 2U);
    EXPECT_EQ(std::tuple(two[0].lane, two[0].lanes, two[1].lane, two[1].lanes), std::tuple(0U, 3U, 3U, 1U));
    const MaxwellStage alone = stage(kFragment, "in_generics=0x9d, targets=0x1", kText);
    EXPECT_EQ(lang::io_variables_of(alone.module, Role::Input).size(), 1U); // a single program has no other locations
}

// Four registers for each target that has a component, as Mesa's NAK has them. R0 to R2 are what a shader leaves there that
// writes alpha alone: one of a game (yuzu's PR 8038) has its result in R3.
TEST(MaxwellGraphics, ColoursTakeFourRegistersEachThenMaskAndDepth) {
    constexpr std::string_view kText =
        "MOV32I R0, 0x3f800000 ;\nMOV32I R1, 0x40a00000 ;\nMOV32I R2, 0x40c00000 ;\nMOV32I R3, 0x40e00000 ;\n"
        "MOV32I R4, 0x41000000 ;\nMOV32I R5, 0x40000000 ;\nMOV32I R6, 0x41100000 ;\nMOV32I R7, 0x40400000 ;\n"
        "MOV32I R8, 0x5 ;\nMOV32I R9, 0x3e800000 ;\nEXIT ;\n";
    MaxwellStage s = stage(kFragment, "targets=0xa01, sample_mask=1, depth=1", kText);
    s.run();
    EXPECT_EQ(s.made(0, 0), 1.0F);
    EXPECT_EQ(s.made(0, 1), 0.0F);
    EXPECT_EQ(s.made(2, 1), 2.0F);
    EXPECT_EQ(s.made(2, 2), 0.0F);
    EXPECT_EQ(s.made(2, 3), 3.0F);
    EXPECT_EQ(*s.lane(Role::Output, Semantic::SampleMask, 0, 0), 5U);
    EXPECT_EQ(s.made(Semantic::FragDepth, 0, 0), 0.25F);
    MaxwellStage alpha = stage(kFragment, "targets=0x8, depth=1", kText);
    alpha.run();
    EXPECT_EQ(alpha.made(0, 3), 7.0F);
    EXPECT_EQ(alpha.made(Semantic::FragDepth, 0, 0), 2.0F);
    MaxwellStage whole = stage(kFragment, "targets=0xf", kText, {{{"maxwell.target0", 1}}});
    EXPECT_TRUE(whole.module.files[lang::io_variables_of(whole.module, Role::Output)[0].file].is_signed);
}

TEST(MaxwellGraphics, FragmentsThatFailTheirTestsAreDiscarded) {
    const auto discarded = [](std::string_view text, const ir::Context& context) {
        MaxwellStage s = stage(kFragment, "targets=0xf", text, context);
        s.run();
        return s.state.discarded;
    };
    constexpr std::string_view kHalf = "MOV32I R3, 0x3f000000 ;\nEXIT ;\n";
    constexpr std::uint64_t kGreater = 4, kEqual = 2;
    const auto test = [](std::uint64_t function, float reference) {
        return ir::Context{{{"maxwell.alpha_test", function}, {"maxwell.alpha_reference", bits(reference)}}};
    };
    EXPECT_FALSE(discarded(kHalf, {}));
    EXPECT_FALSE(discarded(kHalf, test(kGreater, 0.25F)));
    EXPECT_TRUE(discarded(kHalf, test(kGreater, 0.5F)));
    EXPECT_FALSE(discarded(kHalf, test(kEqual, 0.5F)));
    constexpr std::uint64_t kNotEqual = 5, kGreaterEqual = 6;
    constexpr std::string_view kNoNumber = "MOV32I R3, 0x7fc00000 ;\nEXIT ;\n";
    EXPECT_FALSE(discarded(kHalf, test(kNotEqual, 0.25F)));
    EXPECT_TRUE(discarded(kHalf, test(kNotEqual, 0.5F)));
    EXPECT_FALSE(discarded(kNoNumber, test(kNotEqual, 0.5F))); // it is equal to nothing
    EXPECT_TRUE(discarded(kNoNumber, test(kGreaterEqual, 0.5F)));
    EXPECT_TRUE(discarded("ISETP.EQ.AND P0, PT, RZ, RZ, PT ;\n@P0 KIL ;\nEXIT ;\n", {}));
    EXPECT_FALSE(discarded("ISETP.EQ.AND P0, PT, RZ, RZ, PT ;\n@!P0 KIL ;\nEXIT ;\n", {}));
}

// By the eighth of the alpha: which of two pixels of an even row are drawn, and of the odd one below.
TEST(MaxwellGraphics, AlphaDithersOverTwoByTwoPixels) {
    constexpr std::string_view kRows[2][8] = {{"00", "10", "10", "10", "10", "11", "11", "11"},
                                              {"00", "00", "00", "01", "01", "01", "01", "11"}};
    const auto is_drawn = [](float alpha, unsigned x, unsigned y, std::string_view targets, std::uint64_t dithers) {
        MaxwellStage s = stage(kFragment, targets, fmt::format("MOV32I R3, {:#x} ;\nEXIT ;\n", bits(alpha)),
                               {{{"maxwell.alpha_dither", dithers}}});
        s.builtins[ir::Builtin::FragCoord] = {bits(static_cast<float>(x) + 0.5F), bits(static_cast<float>(y) + 0.5F), 0,
                                              bits(1)};
        s.run();
        return !s.state.discarded;
    };
    for (unsigned step = 0; step < 8; ++step)
        for (unsigned x = 6; x < 8; ++x)
            for (unsigned y = 2; y < 4; ++y)
                EXPECT_EQ(is_drawn((static_cast<float>(step) + 0.5F) / 8, x, y, "targets=0xf", 1),
                          kRows[y % 2][step][x % 2] == '1')
                    << step << " at " << x << ", " << y;
    EXPECT_TRUE(is_drawn(1, 7, 2, "targets=0xf", 1));
    EXPECT_FALSE(is_drawn(-1, 6, 2, "targets=0xf", 1));
    EXPECT_TRUE(is_drawn(0, 6, 2, "targets=0xf", 0));
    EXPECT_TRUE(is_drawn(0, 6, 2, "targets=0x7", 1)); // no alpha is handed on
}

TEST(MaxwellGraphics, TheSecondTargetCanBeASourceOfBlending) {
    const auto outputs = [](std::uint64_t dual) {
        return lang::io_variables_of(
            stage(kFragment, "targets=0xff", "EXIT ;\n", {{{"maxwell.dual_source", dual}}}).module, Role::Output);
    };
    const auto [one, two] = std::array{outputs(0), outputs(1)};
    ASSERT_EQ(std::pair(one.size(), two.size()), std::pair(std::size_t{2}, std::size_t{2}));
    EXPECT_EQ(std::tuple(one[1].number, one[1].is_second), std::tuple(1U, false));
    EXPECT_EQ(std::tuple(two[0].number, two[0].is_second), std::tuple(0U, false));
    EXPECT_EQ(std::tuple(two[1].number, two[1].is_second), std::tuple(0U, true));
    for (const lang::Dialect dialect : {lang::Dialect::SpirV, lang::Dialect::GlslVulkan, lang::Dialect::GlslOpenGl}) {
        MaxwellStage s = stage(kFragment, "targets=0xff", "EXIT ;\n", {{{"maxwell.dual_source", 1}}});
        const lang::Target target{.dialect = dialect};
        const auto module = translate::prepare(std::move(s.module), target, {});
        ASSERT_TRUE(module) << module.error().text;
        const auto artifact = translate::print(*module, target);
        ASSERT_TRUE(artifact) << artifact.error().text;
        expect_taken(*artifact, target, ir::Stage::Fragment);
        const bool text = dialect != lang::Dialect::SpirV;
        const std::string said = text ? artifact->text : spirv_text(artifact->words);
        EXPECT_NE(said.find(text ? "location = 0, index = 1) out" : "Index 1"), std::string::npos) << said;
        EXPECT_EQ(artifact->interface[1].index, 1U);
    }
}

TEST(MaxwellGraphics, WhatCompilersMakeOfADerivativeIsOneAgain) {
    const auto made = [](std::string_view text) {
        return stage(kFragment, "in_generics=0x3, targets=0x1",
                     "IPA.PASS R0, a[0x80] ;\n" + std::string(text) + "EXIT ;\n");
    };
    const MaxwellStage x = made("SHFL.BFLY PT, R1, R0, 0x1, 0x1c03 ;\nFSWZADD R0, R1, R0, 0x99 ;\n");
    EXPECT_EQ(count(x.module, ir::Op::FDdx), 1U);
    const MaxwellStage y = made("SHFL.BFLY PT, R1, R0, 0x2, 0x1c03 ;\nFSWZADD R0, R1, R0, 0xa5 ;\n");
    EXPECT_EQ(count(y.module, ir::Op::FDdy), 1U);
    const MaxwellStage changed =
        made("SHFL.BFLY PT, R1, R0, 0x1, 0x1c03 ;\nFADD R0, R0, 1 ;\nFSWZADD R0, R1, R0, 0x99 ;\n");
    EXPECT_EQ(count(changed.module, ir::Op::FDdx), 0U);
    EXPECT_EQ(count(changed.module, ir::Op::Shuffle), 1U);
    const MaxwellStage beside =
        made("MOV R4, R0 ;\nSHFL.BFLY PT, R5, R4, 0x1, 0x1c03 ;\nFADD R2, R0, 1 ;\nFSWZADD R0, R5, R4, 0x99 ;\n");
    EXPECT_EQ(count(beside.module, ir::Op::FDdx), 1U);            // the word below changes neither
    for (const std::string_view texture : {"R0, R8", "R8, R0"}) { // either destination of a texture access
        const MaxwellStage lost = made("SHFL.BFLY PT, R1, R0, 0x1, 0x1c03 ;\nTEXS " + std::string(texture) +
                                       ", R6, R7, 0x28, 2D, RGBA ;\nFSWZADD R0, R1, R0, 0x99 ;\n");
        EXPECT_EQ(count(lost.module, ir::Op::FDdx), 0U) << texture;
    }
}

/// What the four fragments of a quad write, given values of the one input.
std::array<float, 4> quad_of(std::string_view text, std::array<float, 4> values) {
    MaxwellStage s = stage(kFragment, "in_generics=0x3, targets=0x1", text);
    std::vector<run::State> quad(4, s.state);
    const std::uint32_t in = lang::io_variables_of(s.module, Role::Input)[0].file;
    const std::uint32_t out = lang::io_variables_of(s.module, Role::Output)[0].file;
    for (std::size_t i = 0; i < 4; ++i) quad[i].files[in][0] = bits(values[i]);
    run::Host host;
    host.builtin = [](ir::Builtin which, unsigned, std::size_t state) -> std::uint64_t {
        return which == ir::Builtin::SubgroupInvocation ? state : 0;
    };
    const Status done = run::run(s.module, quad, {}, host);
    EXPECT_TRUE(done) << done.error().text;
    std::array<float, 4> made{};
    for (std::size_t i = 0; i < 4; ++i)
        made[i] = std::bit_cast<float>(static_cast<std::uint32_t>(quad[i].files[out][0]));
    return made;
}

// a is the neighbour's value along x, b the own: a + b, b - a, a - b, b.
TEST(MaxwellGraphics, SignsOfAQuadBeginWithItsFirstThread) {
    const auto made = quad_of(
        "IPA.PASS R0, a[0x80] ;\nSHFL.BFLY PT, R1, R0, 0x1, 0x1c03 ;\n"
        "FSWZADD R0, R1, R0, 0x1b ;\nEXIT ;\n",
        {1, 2, 4, 8});
    EXPECT_EQ(made, (std::array<float, 4>{2 + 1, 2 - 1, 8 - 4, 8}));
}

// A quarter of a pixel to the right, half a one down.
TEST(MaxwellGraphics, InputsCanBeTakenBesideTheCentre) {
    const auto made = quad_of("MOV32I R1, 0xf8000400 ;\nIPA.PASS.OFFSET R0, a[0x80], RZ, R1 ;\nEXIT ;\n", {1, 2, 3, 4});
    EXPECT_EQ(made, (std::array<float, 4>{0.25F, 1.25F, 2.25F, 3.25F}));
}

// ---- vertices

constexpr std::string_view kPosition = "out_system_ab=0xf0000000";
constexpr std::string_view kStoresPosition =
    "MOV32I R0, 0x40000000 ;\nMOV32I R1, 0x3f800000 ;\nMOV32I R2, 0x3f000000 ;\n"
    "MOV32I R3, 0x40800000 ;\nAST.128 a[0x70], R0 ;\nEXIT ;\n"; // 2, 1, 1/2, 4

std::vector<float> position(const ir::Context& context) {
    MaxwellStage s = stage(kVertex, kPosition, kStoresPosition, context);
    s.run();
    std::vector<float> all;
    for (std::uint32_t i = 0; i < 4; ++i) all.push_back(s.made(Semantic::Position, 0, i));
    return all;
}

TEST(MaxwellGraphics, PositionsBecomeTheHosts) {
    EXPECT_EQ(position({}), (std::vector<float>{2, 1, 0.5F, 4}));
    EXPECT_EQ(position({{{"maxwell.flip_y", 1}}}), (std::vector<float>{2, -1, 0.5F, 4}));
    EXPECT_EQ(position({{{"maxwell.depth_from_minus_one", 1}}}), (std::vector<float>{2, 1, 2.25F, 4}));
    EXPECT_EQ(position({{{"maxwell.window_positions", 1}, {"maxwell.window_width", 4}, {"maxwell.window_height", 2}}}),
              (std::vector<float>{0, 0, 0.5F, 4}));
    EXPECT_EQ(position({{{"maxwell.flip_y", 1}, {"maxwell.to_rasteriser", 0}}}), (std::vector<float>{2, 1, 0.5F, 4}));
}

TEST(MaxwellGraphics, NumbersOfVerticesBeginWithTheDraw) {
    const auto numbers = [](const ir::Context& context) {
        MaxwellStage s = stage(kVertex, "out_generics=0x3, in_system_c=0xc000",
                               "ALD.64 R0, a[0x2f8] ;\nAST.64 a[0x80], R0 ;\nEXIT ;\n", context);
        s.builtins = {{ir::Builtin::VertexIndex, {17}},
                      {ir::Builtin::InstanceIndex, {9}},
                      {ir::Builtin::BaseVertex, {10}},
                      {ir::Builtin::BaseInstance, {5}}};
        s.run();
        return std::pair(bits(s.made(0, 0)), bits(s.made(0, 1)));
    };
    EXPECT_EQ(numbers({}), std::pair(4U, 7U));
    EXPECT_EQ(numbers({{{"maxwell.draws_from_zero", 1}}}), std::pair(9U, 17U));
}

TEST(MaxwellGraphics, InputsHaveTheKindOfTheContext) {
    MaxwellStage s =
        stage(kVertex, "in_generics=0x111, out_generics=0x1", "ALD R0, a[0x90] ;\nAST a[0x80], R0 ;\nEXIT ;\n",
              {{{"maxwell.attribute1", 1}, {"maxwell.attribute2", 2}}});
    for (const lang::IoVariable& io_variable : lang::io_variables_of(s.module, Role::Input)) {
        const ir::RegisterFile& file = s.module.files[io_variable.file];
        EXPECT_EQ(file.kind, io_variable.number == 0 ? ir::Kind::F32 : ir::Kind::I32) << io_variable.number;
        EXPECT_EQ(file.is_signed, io_variable.number == 1);
    }
    *s.lane(Role::Input, Semantic::User, 1, 0) = 0xfffffffb;
    s.run();
    EXPECT_EQ(bits(s.made(0, 0)), 0xfffffffbU);
}

// The guest's formats of whole numbers that are read as floats; a register's address makes no difference.
TEST(MaxwellGraphics, WholeNumbersCanComeAsFloats) {
    for (const std::string_view load : {"ALD.64 R0, a[0x90] ;\nALD R2, a[0xa4] ;\nALD R3, a[0xb0] ;\n",
                                        "MOV32I R4, 0x10 ;\nIADD R4, R4, c[0x0][0x0] ;\nALD.64 R0, a[R4+0x80] ;\n"
                                        "ALD R2, a[R4+0x94] ;\nALD R3, a[R4+0xa0] ;\n"}) {
        MaxwellStage s = stage(kVertex, "in_generics=0xfff0, out_generics=0xf",
                               std::string(load) + "AST.128 a[0x80], R0 ;\nEXIT ;\n",
                               {{{"maxwell.attribute1", 3}, {"maxwell.attribute2", 4}, {"maxwell.attribute3", 1}}});
        *s.lane(Role::Input, Semantic::User, 1, 0) = 0xfffffffb;
        *s.lane(Role::Input, Semantic::User, 1, 1) = 7;
        *s.lane(Role::Input, Semantic::User, 2, 1) = 0xffffff00;
        *s.lane(Role::Input, Semantic::User, 3, 0) = 0xfffffffb;
        s.run();
        EXPECT_EQ(s.made(0, 0), -5.0F) << load;
        EXPECT_EQ(s.made(0, 1), 7.0F) << load;
        EXPECT_EQ(s.made(0, 2), 4294967040.0F) << load;
        EXPECT_EQ(bits(s.made(0, 3)), 0xfffffffbU) << load; // whole
    }
}

TEST(MaxwellGraphics, RowsMayBeCountedFromBelowAndQuadsByTwo) {
    const auto made = [](const ir::Context& context) {
        MaxwellStage s =
            stage(kFragment, "in_system_ab=0x31000000, targets=0x7",
                  "IPA.PASS R0, a[0x70] ;\nIPA.PASS R1, a[0x74] ;\nIPA.CONSTANT R2, a[0x60] ;\nEXIT ;\n", context);
        s.builtins = {{ir::Builtin::FragCoord, {bits(2.5F), bits(3.5F), 0, bits(1)}}, {ir::Builtin::PrimitiveId, {7}}};
        s.run();
        return std::tuple(s.made(0, 0), s.made(0, 1), bits(s.made(0, 2)));
    };
    EXPECT_EQ(made({}), std::tuple(2.5F, 3.5F, 7U));
    EXPECT_EQ(made({{{"maxwell.lower_left", 1}, {"maxwell.window_height", 16}, {"maxwell.halve_primitive_id", 1}}}),
              std::tuple(2.5F, 12.5F, 3U));
}

// 16 KiB are all that hosts promise.
TEST(MaxwellGraphics, ConstantBuffersAreAsLargeAsTheCodeShows) {
    const auto size = [](std::string_view text, const ir::Context& context = {}) {
        const MaxwellStage s =
            stage(kVertex, "out_generics=0x1", std::string(text) + "AST a[0x80], R0 ;\nEXIT ;\n", context);
        EXPECT_EQ(s.module.resources.size(), 1U);
        return s.module.resources[0].size;
    };
    EXPECT_EQ(size("MOV R0, c[0x3][0x0] ;\n"), 16U);
    EXPECT_EQ(size("MOV R0, c[0x3][0x10] ;\nFADD R0, R0, c[0x3][0x4] ;\n"), 32U);
    EXPECT_EQ(size("MOV R0, c[0x3][0xfffc] ;\n"), 65536U);
    EXPECT_EQ(size("MOV R1, c[0x3][0x40] ;\nLDC R0, c[0x3][R1] ;\n"), 65536U);
    EXPECT_EQ(size("MOV R1, c[0x3][0x40] ;\nLDC R0, c[0x3][R1] ;\n", {{{"maxwell.constants3.bytes", 1000}}}), 1008U);
    EXPECT_EQ(size("MOV R1, c[0x3][0x1000] ;\nLDC R0, c[0x3][R1] ;\n", {{{"maxwell.constants3.bytes", 1000}}}), 4112U);
}

TEST(MaxwellGraphics, FeedbackCapturesRegistersAndParts) {
    const ir::Context context{{{"maxwell.feedback0.stride", 24},
                               {"maxwell.feedback0.words", 6},
                               {"maxwell.feedback0.word0", 0x70},
                               {"maxwell.feedback0.word1", 0x74},
                               {"maxwell.feedback0.word2", 0x78},
                               {"maxwell.feedback0.word3", 0x7c},
                               {"maxwell.feedback0.word4", 0x78},
                               {"maxwell.feedback0.word5", 0x7c}}};
    MaxwellStage s = stage(kVertex, kPosition, kStoresPosition, context);
    ASSERT_EQ(s.module.feedback.size(), 2U);
    EXPECT_EQ(s.module.feedback[0].offset, 0U);
    EXPECT_EQ(s.module.feedback[1].offset, 16U);
    EXPECT_EQ(s.module.feedback[1].stride, 24U);
    s.run();
    EXPECT_EQ(s.made(31, 0), 0.5F);
    EXPECT_EQ(s.made(31, 1), 4.0F);
}

TEST(MaxwellGraphics, PointSizeDefaultsToTheContext) {
    const ir::Context context{{{"maxwell.point_size", bits(3.0F)}}};
    MaxwellStage s = stage(kVertex, kPosition, kStoresPosition, context);
    s.run();
    EXPECT_EQ(s.made(Semantic::PointSize, 0, 0), 3.0F);
    MaxwellStage own =
        stage(kVertex, "out_system_ab=0xf8000000", "MOV32I R0, 0x40000000 ;\nAST a[0x6c], R0 ;\nEXIT ;\n", context);
    own.run();
    EXPECT_EQ(own.made(Semantic::PointSize, 0, 0), 2.0F);
}

// The second texture coordinate of the fixed pipeline, and a distance.
TEST(MaxwellGraphics, FixedVaryingsHaveLocationsOfTheirOwn) {
    constexpr std::string_view kText =
        "MOV32I R0, 0x40000000 ;\nAST a[0x310], R0 ;\nAST a[0x280], R0 ;\n"
        "AST a[0x2c4], R0 ;\nEXIT ;\n";
    constexpr std::string_view kMaps = "out_textures=0x10, out_colors=0x1, out_system_c=0x2";
    MaxwellStage s = stage(kVertex, kMaps, kText);
    s.run();
    EXPECT_EQ(s.made(16, 0), 2.0F);
    EXPECT_EQ(s.made(22, 0), 2.0F);
    EXPECT_EQ(s.made(Semantic::ClipDistance, 1, 0), 2.0F);
    MaxwellStage moved = stage(kVertex, kMaps, kText, {{{"maxwell.fixed_location", 4}}});
    moved.run();
    EXPECT_EQ(moved.made(10, 0), 2.0F);
    const auto fixed = lifted(std::string(kVertex) + std::string(kMaps) + ", out_generics=0x10", kText,
                              {{{"maxwell.fixed_location", 1}}});
    ASSERT_FALSE(fixed);
    EXPECT_NE(fixed.error().text.find("maxwell.fixed_location"), std::string::npos) << fixed.error().text;
}

TEST(MaxwellGraphics, AddressesMayBeComputed) {
    MaxwellStage s = stage(kVertex, "in_generics=0xff0, out_generics=0xff00",
                           "ALD R4, a[0x90] ;\nAL2P R5, R4, 0x94 ;\nALD R0, a[R5] ;\nAST a[R4+0xa8], R0 ;\nEXIT ;\n");
    *s.lane(Role::Input, Semantic::User, 1, 0) = 16;
    s.give(2, 1, 7);
    s.run();
    EXPECT_EQ(s.made(3, 2), 7.0F);
}

// ---- primitives and patches

TEST(MaxwellGraphics, GeometryProgramsAreGivenVertices) {
    MaxwellStage s = stage(
        kGeometry, "topology=7, max_vertices=3, threads=2, in_generics=0x1, out_generics=0x1, out_system_ab=0x2000000",
        "MOV32I R1, 0x2 ;\nISBERD R1, [R1] ;\nALD R0, a[0x80], R1 ;\nAST a[0x80], R0 ;\n"
        "S2R R2, SR_INVOCATION_ID ;\nAST a[0x64], R2 ;\nOUT.EMIT_THEN_CUT RZ, RZ, RZ ;\nEXIT ;\n");
    EXPECT_EQ(s.module.geometry, (ir::Geometry{ir::Primitive::Triangles, ir::Primitive::TriangleStrip, 3, 2}));
    EXPECT_EQ(count(s.module, ir::Op::LoadFileAt), 0U);
    s.builtins[ir::Builtin::InvocationId] = {1};
    s.give(0, 0, 5, 2);
    s.run();
    ASSERT_EQ(s.state.emitted.size(), 2U);
    EXPECT_TRUE(s.state.emitted[1].ends_primitive);
    s.state.files = s.state.emitted[0].files;
    EXPECT_EQ(s.made(0, 0), 5.0F);
    EXPECT_EQ(*s.lane(Role::Output, Semantic::Layer, 0, 0), 1U);
}

TEST(MaxwellGraphics, PassthroughCopiesThePrimitive) {
    MaxwellStage s =
        stage(kGeometry, "passthrough=1, topology=1, in_generics=0x1, in_system_ab=0xf0000000, out_system_ab=0x2000000",
              "MOV32I R0, 0x3 ;\nAST a[0x64], R0 ;\nEXIT ;\n", {{{"maxwell.topology", 1}}});
    EXPECT_EQ(s.module.geometry, (ir::Geometry{ir::Primitive::Lines, ir::Primitive::LineStrip, 2, 1}));
    s.give(0, 0, 5, 1);
    *s.lane(Role::Input, Semantic::Position, 0, 3, 1) = bits(9);
    s.run();
    ASSERT_EQ(s.state.emitted.size(), 3U);
    EXPECT_TRUE(s.state.emitted[2].ends_primitive);
    s.state.files = s.state.emitted[1].files;
    EXPECT_EQ(s.made(0, 0), 5.0F);
    EXPECT_EQ(s.made(Semantic::Position, 0, 3), 9.0F);
    EXPECT_EQ(*s.lane(Role::Output, Semantic::Layer, 0, 0), 3U);
}

// Of the threads of a patch only the second has something to say of level 1.
TEST(MaxwellGraphics, WordsOfThePatchThatAThreadLeavesAreNotStored) {
    MaxwellStage s = stage(kControl, "threads=4, out_system_ab=0xf0000000",
                           "ALD.O.P R1, a[0x4] ;\nS2R R0, SR_INVOCATION_ID ;\nISETP.EQ.AND P0, PT, R0, 0x1, PT ;\n"
                           "@P0 MOV32I R1, 0x40000000 ;\nAST.P a[0x4], R1 ;\nEXIT ;\n");
    EXPECT_EQ(s.module.tessellation.made, 4U);
    const auto stores = [&](std::uint32_t invocation) {
        s.builtins[ir::Builtin::InvocationId] = {invocation};
        s.writes.clear();
        s.run();
        return std::ranges::count_if(s.writes, [&](const auto& write) { return s.module.files[write.index].is_patch; });
    };
    EXPECT_EQ(stores(0), 0);
    EXPECT_EQ(stores(1), 1);
    EXPECT_EQ(stores(2), 0);
}

// On the machine they are one warp in lockstep. A program with barriers of its own is trusted.
TEST(MaxwellGraphics, ThreadsOfAPatchHaveABarrierBeforeReadingEachOther) {
    for (const auto& [barrier, barriers] : {std::pair("", 2U), std::pair("BAR.SYNC 0x0 ;\n", 1U)}) {
        MaxwellStage s =
            stage(kControl, "threads=3, out_generics=0x7",
                  "S2R R8, SR_LANEID ;\nMOV32I R0, 0x3f800000 ;\nAST a[0x80], R0 ;\n" + std::string(barrier) +
                      "ALD.O R1, a[0x80], R8 ;\nAST a[0x84], R1 ;\nISETP.EQ.AND P0, PT, R8, RZ, PT ;\n"
                      "@P0 BRA done ;\nALD.O R2, a[0x84], RZ ;\nALD.O R2, a[0x84], R1 ;\n"
                      "AST a[0x88], R2 ;\ndone: EXIT ;\n");
        EXPECT_EQ(count(s.module, ir::Op::Barrier), barriers);
        EXPECT_EQ(count(s.module, ir::Op::LoadFileOf), 2U); // RZ: the own one
        std::vector<ir::Op> order;
        for (const ir::Block& block : s.module.functions[0].blocks)
            for (const ir::Id id : block.insts)
                if (s.module[id].op == ir::Op::StoreFile || ir::info(s.module[id].op).has(ir::kAcross))
                    order.push_back(s.module[id].op);
        const auto first_barrier = std::ranges::find(order, ir::Op::Barrier),
                   looks = std::ranges::find(order, ir::Op::LoadFileOf);
        EXPECT_EQ(std::ranges::count(order.begin(), first_barrier, ir::Op::StoreFile), 1);
        EXPECT_LT(first_barrier, looks);
        s.builtins[ir::Builtin::InvocationId] = {1};
        s.run();
        EXPECT_EQ(s.made(0, 1), 1.0F);
        EXPECT_EQ(s.made(0, 2), 1.0F);
    }
}

TEST(MaxwellGraphics, WhatAStageCannotDoIsRefused) {
    const auto refusal = [](std::string_view head, std::string_view text) {
        const auto module = lifted(std::string(head) + "sass_version=3", std::string(text) + "EXIT ;\n", {});
        return module ? "" : module.error().text;
    };
    EXPECT_NE(refusal(kVertex, "IPA.PASS R0, a[0x80] ;\n").find("IPA: "), std::string::npos);
    EXPECT_NE(refusal(kVertex, "KIL ;\n").find("KIL: "), std::string::npos);
    EXPECT_NE(refusal(kVertex, "OUT.EMIT R0, R0, RZ ;\n").find("OUT: "), std::string::npos);
    EXPECT_NE(refusal(kGeometry, "OUT.EMIT R0, R0, 0x1 ;\n").find("streams"), std::string::npos);
    EXPECT_NE(refusal(kFragment, "PIXLD.OFFSET R0, [0x0] ;\n").find("PIXLD: "), std::string::npos);
}

} // namespace
} // namespace relit::test::maxwell_graphics
