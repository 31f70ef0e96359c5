#include "ir/builder.hpp"
#include "pass/after_test.hpp"

#include <gtest/gtest.h>

namespace relit::pass {
namespace {

TEST(Combine, WhatOneRuleMakesIsSeenByTheOthersAtOnce) {
    ir::Module module;
    ir::Builder builder(module);
    const std::uint32_t out = builder.file("o", ir::Kind::I32, 4, 1, ir::Role::Output);
    const std::uint32_t in = builder.file("i", ir::Kind::I32, 4, 1, ir::Role::Input);
    builder.function("main");
    const ir::Id a = builder.load(in, 0, ir::kI32);
    const ir::Id one = builder.ISub(builder.i32(3), builder.i32(2)); // folded: 1 ...
    const ir::Id same = builder.IMul(builder.Copy(a), one);          // ... so that this is a, without the copy
    const ir::Id shift = builder.IMul(same, builder.IAdd(one, builder.i32(3))); // a << 2, by a rule
    const ir::Id again = builder.IShl(a, builder.i32(2));                       // ... which stands here too
    builder.store(out, 0, shift);
    builder.store(out, 1, again);
    builder.ret();
    EXPECT_EQ(after(module, "combine,dce"), R"(function 0 main() -> void
b0:
  %1: i32 = loadfile i[0]
  %2: i32 = const 0x2
  %3: i32 = ishl %1, %2
  storefile o[0].x, %3
  storefile o[0]+1.x, %3
  return
)");
}

TEST(Combine, ChoicesByConstantsAreTaken) {
    ir::Module module;
    ir::Builder builder(module);
    builder.function("main");
    const ir::BlockId yes = builder.block(), no = builder.block();
    builder.branch(builder.IEq(builder.i32(1), builder.i32(1)), yes, no);
    builder.move_to(yes);
    builder.ret();
    builder.move_to(no);
    builder.ret();
    EXPECT_EQ(after(module, "combine,dce"), R"(function 0 main() -> void
b0:
  return
)");
}

} // namespace
} // namespace relit::pass
