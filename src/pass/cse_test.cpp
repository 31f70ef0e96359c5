#include "ir/builder.hpp"
#include "pass/after_test.hpp"

#include <gtest/gtest.h>

#include <array>

namespace relit::pass {
namespace {

using ir::Kind;
using ir::Role;

TEST(Common, EqualAndSwappedComputationsAreOne) {
    ir::Module module;
    ir::Builder b(module);
    const auto v = b.file("v", Kind::F32, 1, 2, Role::Input);
    const auto o = b.file("o", Kind::F32, 1, 3, Role::Output);
    b.function("main");
    const ir::Id x = b.load(v, 0, ir::kF32), y = b.load(v, 1, ir::kF32);
    b.store(o, 0, b.FAdd(x, y));
    b.store(o, 1, b.FAdd(y, b.load(v, 0, ir::kF32)));
    b.store(o, 2, b.FSub(y, x));
    b.ret();
    EXPECT_EQ(after(module, "cse"), R"(function 0 main() -> void
b0:
  %1: f32 = loadfile v[0]
  %2: f32 = loadfile v[1]
  %3: f32 = fadd %1, %2
  storefile o[0].x, %3
  storefile o[1].x, %3
  %4: f32 = fsub %2, %1
  storefile o[2].x, %4
  return
)");
}

TEST(Common, OnlyDominatingValuesAreReused) {
    ir::Module module;
    ir::Builder b(module);
    const auto v = b.file("v", Kind::I32, 1, 1, Role::Input);
    const auto o = b.file("o", Kind::I32, 1, 2, Role::Output);
    b.function("main");
    const ir::BlockId one = b.block(), two = b.block();
    const ir::Id x = b.load(v, 0, ir::kI32);
    b.branch(b.IEq(x, x), one, two);
    b.move_to(one);
    b.store(o, 0, b.INeg(x));
    b.jump(two);
    b.move_to(two);
    b.store(o, 1, b.INeg(x));
    b.ret();
    EXPECT_FALSE(cse(module));
}

} // namespace
} // namespace relit::pass
