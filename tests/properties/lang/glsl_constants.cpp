// Constants of GLSL text have the bits that they should, whatever these are: read from what glslang makes of them.
#include "ir/builder.hpp"
#include "lang/target.hpp"
#include "pass/pass.hpp"
#include "tests/support/values.hpp"
#include "verify/glslang.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace relit::lang::glsl_constants {
namespace {

using ir::Kind;

constexpr std::uint32_t kOpConstant = 43; // of SPIR-V

// The 32-bit constants of a module of SPIR-V.
std::set<std::uint32_t> constants_in(std::span<const std::uint32_t> words) {
    std::set<std::uint32_t> found;
    for (std::size_t at = 5; at < words.size() && words[at] >> 16 != 0; at += words[at] >> 16) {
        const bool one_word = (words[at] & 0xffff) == kOpConstant && words[at] >> 16 == 4;
        if (one_word) found.insert(words[at + 3]);
    }
    return found;
}

std::vector<std::uint32_t> awkward_floats() {
    std::vector<std::uint32_t> floats = {0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001,
                                         0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x3dcccccd,
                                         0x3f7fffff, 0x4b7fffff, 0x5f000000, 0x20000000, 0x00800001, 0x7f7ffffe};
    test::Random random(7);
    for (unsigned i = 0; i < 2000; ++i) floats.push_back(static_cast<std::uint32_t>(random.bits()));
    for (unsigned i = 0; i < 200; ++i) {
        floats.push_back(static_cast<std::uint32_t>(test::awkward_lane(Kind::F32, random)));
    }
    return floats;
}

TEST(GlslConstants, KeepEveryBit) {
    const std::vector<std::uint32_t> floats = awkward_floats();
    ir::Module module;
    ir::Builder ir(module);
    ir.file("o", Kind::F32, 1, static_cast<std::uint32_t>(floats.size()), ir::Role::Output);
    ir.function("main");
    for (std::uint32_t i = 0; i < floats.size(); ++i) ir.store(0, i, ir.constant(ir::kF32, floats[i]));
    ir.ret();
    ASSERT_TRUE(pass::run_passes(module, "structure"));
    const Target target{.dialect = Dialect::GlslVulkan, .interface = Interface::Harness, .version = 450};
    const auto artifact = to_glsl(module, target);
    ASSERT_TRUE(artifact) << artifact.error().text;
    const auto words = verify::compile_glsl(artifact->text, target, module.stage);
    ASSERT_TRUE(words) << words.error().text;
    const std::set<std::uint32_t> found = constants_in(*words);
    for (const std::uint32_t bits : floats) EXPECT_TRUE(found.contains(bits)) << std::hex << bits;
}

// Arithmetic is `precise` where the version has that, and told to be otherwise where it has not.
TEST(GlslConstants, WhatRoundsIsPrecise) {
    for (const std::uint32_t version : {450U, 330U}) {
        ir::Module module;
        ir::Builder ir(module);
        const auto v = ir.file("v", Kind::F32, 4, 2, ir::Role::Input),
                   o = ir.file("o", Kind::F32, 4, 2, ir::Role::Output);
        ir.function("main");
        const ir::Id a = ir.load(v, 0, ir::kF32.with_lanes(4)), b = ir.load(v, 4, ir::kF32.with_lanes(4));
        const ir::Id sum = ir.FMad(a, b, a);
        ir.store(o, 0, ir.FMul(sum, sum));
        ir.store(o, 4, ir.FNeg(ir.FAdd(sum, b)));
        ir.ret();
        ASSERT_TRUE(pass::run_passes(module, "structure"));
        const auto artifact = to_glsl(module, {.dialect = Dialect::GlslOpenGl, .version = version});
        ASSERT_TRUE(artifact) << artifact.error().text;
        const bool has = version >= 400;
        const std::string precise = has ? "precise " : "";
        EXPECT_NE(artifact->text.find("    " + precise + "vec4 sum0 = v0 * v1 + v0;\n"), std::string::npos)
            << artifact->text;
        EXPECT_EQ(artifact->text.find("precise o0;\n") != std::string::npos, has) << artifact->text;
        EXPECT_EQ(artifact->approximate.empty(), has);
    }
}

} // namespace
} // namespace relit::lang::glsl_constants
