#include "ir/builder.hpp"
#include "pass/after_test.hpp"

#include <gtest/gtest.h>

#include <array>

namespace relit::pass {
namespace {

using ir::Kind;
using ir::Role;

TEST(ToSsa, MaskedStoresGatherLanes) {
    ir::Module module;
    ir::Builder b(module);
    const auto v = b.file("v", Kind::F32, 4, 2, Role::Input);
    const auto r = b.file("r", Kind::F32, 4, 2, Role::Register);
    const auto o = b.file("o", Kind::F32, 4, 1, Role::Output);
    b.function("main");
    const ir::Type vec4{Kind::F32, 4};
    b.store(r, 0, b.load(v, 0, vec4));
    b.store(r, 0, b.load(v, 4, vec4), 0b0110);
    b.store(o, 0, b.load(r, 0, vec4), 0b0111);
    b.ret();
    EXPECT_EQ(after(module, "to_ssa"), R"(function 0 main() -> void
b0:
  %1: f32x4 = loadfile v[0]
  %2: f32x4 = loadfile v[1]
  %3: f32x4 = blend %1, %2.yz
  %4: f32x3 = swizzle %3.xyz
  storefile o[0].xyz, %4
  return
)");
}

TEST(ToSsa, JoinsBecomeBlockParameters) {
    ir::Module module;
    ir::Builder b(module);
    const auto r = b.file("r", Kind::I32, 1, 2, Role::Register);
    const auto o = b.file("o", Kind::F32, 1, 1, Role::Output);
    b.function("main");
    const ir::BlockId loop = b.block(), out = b.block();
    b.store(r, 0, b.i32(0));
    b.store(r, 1, b.i32(7));
    b.jump(loop);
    b.move_to(loop);
    const ir::Id next = b.IAdd(b.load(r, 0, ir::kI32), b.load(r, 1, ir::kI32));
    b.store(r, 0, next);
    b.branch(b.ULt(next, b.i32(10)), loop, out);
    b.move_to(out);
    b.store(o, 0, b.load(r, 0, ir::kI32));
    b.ret();
    EXPECT_EQ(after(module, "to_ssa"), R"(function 0 main() -> void
b0:
  %1: i32 = const 0x0
  %2: i32 = const 0x7
  jump b1(%1)
b1(%3: i32):
  %4: i32 = iadd %3, %2
  %5: i32 = const 0xa
  %6: bool = ult %4, %5
  branch %6, b1(%4), b2
b2:
  %7: f32 = bitcast %4
  storefile o[0].x, %7
  return
)");
}

TEST(ToSsa, AWideValueTakesSeveralLanes) {
    ir::Module module;
    ir::Builder b(module);
    const auto v = b.file("v", Kind::F16, 4, 1, Role::Input);
    const auto r = b.file("r", Kind::F16, 4, 1, Role::Register);
    const auto o = b.file("o", Kind::F32, 4, 1, Role::Output);
    b.function("main");
    b.store(r, 0, b.load(v, 0, ir::kF32));
    b.store(r, 1, b.load(v, 2, ir::kF16));
    b.store(o, 0, b.load(r, 0, ir::kF32));
    b.store(o, 1, b.load(r, 2, ir::kF32));
    b.store(o, 2, b.load(r, 0, ir::kI64));
    b.ret();
    EXPECT_EQ(after(module, "to_ssa"), R"(function 0 main() -> void
b0:
  %1: f32 = loadfile v[0]
  %2: f16 = loadfile v[0]+2
  %3: i16x2 = bitcast %1
  %4: i16 = swizzle %3.x
  %5: i16 = bitcast %2
  %6: i16x2 = compose %4, %5
  %7: f32 = bitcast %6
  %8: f16 = const 0x0
  %9: i16 = bitcast %8
  %10: i16 = bitcast %8
  %11: i16x2 = compose %9, %10
  %12: f32 = bitcast %11
  %13: i16x2 = bitcast %1
  %14: i16 = swizzle %13.x
  %15: i16 = bitcast %2
  %16: i16x2 = compose %14, %15
  %17: i32 = bitcast %16
  %18: i16 = bitcast %8
  %19: i16 = bitcast %8
  %20: i16x2 = compose %18, %19
  %21: i32 = bitcast %20
  %22: i32x2 = compose %17, %21
  %23: i64 = bitcast %22
  %24: f32x2 = bitcast %23
  %25: f32 = swizzle %24.x
  %26: f32x2 = bitcast %23
  %27: f32 = swizzle %26.y
  %28: f32x4 = compose %7, %12, %25, %27
  storefile o[0].xyzw, %28
  return
)");
}

} // namespace
} // namespace relit::pass
