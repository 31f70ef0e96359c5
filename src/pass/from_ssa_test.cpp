#include "pass/after_test.hpp"
#include "pass/pass.hpp"

#include "ir/builder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace relit::pass {
namespace {

TEST(FromSsa, ParametersBecomeLoadsAndArgumentsStores) {
    ir::Module module;
    ir::Builder b(module);
    b.function("main");
    const ir::BlockId head = b.block();
    const ir::Id x = b.block_param(head, ir::kF32.with_lanes(2)), y = b.block_param(head, ir::kF32.with_lanes(2));
    const std::array start{b.f32(1, 2), b.f32(2, 2)};
    b.jump(head, start);
    b.move_to(head);
    const std::array swapped{y, b.FAdd(x, y)};
    b.jump(head, swapped);

    ASSERT_TRUE(from_ssa(module));
    EXPECT_FALSE(from_ssa(module));
    ASSERT_EQ(module.files.size(), 1U);
    EXPECT_EQ(std::string_view(module.files[0].name), "p.f32x2");
    EXPECT_EQ(module.files[0].count, 2U);
    EXPECT_EQ(ops(module, 0), (std::vector{ir::Op::Const, ir::Op::Const, ir::Op::StoreFile, ir::Op::StoreFile}));
    EXPECT_EQ(ops(module, 1),
              (std::vector{ir::Op::LoadFile, ir::Op::LoadFile, ir::Op::FAdd, ir::Op::StoreFile, ir::Op::StoreFile}));
    const auto& insts = module.functions[0].blocks[1].insts;
    EXPECT_EQ(module[insts[3]].operands[0], insts[1]); // x takes what y was
    EXPECT_EQ(module[insts[3]].access()[ir::Access::lane], 0U);
    EXPECT_EQ(module[insts[4]].operands[0], insts[2]);
    EXPECT_EQ(module[insts[4]].access()[ir::Access::lane], 2U);
}

// Files are found by purpose: a guest may use any name.
TEST(FromSsa, LeavesAFileOfTheSameNameAlone) {
    ir::Module module;
    ir::Builder b(module);
    const std::uint32_t of_guest = b.file("p.i32", ir::Kind::I32, 1, 1, ir::Role::Register);
    b.function("main");
    const ir::BlockId end = b.block();
    (void)b.block_param(end, ir::kI32);
    const std::array args{b.i32(1)};
    b.jump(end, args);
    b.move_to(end);
    b.ret();

    ASSERT_TRUE(from_ssa(module));
    EXPECT_EQ(module.files[of_guest].count, 1U);
    const auto made = ir::file_of(module, ir::FilePurpose::BlockParams);
    ASSERT_TRUE(made);
    EXPECT_NE(*made, of_guest);
    EXPECT_EQ(module.files[*made].count, 1U);
}

// A block that has another successor must not store for this one; bools are kept as integers.
TEST(FromSsa, ACriticalEdgeGetsABlock) {
    ir::Module module;
    ir::Builder b(module);
    b.function("main");
    const ir::BlockId end = b.block();
    const ir::Id flag = b.block_param(end, ir::kBool);
    const ir::Id yes = b.boolean(true);
    const std::array args{yes};
    b.branch(yes, end, end);
    for (ir::Edge& edge : module.functions[0].blocks[0].end.edges) edge.args = module.copy(args);
    b.move_to(end);
    b.ret(flag);

    ASSERT_TRUE(from_ssa(module));
    const auto& blocks = module.functions[0].blocks;
    ASSERT_EQ(blocks.size(), 4U);
    EXPECT_EQ(blocks[0].end.edges[0].to, 2U);
    EXPECT_EQ(blocks[0].end.edges[1].to, 3U);
    EXPECT_EQ(blocks[2].end.edges[0].to, end);
    EXPECT_EQ(ops(module, 2), (std::vector{ir::Op::StoreFile}));
    EXPECT_EQ(ops(module, end), (std::vector{ir::Op::LoadFile}));
    EXPECT_EQ(blocks[end].end.value, flag);
    EXPECT_TRUE(blocks[end].params.empty());
}

// ---- parameters that are passed to each other

std::uint32_t registers(const ir::Module& module) {
    const auto file = ir::file_of(module, ir::FilePurpose::BlockParams);
    return file ? module.files[*file].count : 0;
}

/// A loop over x, and after it y, which is x as the loop left it; `uses_x` after the loop, too, where y is x + 1 instead.
ir::Module loop_and_after(bool is_changed, bool uses_x) {
    ir::Module module;
    ir::Builder b(module);
    b.function("main");
    const ir::BlockId head = b.block(), again = b.block(), after = b.block();
    const ir::Id x = b.block_param(head, ir::kI32), y = b.block_param(after, ir::kI32);
    const std::uint32_t out = b.file("out", ir::Kind::I32, 2, 1, ir::Role::Register);
    const std::array start{b.i32(1)};
    b.jump(head, start);
    b.move_to(head);
    const std::array left{is_changed ? b.IAdd(x, b.i32(1)) : x};
    b.branch(b.ULt(x, b.i32(9)), again, after);
    module.functions[0].blocks[head].end.edges[1].args = module.copy(left);
    b.move_to(again);
    const std::array next{b.IAdd(x, b.i32(2))};
    b.jump(head, next);
    b.move_to(after);
    b.store(out, 0, y);
    if (uses_x) b.store(out, 1, x);
    b.ret();
    return module;
}

TEST(FromSsa, AParameterSharesTheRegisterOfTheOneThatItIsPassed) {
    ir::Module module = loop_and_after(false, false);
    ASSERT_TRUE(from_ssa(module));
    EXPECT_EQ(registers(module), 1U);
    EXPECT_EQ(module.functions[0].blocks.size(), 4U); // nothing to store on the exit edge, so no block for it
}

TEST(FromSsa, ParametersThatAreNeededAtOnceShareNothing) {
    ir::Module both_needed = loop_and_after(false, true); // the same value, but in a register of its own
    ASSERT_TRUE(from_ssa(both_needed));
    EXPECT_EQ(registers(both_needed), 2U);
    ir::Module changed = loop_and_after(true, true);
    ASSERT_TRUE(from_ssa(changed));
    EXPECT_EQ(registers(changed), 2U);
}

// x is passed each time round, so it must outlive what the loop's parameter becomes.
TEST(FromSsa, AParameterOfALoopDoesNotShareWithOneFromOutside) {
    ir::Module module;
    ir::Builder b(module);
    b.function("main");
    const ir::BlockId outer = b.block(), head = b.block(), again = b.block(), end = b.block();
    const ir::Id x = b.block_param(outer, ir::kI32), y = b.block_param(head, ir::kI32);
    const std::array start{b.i32(1)}, first{b.i32(2)}, next{x};
    b.jump(outer, start);
    b.move_to(outer);
    b.jump(head, first);
    b.move_to(head);
    b.branch(b.ULt(y, b.i32(9)), again, end);
    b.move_to(again);
    b.jump(head, next);
    b.move_to(end);
    b.ret();
    ASSERT_TRUE(from_ssa(module));
    EXPECT_EQ(registers(module), 2U);
}

} // namespace
} // namespace relit::pass
