#include "ir/builder.hpp"
#include "pass/after_test.hpp"

#include <gtest/gtest.h>

#include <array>

namespace relit::pass {
namespace {

using ir::BlockId;
using ir::Id;
using ir::Kind;
using ir::Role;

struct CopyingProgram {
    CopyingProgram() {
        v = b.file("v", Kind::I32, 1, 2, Role::Input);
        o = b.file("o", Kind::I32, 1, 2, Role::Output);
        b.function("main");
        x = b.load(v, 0, ir::kI32);
        y = b.load(v, 1, ir::kI32);
    }

    ir::Module module;
    ir::Builder b{module};
    std::uint32_t v = 0, o = 0;
    Id x = 0, y = 0;
};

TEST(Copy, CopiesOfCopiesAreTheValueItself) {
    CopyingProgram p;
    const Id first = p.b.Copy(p.x), second = p.b.Copy(first);
    p.b.store(p.o, 0, p.b.IAdd(second, first));
    p.b.ret();
    EXPECT_EQ(after(p.module, "copy_propagation"), R"(function 0 main() -> void
b0:
  %1: i32 = loadfile v[0]
  %2: i32 = loadfile v[1]
  %3: i32 = iadd %1, %1
  storefile o[0].x, %3
  return
)");
    EXPECT_FALSE(copy_propagation(p.module));
}

// Both edges bring x in the first place, and x and y in the second.
TEST(Copy, AParameterThatAlwaysGetsTheSameIsThat) {
    CopyingProgram p;
    const BlockId left = p.b.block(), right = p.b.block(), join = p.b.block();
    const Id same = p.b.block_param(join, ir::kI32), differs = p.b.block_param(join, ir::kI32);
    p.b.branch(p.b.IEq(p.x, p.y), left, right);
    p.b.move_to(left);
    p.b.jump(join, std::array{p.x, p.x});
    p.b.move_to(right);
    p.b.jump(join, std::array{p.b.Copy(p.x), p.y});
    p.b.move_to(join);
    p.b.store(p.o, 0, p.b.ISub(same, differs));
    p.b.ret();
    EXPECT_EQ(after(p.module, "copy_propagation"), R"(function 0 main() -> void
b0:
  %1: i32 = loadfile v[0]
  %2: i32 = loadfile v[1]
  %3: bool = ieq %1, %2
  branch %3, b1, b2
b1:
  jump b3(%1)
b2:
  jump b3(%2)
b3(%4: i32):
  %5: i32 = isub %1, %4
  storefile o[0].x, %5
  return
)");
}

// A loop that hands a parameter on to itself, and one that swaps two.
TEST(Copy, LoopInvariantParametersAreRemoved) {
    CopyingProgram p;
    const BlockId loop = p.b.block(), end = p.b.block();
    const Id kept = p.b.block_param(loop, ir::kI32);
    const Id one = p.b.block_param(loop, ir::kI32), other = p.b.block_param(loop, ir::kI32);
    p.b.jump(loop, std::array{p.x, p.x, p.y});
    p.b.move_to(loop);
    p.b.branch(p.b.ULt(one, kept), loop, end);
    p.module.functions[0].blocks[loop].end.edges[0].args = p.module.copy(std::array{kept, other, one});
    p.b.move_to(end);
    p.b.store(p.o, 0, p.b.IAdd(kept, other));
    p.b.ret();
    EXPECT_EQ(after(p.module, "copy_propagation"), R"(function 0 main() -> void
b0:
  %1: i32 = loadfile v[0]
  %2: i32 = loadfile v[1]
  jump b1(%1, %2)
b1(%3: i32, %4: i32):
  %5: bool = ult %3, %1
  branch %5, b1(%4, %3), b2
b2:
  %6: i32 = iadd %1, %4
  storefile o[0].x, %6
  return
)");
}

} // namespace
} // namespace relit::pass
