// GLSL does not let a compiler do two float operations at once (docs/ir.md): glslang must mark every sum of a product, in
// whatever statement it ends, as one that is not contracted.
#include "isa/maxwell/maxwell.hpp"
#include "translate/translate.hpp"
#include "verify/glslang.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <spirv/unified1/spirv.hpp>

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace relit::test::glsl_precise {
namespace {

constexpr lang::Target kTarget{.dialect = lang::Dialect::GlslVulkan, .version = 450};

/// Sums of products that may be contracted; of all sums of products.
struct Sums {
    unsigned loose = 0, all = 0;
};
Sums sums_in(const std::vector<std::uint32_t>& words) {
    std::set<std::uint32_t> kept, products;
    Sums sums;
    constexpr std::size_t kHeader = 5;
    for (std::size_t at = kHeader; at < words.size(); at += words[at] >> 16) {
        const auto op = static_cast<spv::Op>(words[at] & 0xffff);
        if (op == spv::OpDecorate && words[at + 2] == spv::DecorationNoContraction) kept.insert(words[at + 1]);
        if (op == spv::OpFMul || op == spv::OpVectorTimesScalar) products.insert(words[at + 2]);
        if (op == spv::OpFNegate && products.contains(words[at + 3])) products.insert(words[at + 2]);
        if (op != spv::OpFAdd && op != spv::OpFSub) continue;
        if (!products.contains(words[at + 3]) && !products.contains(words[at + 4])) continue;
        ++sums.all;
        if (!kept.contains(words[at + 2])) ++sums.loose;
    }
    return sums;
}

std::string text_of(std::string_view code) {
    const auto file = isa::maxwell::assemble(
        "MOV R4, c[0x0][0x310] ;\nMOV R5, c[0x0][0x314] ;\nLDG.E R0, [R4] ;\n" + std::string(code) + "EXIT ;\n", {});
    EXPECT_TRUE(file) << (file ? "" : file.error().text);
    const auto done = translate::translate(isa::maxwell::kFrontend, *file, {}, kTarget);
    EXPECT_TRUE(done) << (done ? "" : done.error().text);
    return done ? done->artifact.text : "";
}

TEST(GlslPrecise, WhatIsStoredIsRoundedStepByStep) {
    const std::string word = text_of("FMUL R1, R0, R0 ;\nFADD R1, R1, R0 ;\nSTG.E [R4], R1 ;\n");
    EXPECT_NE(word.find("precise uint value1 = floatBitsToUint(bits0 * bits0 + bits0);"), std::string::npos) << word;
    const std::string whole =
        text_of("FMUL R1, R0, R0 ;\nFADD.SAT R1, R1, R0 ;\nF2I.S32.F32.TRUNC R1, R1 ;\nSTG.E [R4], R1 ;\n");
    EXPECT_NE(whole.find("precise uint value1 = f_to_s(trunc(f_sat(bits0 * bits0 + bits0)));"), std::string::npos)
        << whole;
    const std::string one = text_of("FMUL R1, R0, R0 ;\nSTG.E [R4], R1 ;\n"); // nothing to do at once
    EXPECT_EQ(one.find("precise"), std::string::npos) << one;
}

/// Sums and products of few registers, which end in memory, as other numbers, or in conditions.
std::string random_sums(std::uint32_t seed) {
    std::mt19937 random(seed);
    const auto below = [&](unsigned count) { return static_cast<unsigned>(random() % count); };
    const auto reg = [&] { return below(2) == 0 ? 0U : 6 + below(4); };
    std::string text = "MOV R6, R0 ;\nMOV R7, R0 ;\nLDG.E R8, [R4+0x4] ;\nMOV R9, R8 ;\n";
    for (unsigned i = 0; i < 24; ++i) {
        const unsigned to = 6 + below(4), a = reg(), b = reg();
        switch (below(8)) {
            case 0:
            case 1: text += fmt::format("FMUL R{}, R{}, R{} ;\n", to, a, b); break;
            case 2:
            case 3: text += fmt::format("FADD R{}, R{}, -R{} ;\n", to, a, b); break;
            case 4: text += fmt::format("FADD.SAT R{}, R{}, R{} ;\n", to, a, b); break;
            case 5: text += fmt::format("STG.E [R4+{:#x}], R{} ;\n", 4 * below(64), a); break;
            case 6: text += fmt::format("F2I.S32.F32.TRUNC R1, R{} ;\nSTG.E [R4+0x8], R1 ;\n", a); break;
            default: text += fmt::format("FSETP.LT.AND P0, PT, R{}, R{}, PT ;\n@P0 STG.E [R4], R{} ;\n", a, b, to);
        }
    }
    return text;
}

TEST(GlslPrecise, SumsOfProductsAreNotContracted) {
    const verify::GlslangSession session;
    unsigned all = 0;
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        const std::string text = text_of(random_sums(seed));
        const auto words = verify::compile_glsl(text, kTarget, ir::Stage::Compute);
        ASSERT_TRUE(words) << words.error().text << text;
        const Sums sums = sums_in(*words);
        EXPECT_EQ(sums.loose, 0U) << text;
        all += sums.all;
    }
    EXPECT_GT(all, 8U);
}

} // namespace
} // namespace relit::test::glsl_precise
