#include "lang/denormals.hpp"

#include "ir/evaluate.hpp"
#include "ir/text/parse.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <span>
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
        "  %1: f32 = loadfile v[0]\n"
        "  %2: f32 = fadd %1, %1 !flush_result\n"
        "  %3: f32 = const 0x3f000000\n"
        "  %4: f32 = const 0x80000001\n" +
        line +
        "  storefile o[0].x, %9\n"
        "  return\n");
    EXPECT_TRUE(module) << module.error().text;
    const auto& insts = module->functions[0].blocks[0].insts;
    return is_never_denormal(*module, insts[insts.size() - 2]);
}

TEST(NeverDenormal, AreNumbersThatAreNoneAndWhatWasFlushed) {
    EXPECT_TRUE(is_never("  %9: f32 = fadd %1, %1 !flush_result\n"));
    EXPECT_TRUE(is_never("  %9: f32 = fneg %2\n"));
    EXPECT_TRUE(is_never("  %9: f32 = fabs %3\n"));
    EXPECT_TRUE(is_never("  %9: f32x2 = compose %2, %3\n"));
    EXPECT_TRUE(is_never("  %8: f32x2 = compose %2, %3\n  %9: f32 = swizzle %8.y\n"));
    EXPECT_TRUE(is_never("  %8: i32 = ftos %1\n  %9: f32 = stof %8\n"));
    EXPECT_TRUE(is_never("  %9: f32 = ffloor %1\n"));
    EXPECT_TRUE(is_never("  %9: f32 = frsq %1\n"));
    EXPECT_TRUE(is_never("  %9: f32 = fsat %2\n"));
    EXPECT_TRUE(is_never("  %9: f32 = fmin %2, %3\n"));
    EXPECT_TRUE(is_never("  %8: bool = flt %1, %2\n  %9: f32 = select %8, %2, %3\n"));
    EXPECT_TRUE(is_never("  %9: f32x2 = const 0x0 0x80000000\n"));
    EXPECT_TRUE(is_never("  %9: f32x2 = const 0x00800000 0x7f800001\n"));
}

TEST(NeverDenormal, NothingElseIs) {
    EXPECT_FALSE(is_never("  %9: f32 = fadd %1, %1\n"));
    EXPECT_FALSE(is_never("  %9: f32 = fadd %2, %2 !flush_inputs\n"));
    EXPECT_FALSE(is_never("  %9: f32 = fneg %1\n"));
    EXPECT_FALSE(is_never("  %9: f32 = fabs %4\n"));
    EXPECT_FALSE(is_never("  %9: f32 = fsat %1\n"));
    EXPECT_FALSE(is_never("  %9: f32 = fmax %2, %1\n"));
    EXPECT_FALSE(is_never("  %9: f32 = frcp %1\n"));
    EXPECT_FALSE(is_never("  %9: f32 = fexp2 %1\n"));
    EXPECT_FALSE(is_never("  %8: bool = flt %2, %3\n  %9: f32 = select %8, %2, %1\n"));
    EXPECT_FALSE(is_never("  %9: f32x2 = compose %2, %1\n"));
    EXPECT_FALSE(is_never("  %9: f32x2 = const 0x3f000000 0x007fffff\n"));
    EXPECT_FALSE(is_never("  %8: i32 = bitcast %2\n  %9: f32 = bitcast %8\n"));
    EXPECT_FALSE(is_never("  %9: f32 = copy %1 !flush_result\n"));
}

/// The operands are denormals, what lies beside 0 and 1, and the greatest number.
TEST(NeverDenormal, AreRootsLogarithmsAndIntegers) {
    constexpr ir::Op kOps[] = {ir::Op::FFloor, ir::Op::FCeil, ir::Op::FTrunc, ir::Op::FRoundEven,
                               ir::Op::FSqrt,  ir::Op::FRsq,  ir::Op::FLog2};
    constexpr std::uint32_t kAround[] = {0, 0x007fffff, 0x00800000, 0x3f000000, 0x3f800000, 0x7f7fffff, 0x7f800000};
    for (const ir::Op op : kOps) {
        for (const std::uint32_t around : kAround) {
            for (std::uint32_t bits = around - 64; bits != around + 64; ++bits) {
                const ir::Value of{{bits}};
                const auto lane = ir::evaluate(op, ir::kF32, std::array{ir::kF32}, {}, 0, std::span(&of, 1)).lanes[0];
                EXPECT_TRUE((lane & 0x7f800000) != 0 || (lane & 0x7fffffff) == 0)
                    << ir::info(op).mnemonic << ' ' << bits;
            }
        }
    }
}

} // namespace
} // namespace relit::lang
