// Values without lanes that nothing uses, taken from where they were computed: as texts say them.
#include "ir/text/parse.hpp"
#include "ir/text/print.hpp"
#include "ir/verify/verify.hpp"
#include "lang/lower/lower.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace relit::lang::lanes_properties {
namespace {

constexpr std::string_view kBegin =
    "module vertex \"test\"\n"
    "file 0 v f32x4[2] input\n"
    "file 1 o f32x4[2] output\n"
    "function 0 main() -> void\n"
    "b0:\n";

/// The blocks after the lowering, from the first instruction on; what is wrong, if anything is.
std::string lowered(std::string_view insts, Dialect dialect = Dialect::GlslVulkan) {
    auto module = ir::parse(std::string(kBegin) + std::string(insts));
    if (!module) return module.error().text;
    (void)lower_lanes(*module, {.dialect = dialect});
    if (const Status legal = ir::verify(*module); !legal) return legal.error().text;
    const std::string text = ir::print(*module);
    const std::size_t begin = text.find("b0:\n") + 4;
    return text.substr(begin, text.find("  return") - begin);
}

TEST(LowerLanes, ComputesNoLaneThatNothingUses) {
    EXPECT_EQ(lowered("  %1: f32x4 = loadfile v[0]\n"
                      "  %2: f32x4 = loadfile v[1]\n"
                      "  %3: f32x4 = fadd %1, %2\n"
                      "  storefile o[0].xy, %3\n"
                      "  return\n"),
              "  %v0_1: f32x2 = loadfile v[0]\n"
              "  %v1_1: f32x2 = loadfile v[1]\n"
              "  %1: f32x2 = fadd %v0_1, %v1_1\n"
              "  storefile o[0].xy, %1\n");
}

TEST(LowerLanes, KeepsNoValueWithoutUse) {
    EXPECT_EQ(lowered("  %1: f32x4 = loadfile v[0]\n"
                      "  %2: f32x4 = fneg %1\n"
                      "  storefile o[0].xyzw, %1\n"
                      "  return\n"),
              "  %v0_1: f32x4 = loadfile v[0]\n"
              "  storefile o[0].xyzw, %v0_1\n");
}

// A lane of 64 bits is two of the file.
TEST(LowerLanes, LoadsTheUpperOfTwoWideLanes) {
    EXPECT_NE(lowered("  %1: i64x2 = loadfile v[0]\n"
                      "  %2: i64x2 = ineg %1\n"
                      "  %3: i64 = swizzle %2.y\n"
                      "  storefile o[0].x, %3\n"
                      "  return\n")
                  .find("i64 = loadfile v[0]+2\n"),
              std::string::npos);
}

TEST(LowerLanes, LeavesSpirvItsVectors) {
    const std::string_view text =
        "  %1: f32x4 = loadfile v[0]\n"
        "  %2: f32x4 = fneg %1\n"
        "  storefile o[0].xy, %2\n"
        "  return\n";
    EXPECT_NE(lowered(text, Dialect::SpirV).find("f32x4 = fneg"), std::string::npos);
}

TEST(LowerLanes, TakesLanesFromWhereTheyAreComputed) {
    EXPECT_EQ(lowered("  %1: f32x4 = loadfile v[0]\n"
                      "  %2: f32x4 = swizzle %1.wzyx\n"
                      "  %3: f32x4 = swizzle %2.yxwz\n"
                      "  %4: f32x4 = fneg %3\n"
                      "  storefile o[0].xyzw, %4\n"
                      "  return\n"),
              "  %v0_1: f32x4 = loadfile v[0]\n"
              "  %1: f32x4 = swizzle %v0_1.zwxy\n"
              "  %2: f32x4 = fneg %1\n"
              "  storefile o[0].xyzw, %2\n");
}

// A mask that leaves out lanes takes those of one value; those of several are stored one by one.
TEST(LowerLanes, StoresLanesThatAreApart) {
    EXPECT_EQ(lowered("  %1: f32x4 = loadfile v[0]\n"
                      "  storefile o[0].yw, %1\n"
                      "  return\n"),
              "  %v0_1: f32x3 = loadfile v[0]+1\n"
              "  storefile o[0]+1.xz, %v0_1\n");
    EXPECT_EQ(lowered("  %1: f32x4 = loadfile v[0]\n"
                      "  %2: f32x4 = loadfile v[1]\n"
                      "  %3: f32x4 = blend %1, %2.w\n"
                      "  storefile o[0].yw, %3\n"
                      "  return\n"),
              "  %v0y_1: f32 = loadfile v[0]+1\n"
              "  %v1w_1: f32 = loadfile v[1]+3\n"
              "  storefile o[0]+1.x, %v0y_1\n"
              "  storefile o[0]+3.x, %v1w_1\n");
}

// What is computed is stored as it is, beside the rest.
TEST(LowerLanes, StoresAVectorBesideALane) {
    EXPECT_EQ(lowered("  %1: f32x4 = loadfile v[0]\n"
                      "  %2: f32x4 = fadd %1, %1\n"
                      "  %3: f32x4 = const 0x0 0x0 0x0 0x3f800000\n"
                      "  %4: f32x4 = blend %2, %3.w\n"
                      "  storefile o[0].xyzw, %4\n"
                      "  return\n"),
              "  %v0_1: f32x3 = loadfile v[0]\n"
              "  %1: f32x3 = fadd %v0_1, %v0_1\n"
              "  storefile o[0].xyz, %1\n"
              "  %2: f32 = const 0x3f800000 ; 1.0\n"
              "  storefile o[0]+3.x, %2\n");
}

// One lane, wherever it goes, is no vector.
TEST(LowerLanes, StoresARepeatedLaneWithTheRest) {
    const std::string text = lowered(
        "  %1: f32x4 = loadfile v[0]\n"
        "  %2: f32 = swizzle %1.x\n"
        "  %3: f32 = fneg %2\n"
        "  %4: f32 = swizzle %1.w\n"
        "  %5: f32x4 = compose %3, %3, %4, %2\n"
        "  storefile o[0].xyzw, %5\n"
        "  return\n");
    EXPECT_NE(text.find("  storefile o[0].xyzw, "), std::string::npos) << text;
}

TEST(LowerLanes, ArgumentsOfBlocksAreWhole) {
    EXPECT_EQ(lowered("  %1: f32x4 = loadfile v[0]\n"
                      "  %2: f32x4 = swizzle %1.yxwz\n"
                      "  jump b1(%2)\n"
                      "b1(%3: f32x4):\n"
                      "  storefile o[0].x, %3\n"
                      "  return\n"),
              "  %v0_1: f32x4 = loadfile v[0]\n"
              "  %1: f32x4 = swizzle %v0_1.yxwz\n"
              "  jump b1(%1)\n"
              "b1(%2: f32x4):\n"
              "  %3: f32 = swizzle %2.x\n"
              "  storefile o[0].x, %3\n");
}

// Control may go elsewhere: an argument is put together on its way.
TEST(LowerLanes, ArgumentsOfAChoiceArePutTogetherBehindIt) {
    EXPECT_EQ(lowered("  %1: f32x4 = loadfile v[0]\n"
                      "  %2: f32x4 = swizzle %1.yxwz\n"
                      "  %3: f32 = swizzle %1.x\n"
                      "  %4: bool = flt %3, %3\n"
                      "  branch %4, b1(%2), b1(%1)\n"
                      "b1(%5: f32x4):\n"
                      "  storefile o[0].x, %5\n"
                      "  return\n"),
              "  %v0_1: f32x4 = loadfile v[0]\n"
              "  %1: f32 = swizzle %v0_1.x\n"
              "  %2: f32 = swizzle %v0_1.x\n"
              "  %3: bool = flt %1, %2\n"
              "  branch %3, b2, b1(%v0_1)\n"
              "b1(%4: f32x4):\n"
              "  %5: f32 = swizzle %4.x\n"
              "  storefile o[0].x, %5\n");
}

} // namespace
} // namespace relit::lang::lanes_properties
