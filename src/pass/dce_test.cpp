#include "ir/builder.hpp"
#include "pass/after_test.hpp"

#include <gtest/gtest.h>

#include <array>

namespace relit::pass {
namespace {

using ir::Kind;
using ir::Role;

TEST(Dead, UnusedValuesParametersAndRegistersGo) {
    ir::Module module;
    ir::Builder b(module);
    const auto r = b.file("r", Kind::I32, 1, 1, Role::Register);
    const auto o = b.file("o", Kind::I32, 1, 1, Role::Output);
    b.function("main");
    const ir::BlockId loop = b.block(), out = b.block(), nowhere = b.block();
    const ir::Id used = b.block_param(loop, ir::kI32), unused = b.block_param(loop, ir::kI32);
    const ir::Id one = b.i32(1);
    const std::array start{one, one};
    b.store(r, 0, one);
    b.jump(loop, start);
    b.move_to(loop);
    const ir::Id next = b.IAdd(used, one), other = b.INeg(unused);
    b.branch(b.ULt(next, b.i32(9)), loop, out);
    const std::array again{next, other};
    module.functions[0].blocks[loop].end.edges[0].args = module.copy(again);
    b.move_to(out);
    b.store(o, 0, next);
    b.ret();
    b.move_to(nowhere);
    b.jump(out);
    b.function("uncalled");
    b.ret();
    EXPECT_EQ(after(module, "dce"), R"(function 0 main() -> void
b0:
  %1: i32 = const 0x1
  jump b1(%1)
b1(%2: i32):
  %3: i32 = iadd %2, %1
  %4: i32 = const 0x9
  %5: bool = ult %3, %4
  branch %5, b1(%3), b2
b2:
  storefile o[0].x, %3
  return
)");
}

/// With the function, where none is left, and what that calls. Calls of others stay.
TEST(Dead, CallsOfPureFunctionsGoWithTheirResults) {
    ir::Module module;
    ir::Builder b(module);
    const auto o = b.file("o", Kind::I32, 1, 1, Role::Output);
    b.function("main");
    const ir::Id five = b.i32(5);
    const ir::FunctionId inner = b.function("inner", ir::kI32, {ir::kI32});
    b.ret(b.INot(b.param(0)));
    const ir::FunctionId pure = b.function("pure", ir::kI32, {ir::kI32});
    b.ret(b.call(inner, {b.param(0)}));
    const ir::FunctionId effect = b.function("effect", ir::kI32);
    b.store(o, 0, b.i32(1));
    b.ret(b.i32(2));
    b.move_to(0, 0);
    (void)b.call(pure, {five});
    (void)b.call(effect, {});
    b.ret();
    EXPECT_EQ(after(module, "dce"), R"(function 0 main() -> void
b0:
  %1: i32 = call effect
  return
function 1 effect() -> i32
b0:
  %2: i32 = const 0x1
  storefile o[0].x, %2
  %3: i32 = const 0x2
  return %3
)");
}

TEST(Dead, UnneededJumpsAreRemoved) {
    ir::Module module;
    ir::Builder b(module);
    const auto o = b.file("o", Kind::I32, 1, 1, Role::Output);
    b.function("main");
    const ir::BlockId next = b.block();
    const ir::Id param = b.block_param(next, ir::kI32);
    const std::array args{b.i32(4)};
    b.jump(next, args);
    b.move_to(next);
    b.store(o, 0, param);
    b.ret();
    EXPECT_EQ(after(module, "dce"), R"(function 0 main() -> void
b0:
  %1: i32 = const 0x4
  storefile o[0].x, %1
  return
)");
}

} // namespace
} // namespace relit::pass
