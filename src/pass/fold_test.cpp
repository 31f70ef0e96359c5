#include "ir/builder.hpp"
#include "pass/after_test.hpp"

#include <gtest/gtest.h>

#include <array>

namespace relit::pass {
namespace {

using ir::Kind;
using ir::Role;

TEST(Fold, ConstantsChooseTheWay) {
    ir::Module module;
    ir::Builder b(module);
    const auto o = b.file("o", Kind::F32, 1, 1, Role::Output);
    b.function("main");
    const std::array arms{b.block(), b.block(), b.block()};
    const std::array cases{3U, 5U};
    const ir::Id five = b.IAdd(b.i32(2), b.i32(3));
    b.switch_on(five, cases, arms);
    for (const ir::BlockId arm : arms) {
        b.move_to(arm);
        b.store(o, 0, b.FAdd(b.f32(1.5F), b.f32(static_cast<float>(arm))));
        b.ret();
    }
    EXPECT_EQ(after(module, "fold,dce"), R"(function 0 main() -> void
b0:
  %1: f32 = const 0x40600000 ; 3.5
  storefile o[0].x, %1
  return
)");
}

TEST(Fold, WhatIsNotKnownStays) {
    ir::Module module;
    ir::Builder b(module);
    const auto v = b.file("v", Kind::F32, 1, 1, Role::Input);
    const auto o = b.file("o", Kind::F32, 1, 1, Role::Output);
    b.function("main");
    b.store(o, 0, b.FAdd(b.load(v, 0, ir::kF32), b.f32(1)));
    b.ret();
    EXPECT_FALSE(fold(module));
}

} // namespace
} // namespace relit::pass
