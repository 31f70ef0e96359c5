#include "ir/builder.hpp"
#include "pass/after_test.hpp"

#include <gtest/gtest.h>

#include <array>

namespace relit::pass {
namespace {

using ir::Kind;
using ir::Role;

TEST(Simplify, RewritesAndLaneRules) {
    ir::Module module;
    ir::Builder b(module);
    const auto v = b.file("v", Kind::F32, 4, 1, Role::Input);
    const auto o = b.file("o", Kind::F32, 4, 1, Role::Output);
    b.function("main");
    const ir::Id x = b.load(v, 0, {Kind::F32, 4});
    const ir::Id product = b.FMul(b.f32(1, 4), x);
    const ir::Id reversed = b.compose({b.lane(product, 3), b.lane(product, 2), b.lane(product, 1), b.lane(product, 0)});
    const ir::Id back = b.swizzle(reversed, {3, 2, 1, 0});
    b.store(o, 0, b.blend(x, b.FNeg(b.FNeg(back)), 15));
    b.ret();
    EXPECT_EQ(after(module, "simplify,dce"), R"(function 0 main() -> void
b0:
  %1: f32x4 = loadfile v[0]
  storefile o[0].xyzw, %1
  return
)");
}

TEST(Simplify, AFloatModeIsLeftAlone) {
    ir::Module module;
    ir::Builder b(module);
    const auto v = b.file("v", Kind::F32, 1, 1, Role::Input);
    const auto o = b.file("o", Kind::F32, 1, 1, Role::Output);
    b.function("main");
    const ir::Id x = b.load(v, 0, ir::kF32), one = b.f32(1);
    b.mode(ir::FloatMode{}.set(ir::FloatMode::flush_inputs, true)); // a denormal times one is zero here
    b.store(o, 0, b.FMul(x, one));
    b.ret();
    EXPECT_FALSE(simplify(module));
}

} // namespace
} // namespace relit::pass
