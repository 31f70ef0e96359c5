#include "ir/builder.hpp"
#include "pass/after_test.hpp"

#include <gtest/gtest.h>

#include <array>

namespace relit::pass {
namespace {

using ir::Kind;
using ir::Role;

TEST(Scalarise, EachLaneIsOptimisedAlone) {
    ir::Module module;
    ir::Builder b(module);
    const auto v = b.file("v", Kind::F32, 4, 1, Role::Input);
    const auto o = b.file("o", Kind::F32, 4, 1, Role::Output);
    b.function("main");
    const ir::Id value = b.load(v, 0, ir::kF32.with_lanes(2));
    const ir::Id reversed = b.FNeg(b.swizzle(value, {1, 0}));
    const ir::Id mixed = b.blend(reversed, b.f32(2, 2), 2);
    b.store(o, 0, b.FMul(mixed, mixed));
    b.ret();
    EXPECT_EQ(after(module, "scalarise,fold,dce"), R"(function 0 main() -> void
b0:
  %1: f32x2 = loadfile v[0]
  %2: f32 = swizzle %1.y
  %3: f32 = fneg %2
  %4: f32 = fmul %3, %3
  %5: f32 = const 0x40800000 ; 4.0
  %6: f32x2 = compose %4, %5
  storefile o[0].xy, %6
  return
)");
    EXPECT_FALSE(scalarise(module));
}

TEST(Scalarise, LanesAreSummedInTheirOrder) {
    ir::Module module;
    ir::Builder b(module);
    const auto v = b.file("v", Kind::F32, 4, 2, Role::Input);
    const auto o = b.file("o", Kind::F32, 4, 1, Role::Output);
    b.function("main");
    const ir::Type three = ir::kF32.with_lanes(3);
    const ir::Id x = b.load(v, 0, three), y = b.load(v, 4, three);
    b.mode({{4}}); // denormal operands count as zero
    b.store(o, 0, b.FDot(x, y));
    b.ret();
    EXPECT_EQ(after(module, "scalarise"), R"(function 0 main() -> void
b0:
  %1: f32x3 = loadfile v[0]
  %2: f32 = swizzle %1.x
  %3: f32 = swizzle %1.y
  %4: f32 = swizzle %1.z
  %5: f32x3 = loadfile v[1]
  %6: f32 = swizzle %5.x
  %7: f32 = swizzle %5.y
  %8: f32 = swizzle %5.z
  %9: f32 = fmul %2, %6 !flush_inputs
  %10: f32 = fmul %3, %7 !flush_inputs
  %11: f32 = fadd %9, %10 !flush_inputs
  %12: f32 = fmul %4, %8 !flush_inputs
  %13: f32 = fadd %11, %12 !flush_inputs
  storefile o[0].x, %13
  return
)");
}

TEST(Scalarise, WhatCrossesBlocksStaysWhole) {
    ir::Module module;
    ir::Builder b(module);
    const auto v = b.file("v", Kind::I32, 4, 1, Role::Input);
    const auto o = b.file("o", Kind::I32, 4, 1, Role::Output);
    b.function("main");
    const ir::BlockId next = b.block();
    const ir::Type two = ir::kI32.with_lanes(2);
    const ir::Id value = b.load(v, 0, two), passed = b.INeg(value);
    b.jump(next, std::array{passed});
    b.move_to(next);
    const ir::Id param = b.make(ir::Op::BlockParam, two, {}, 0);
    module.functions[0].blocks[next].params.push_back(param);
    b.store(o, 0, b.lane(b.IAdd(param, value), 1));
    b.ret();
    EXPECT_EQ(after(module, "scalarise,dce"), R"(function 0 main() -> void
b0:
  %1: i32x2 = loadfile v[0]
  %2: i32 = swizzle %1.x
  %3: i32 = swizzle %1.y
  %4: i32 = ineg %2
  %5: i32 = ineg %3
  %6: i32x2 = compose %4, %5
  %7: i32 = swizzle %6.y
  %8: i32 = iadd %7, %3
  storefile o[0].x, %8
  return
)");
}

} // namespace
} // namespace relit::pass
