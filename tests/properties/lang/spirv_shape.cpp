// What a shader is made of, beyond what it computes: how it asks for its values, and what it leaves to the device.
#include "ir/text/parse.hpp"
#include "tests/support/spirv_check.hpp"
#include "translate/translate.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <string_view>

namespace relit::spirv_shape {
namespace {

std::string shader_of(const std::string& text, const lang::Target& target) {
    auto module = ir::parse(text);
    if (!module) return module.error().text;
    auto ready = translate::prepare(std::move(*module), target, {});
    if (!ready) return ready.error().text;
    const auto artifact = lang::to_spirv(*ready, target);
    if (!artifact) return artifact.error().text;
    const std::string error = test::spirv_error(artifact->words);
    return error.empty() ? test::spirv_text(artifact->words) : error;
}

std::size_t count(std::string_view text, std::string_view what) {
    std::size_t found = 0;
    for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++found;
    return found;
}

const std::string kFragment =
    "module fragment \"test\"\n"
    "file 0 v f32x4[2] input\n"
    "place v[0] user 0\n"
    "place v[1] user 1\n"
    "file 1 o f32x4[2] output\n"
    "place o[0] user 0\n"
    "place o[1] user 1\n"
    "resource 0 c constant binding 0 size 64\n"
    "function 0 main() -> void\n"
    "b0:\n";

// ---- denormals

/// A program that flushes in all it does, but for `extra`, which gives %9.
std::string flushing(std::string_view extra) {
    return kFragment +
           "  %1: f32 = loadfile v[0]\n"
           "  %2: f32 = loadfile v[0]+1\n"
           "  %3: f32 = fmul %1, %2 !flush_inputs !flush_result\n"
           "  %4: f32 = fadd %3, %1 !flush_inputs !flush_result\n" +
           std::string(extra) +
           "  storefile o[0].x, %4\n"
           "  storefile o[1].x, %9\n"
           "  return\n";
}

enum class Who { Device, Shader };
struct Case {
    std::string_view extra;
    Who who;
};
void PrintTo(const Case& one, std::ostream* to) { *to << one.extra; }

class Denormals : public testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Operations, Denormals,
                         testing::Values(Case{"  %9: f32 = fneg %4\n", Who::Device},
                                         Case{"  %9: f32 = fabs %1\n", Who::Device},
                                         Case{"  %9: f32 = frcp %1\n", Who::Device},     // as near as devices do it
                                         Case{"  %9: f32 = fsat %4\n", Who::Device},     // of what was flushed
                                         Case{"  %9: f32 = fsat %1\n", Who::Shader},     // of 1e-40 that is 1e-40
                                         Case{"  %9: f32 = fadd %1, %2\n", Who::Shader}, //
                                         Case{"  %9: f32 = fmin %1, %2\n", Who::Shader}, //
                                         Case{"  %9: f32 = fceil %1\n", Who::Shader},    // of 1e-40 that is 1
                                         Case{"  %9: f32 = ftrunc %1\n", Who::Device},   //
                                         Case{"  %8: bool = flt %1, %2\n  %9: f32 = select %8, %1, %2\n", Who::Shader},
                                         Case{"  %8: i32 = ftos %1\n  %9: f32 = stof %8\n", Who::Device},
                                         Case{"  %9: f32 = fmul %1, %2 !flush_result\n", Who::Shader},
                                         Case{"  %9: f32 = fmul %1, %1 !flush_inputs !flush_result\n", Who::Device}));

TEST_P(Denormals, AreFlushedByTheDeviceIfEverythingFlushes) {
    const auto [extra, who] = GetParam();
    const std::string text = shader_of(flushing(extra), {.flushes_denormals = true});
    EXPECT_EQ(count(text, "OpExecutionMode %main DenormFlushToZero 32"), who == Who::Device ? 1U : 0U) << text;
    EXPECT_EQ(count(text, "OpIEqual") != 0, who == Who::Shader) << text; // whether the exponent is 0
}

TEST_P(Denormals, AreFlushedByTheShaderWhereTheDeviceCannot) {
    const std::string text = shader_of(flushing(GetParam().extra), {});
    EXPECT_EQ(count(text, "DenormFlushToZero"), 0U);
    EXPECT_NE(count(text, "OpIEqual"), 0U) << text;
}

TEST_P(Denormals, ArePreservedIfAnOperationNeedsThem) {
    const std::string text =
        shader_of(flushing(GetParam().extra), {.keeps_denormals = true, .flushes_denormals = true});
    const bool device = GetParam().who == Who::Device;
    EXPECT_EQ(count(text, "OpExecutionMode %main DenormFlushToZero 32"), device ? 1U : 0U) << text;
    EXPECT_EQ(count(text, "OpExecutionMode %main DenormPreserve 32"), device ? 0U : 1U) << text;
}

TEST(Denormals, AreLeftToTheDeviceIfNothingFlushes) {
    const std::string text = shader_of(kFragment +
                                           "  %1: f32 = loadfile v[0]\n"
                                           "  %2: f32 = fmul %1, %1\n"
                                           "  storefile o[0].x, %2\n"
                                           "  return\n",
                                       {.flushes_denormals = true});
    EXPECT_EQ(count(text, "Denorm"), 0U) << text;
}

// A comparison by bits gives the bits that it was given.
TEST(Denormals, AreFlushedByTheShaderInBitOperations) {
    const std::string text =
        shader_of(flushing("  %9: f32 = fmax %1, %2 !flush_inputs !flush_result\n"), {.flushes_denormals = true});
    EXPECT_EQ(count(text, "OpExecutionMode %main DenormFlushToZero 32"), 1U);
    EXPECT_NE(count(text, "OpIEqual"), 0U) << text;
}

// ---- inputs, constants, functions

TEST(SpirvShape, LoadsAnInputOnce) {
    const std::string text = shader_of(kFragment +
                                           "  %1: f32 = loadfile v[0]\n"
                                           "  %2: f32 = loadfile v[0]+3\n"
                                           "  %3: f32 = fadd %1, %2\n"
                                           "  %4: f32x2 = loadfile v[0]+1\n"
                                           "  storefile o[0].x, %3\n"
                                           "  storefile o[1].xy, %4\n"
                                           "  return\n",
                                       {.debug_lines = false});
    EXPECT_EQ(count(text, "OpLoad"), 1U) << text;
    EXPECT_EQ(count(text, "OpBitcast"), 0U) << text;
}

TEST(SpirvShape, LoadsARowOfConstantsOnceInABlock) {
    const auto loads = [](unsigned first, std::uint32_t at) {
        const std::string a = std::to_string(first), b = std::to_string(first + 1);
        return "  %" + a + ": i32 = const " + std::to_string(at) + "\n  %" + b + ": f32 = loadbuffer c, %" + a + "\n";
    };
    const std::string same = loads(1, 16) + loads(3, 28) + loads(5, 20),
                      other = loads(1, 16) + loads(3, 32) + loads(5, 48);
    const std::string rest =
        "  %7: f32 = fadd %2, %4\n"
        "  %8: f32 = fadd %7, %6\n"
        "  storefile o[0].x, %8\n"
        "  return\n";
    const std::string one = shader_of(kFragment + same + rest, {.debug_lines = false});
    EXPECT_EQ(count(one, "OpLoad %v4float"), 1U) << one;
    EXPECT_EQ(count(one, "OpLoad %float"), 0U) << one;
    const std::string three = shader_of(kFragment + other + rest, {.debug_lines = false});
    EXPECT_EQ(count(three, "OpLoad %v4float"), 0U) << three;
    EXPECT_EQ(count(three, "OpLoad %float"), 3U) << three;
}

TEST(SpirvShape, IsOneFunctionWhereNothingFollowsTheProgram) {
    const std::string body =
        "  %1: f32 = loadfile v[0]\n"
        "  storefile o[0].x, %1\n"
        "  return\n";
    EXPECT_EQ(count(shader_of(kFragment + body, {}), "OpFunctionEnd"), 1U);
    EXPECT_EQ(count(shader_of(kFragment + body, {}), "loop_limit"), 0U);
    EXPECT_EQ(count(shader_of(kFragment + body, {.loop_limit = 9}), "OpVariable %_ptr_Private"), 0U);
}

// Registers of which the pipeline has a part need no copy of the whole.
TEST(SpirvShape, OutputsAreStoredToTheVariablesOfThePipeline) {
    const std::string begin =
        "module vertex \"test\"\n"
        "file 0 v f32x4[1] input\n"
        "file 1 o f32x4[3] output\n"
        "place o[0] position\n"
        "place o[1] point_size\n"
        "function 0 main() -> void\n"
        "b0:\n"
        "  %1: f32x4 = loadfile v[0]\n"
        "  storefile o[0].xyzw, %1\n";
    const std::string all =
        shader_of(begin + "  storefile o[1].xyzw, %1\n  storefile o[2].xy, %1\n  return\n", {.debug_lines = false});
    EXPECT_EQ(count(all, "_ptr_Private"), 0U) << all;
    EXPECT_EQ(count(all, "OpFunctionEnd"), 1U) << all;
    EXPECT_EQ(count(all, "OpStore"), 5U) << all; // position, size, two lanes, and the 0 that two others start as
    const std::string read = shader_of(begin +
                                           "  %2: i32 = const 1\n"
                                           "  storefileat o[0].xyzw, %2, %1\n"
                                           "  return\n",
                                       {.debug_lines = false});
    EXPECT_NE(count(read, "_ptr_Private"), 0U) << read;
}

// ---- control flow

/// Adds an input to itself as often as a constant says; `body` is done in each round, which ends with %11 and %12.
std::string loop(std::string_view body = "  %11: i32 = iadd %5, %3\n  %12: f32 = fadd %6, %1\n  jump b1(%11, %12)\n") {
    return kFragment +
           "  %1: f32 = loadfile v[0]\n"
           "  %2: i32 = const 0\n"
           "  %3: i32 = const 1\n"
           "  %4: i32 = loadbuffer c, %2\n"
           "  jump b1(%2, %1)\n"
           "b1(%5: i32, %6: f32):\n"
           "  %7: bool = ult %5, %4\n"
           "  branch %7, b2, b3\n"
           "b2:\n" +
           std::string(body) +
           "b3:\n"
           "  storefile o[0].x, %6\n"
           "  return\n";
}

TEST(SpirvShape, ALoopEndsWithItsOwnConditionAndHasPhis) {
    const std::string text = shader_of(loop(), {.debug_lines = false});
    EXPECT_EQ(count(text, "OpPhi"), 2U) << text;
    EXPECT_EQ(count(text, "OpLoopMerge"), 1U) << text;
    EXPECT_EQ(count(text, "OpBranchConditional"), 1U) << text;
    EXPECT_EQ(count(text, "OpSelectionMerge"), 0U) << text;
    EXPECT_EQ(count(text, "_ptr_Private") + count(text, "_ptr_Function"), 0U) << text;
    EXPECT_EQ(count(text, "OpLabel"), 5U) << text; // before, head, body, back, after
}

// Devices that mix the rounds of a loop (docs/devices.md).
TEST(SpirvShape, ALoopIsLeftAtItsHeadAloneWhereTheTargetAsksForIt) {
    const std::string leaves =
        "  %8: bool = feq %6, %1\n"
        "  branch %8, b3, b4\n"
        "b4:\n"
        "  %11: i32 = iadd %5, %3\n"
        "  %12: f32 = fadd %6, %1\n"
        "  jump b1(%11, %12)\n";
    const std::string clean = shader_of(loop(leaves), {.debug_lines = false});
    EXPECT_EQ(count(clean, "OpPhi %bool"), 0U) << clean;
    EXPECT_EQ(count(clean, "OpPhi"), 2U) << clean;
    EXPECT_EQ(count(clean, "OpBranchConditional"), 2U) << clean;
    EXPECT_EQ(count(clean, "OpSelectionMerge"), 0U) << clean;
    const std::string at_head = shader_of(loop(leaves), {.debug_lines = false, .loops_end_at_head = true});
    EXPECT_NE(count(at_head, "OpPhi %bool"), 0U) << at_head;
    EXPECT_EQ(count(at_head, "_ptr_Private") + count(at_head, "_ptr_Function"), 0U) << at_head;
}

TEST(SpirvShape, ALoopLimitIsCountedInAPhi) {
    const std::string text = shader_of(loop(), {.debug_lines = false, .loop_limit = 9});
    EXPECT_EQ(count(text, "OpVariable %_ptr_Private"), 0U) << text;
    EXPECT_EQ(count(text, "OpPhi %uint %uint_4294967295"), 1U) << text;
    EXPECT_EQ(count(text, "OpReturn"), 2U) << text;
}

TEST(SpirvShape, ValuesOfAChoiceMeetInAPhi) {
    const std::string text = shader_of(kFragment +
                                           "  %1: f32 = loadfile v[0]\n"
                                           "  %2: f32 = loadfile v[1]\n"
                                           "  %3: bool = flt %1, %2\n"
                                           "  branch %3, b1, b2\n"
                                           "b1:\n"
                                           "  %4: f32 = fmul %1, %2\n"
                                           "  %5: bool = feq %4, %2\n"
                                           "  jump b3(%4, %5)\n"
                                           "b2:\n"
                                           "  %6: f32 = fadd %1, %2\n"
                                           "  %7: bool = feq %6, %1\n"
                                           "  jump b3(%6, %7)\n"
                                           "b3(%8: f32, %9: bool):\n"
                                           "  %10: f32 = select %9, %8, %1\n"
                                           "  storefile o[0].x, %10\n"
                                           "  return\n",
                                       {.debug_lines = false});
    EXPECT_EQ(count(text, "OpPhi %float"), 1U) << text;
    EXPECT_EQ(count(text, "OpPhi %bool"), 1U) << text;
    EXPECT_EQ(count(text, "OpSelect "), 1U) << text;
    EXPECT_EQ(count(text, "_ptr_Private") + count(text, "_ptr_Function"), 0U) << text;
}

// A store with a bounds check is a choice of its own, so that a block of the program ends in another of the shader.
TEST(SpirvShape, PhisNameTheBlockThatIsLeft) {
    const std::string text = shader_of(
        "module compute \"test\"\n"
        "resource 0 s storage binding 0 size 0\n"
        "function 0 main() -> void\n"
        "b0:\n"
        "  %1: i32 = const 0\n"
        "  %2: i32 = loadbuffer s, %1\n"
        "  %4: bool = ieq %2, %1\n"
        "  branch %4, b1, b2\n"
        "b1:\n"
        "  %5: i32 = iadd %2, %2\n"
        "  storebuffer s, %1, %5\n"
        "  jump b3(%5)\n"
        "b2:\n"
        "  jump b3(%2)\n"
        "b3(%6: i32):\n"
        "  storebuffer s, %1, %6\n"
        "  return\n",
        {.debug_lines = false});
    EXPECT_EQ(count(text, "OpPhi"), 1U) << text;
    EXPECT_EQ(count(text, "OpSelectionMerge"), 2U) << text; // of the choice, and of the function that stores
}

// What becomes part of another instruction has no line: a constant.
TEST(SpirvShape, ALineStandsBeforeAnInstructionAndOnlyWhereItChanges) {
    const std::string text = shader_of(
        "module fragment \"test\"\n"
        "origin 1 \"first\"\n"
        "origin 2 \"second\"\n" +
            kFragment.substr(kFragment.find('\n') + 1) +
            "  %1: f32 = loadfile v[0]\n"
            "  %2: f32 = const 0x40000000 @1\n"
            "  %3: f32 = fmul %1, %2 @2\n"
            "  %4: f32 = fadd %3, %1 @2\n"
            "  storefile o[0].x, %4 @2\n"
            "  return\n",
        {});
    EXPECT_EQ(count(text, "OpLine"), 1U) << text;
}

} // namespace
} // namespace relit::spirv_shape
