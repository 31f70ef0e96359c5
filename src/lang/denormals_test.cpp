#include "lang/denormals.hpp"

#include "ir/parse.hpp"

#include <gtest/gtest.h>

#include <string>

namespace relit::lang {
namespace {

/// Of %9, which `line` gives.
bool is_never(const std::string& line) {
    const auto module = ir::parse(
        "module fragment \"\"\n"
        "file 0 v f32x4[1] input\n"
        "file 1 o f32x4[1] output\n"
        "function 0 main() -> void\n"
        "b0:\n"
        "  %1 = loadfile f32 v[0]\n"
        "  %2 = fadd f32 %1, %1 !flush_result\n"
        "  %3 = const f32 0x3f000000\n"
        "  %4 = const f32 0x80000001\n" +
        line +
        "  storefile o[0].x, %9\n"
        "  return\n");
    EXPECT_TRUE(module) << module.error().text;
    const auto& insts = module->functions[0].blocks[0].insts;
    return is_never_denormal(*module, insts[insts.size() - 2]);
}

TEST(NeverDenormal, AreNumbersThatAreNoneAndWhatWasFlushed) {
    EXPECT_TRUE(is_never("  %9 = fadd f32 %1, %1 !flush_result\n"));
    EXPECT_TRUE(is_never("  %9 = fneg f32 %2\n"));
    EXPECT_TRUE(is_never("  %9 = fabs f32 %3\n"));
    EXPECT_TRUE(is_never("  %9 = compose f32x2 %2, %3\n"));
    EXPECT_TRUE(is_never("  %8 = compose f32x2 %2, %3\n  %9 = swizzle f32 %8.y\n"));
    EXPECT_TRUE(is_never("  %8 = ftos i32 %1\n  %9 = stof f32 %8\n"));
    EXPECT_TRUE(is_never("  %9 = const f32x2 0x0 0x80000000\n"));
    EXPECT_TRUE(is_never("  %9 = const f32x2 0x00800000 0x7f800001\n"));
}

TEST(NeverDenormal, NothingElseIs) {
    EXPECT_FALSE(is_never("  %9 = fadd f32 %1, %1\n"));
    EXPECT_FALSE(is_never("  %9 = fadd f32 %2, %2 !flush_inputs\n"));
    EXPECT_FALSE(is_never("  %9 = fneg f32 %1\n"));
    EXPECT_FALSE(is_never("  %9 = fabs f32 %4\n"));
    EXPECT_FALSE(is_never("  %9 = compose f32x2 %2, %1\n"));
    EXPECT_FALSE(is_never("  %9 = const f32x2 0x3f000000 0x007fffff\n"));
    EXPECT_FALSE(is_never("  %8 = bitcast i32 %2\n  %9 = bitcast f32 %8\n"));
    EXPECT_FALSE(is_never("  %9 = copy f32 %1 !flush_result\n"));
}

} // namespace
} // namespace relit::lang
