#include "ir/builder.hpp"
#include "ir/print.hpp"
#include "pass/pass.hpp"

#include <gtest/gtest.h>

#include <array>

namespace relit::pass {
namespace {

using ir::Kind;
using ir::Role;

std::string after(ir::Module& module, std::string_view list) {
    EXPECT_TRUE(run_passes(module, list));
    const std::string text = ir::print(module);
    return text.substr(text.find("function 0"));
}

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
  %1 = loadfile f32x4 v[0]
  %2 = loadfile f32x4 v[1]
  %3 = swizzle f32 %1.x
  %4 = swizzle f32 %2.y
  %5 = swizzle f32 %2.z
  %6 = swizzle f32 %1.w
  %7 = compose f32x4 %3, %4, %5, %6
  %8 = swizzle f32x3 %7.xyz
  storefile o[0].xyz, %8
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
  %1 = const i32 0x0
  %2 = const i32 0x7
  jump b1(%1)
b1(%3: i32):
  %4 = iadd i32 %3, %2
  %5 = const i32 0xa
  %6 = ult bool %4, %5
  branch %6, b1(%4), b2
b2:
  %7 = bitcast f32 %4
  storefile o[0].x, %7
  return
)");
}

TEST(ToSsa, HalvesShareALane) {
    ir::Module module;
    ir::Builder b(module);
    const auto v = b.file("v", Kind::F32, 4, 1, Role::Input);
    const auto r = b.file("r", Kind::F32, 4, 1, Role::Register);
    const auto o = b.file("o", Kind::F32, 4, 1, Role::Output);
    b.function("main");
    b.store(r, 0, b.load(v, 0, {Kind::F16, 2}), 0b01);
    b.store(r, 1, b.load(v, 1, ir::kF32));
    b.store(o, 0, b.load(r, 0, ir::kF32));
    b.store(o, 1, b.load(r, 1, ir::kF16));
    b.store(o, 2, b.load(r, 0, ir::kI64));
    b.ret();
    EXPECT_EQ(after(module, "to_ssa"), R"(function 0 main() -> void
b0:
  %1 = const i16 0x0
  %2 = loadfile f32 o[0]+1
  %3 = loadfile f16x2 v[0]
  %4 = loadfile f32 v[0]+1
  %5 = swizzle f16 %3.x
  %6 = bitcast i16 %5
  %7 = compose i16x2 %6, %1
  %8 = bitcast f32 %7
  %9 = bitcast f16x2 %4
  %10 = swizzle f16 %9.x
  %11 = swizzle f16 %3.x
  %12 = bitcast i16 %11
  %13 = compose i16x2 %12, %1
  %14 = bitcast i32 %13
  %15 = bitcast i32 %4
  %16 = compose i32x2 %14, %15
  %17 = bitcast i64 %16
  %18 = bitcast i16 %10
  %19 = bitcast i16x2 %2
  %20 = swizzle i16 %19.y
  %21 = compose i16x2 %18, %20
  %22 = bitcast f32 %21
  %23 = bitcast f32x2 %17
  %24 = swizzle f32 %23.x
  %25 = bitcast f32x2 %17
  %26 = swizzle f32 %25.y
  %27 = compose f32x4 %8, %22, %24, %26
  storefile o[0].xyzw, %27
  return
)");
}

} // namespace
} // namespace relit::pass
