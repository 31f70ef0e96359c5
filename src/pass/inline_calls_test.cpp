#include "ir/builder.hpp"
#include "pass/after_test.hpp"

#include <gtest/gtest.h>

#include <array>

namespace relit::pass {
namespace {

using ir::Kind;
using ir::Role;

TEST(InlineCalls, ResultsComeThroughBlockParameters) {
    ir::Module module;
    ir::Builder b(module);
    const auto v = b.file("v", Kind::I32, 1, 1, Role::Input);
    const auto o = b.file("o", Kind::I32, 1, 1, Role::Output);
    const ir::FunctionId main = b.function("main");
    const ir::FunctionId magnitude = b.function("magnitude", ir::kI32, {ir::kI32});
    const ir::BlockId negative = b.block(), positive = b.block();
    const ir::Id x = b.param(0);
    b.branch(b.SLt(x, b.i32(0)), negative, positive);
    b.move_to(negative);
    b.ret(b.INeg(x));
    b.move_to(positive);
    b.ret(x);
    b.move_to(main, 0);
    b.store(o, 0, b.call(magnitude, {b.load(v, 0, ir::kI32)}));
    b.ret();
    EXPECT_EQ(after(module, "inline_calls,dce"), R"(function 0 main() -> void
b0:
  %1: i32 = loadfile v[0]
  %2: i32 = const 0x0
  %3: bool = slt %1, %2
  branch %3, b2, b3
b1(%4: i32):
  storefile o[0].x, %4
  return
b2:
  %5: i32 = ineg %1
  jump b1(%5)
b3:
  jump b1(%1)
)");
}

} // namespace
} // namespace relit::pass
