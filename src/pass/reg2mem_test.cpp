#include "pass/after_test.hpp"
#include "pass/pass.hpp"

#include "ir/builder.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace relit::pass {
namespace {

// loop { a = r0; if (a == 5) break } r0 = a; r1 = 5; r1 = a
TEST(Demote, ValuesOfALoopAreKeptForWhatFollowsIt) {
    ir::Module module;
    ir::Builder b(module);
    const std::uint32_t file = b.file("r", ir::Kind::I32, 1, 2, ir::Role::Output);
    b.function("main");
    const ir::BlockId loop = b.block(), after = b.block(), end = b.block();
    b.jump(loop);
    b.move_to(loop);
    const ir::Id a = b.load(file, 0, ir::kI32), five = b.i32(5), done = b.IEq(a, five);
    b.branch(done, after, loop);
    b.move_to(after);
    b.store(file, 0, a);
    b.store(file, 1, five);
    b.store(file, 1, a);
    b.jump(end);
    b.move_to(end);
    b.ret();

    ASSERT_TRUE(run_passes(module, "structure"));
    EXPECT_TRUE(reg2mem(module));
    EXPECT_FALSE(reg2mem(module));
    using enum ir::Op;
    EXPECT_EQ(ops(module, loop), (std::vector{LoadFile, StoreFile, Const, IEq}));
    EXPECT_EQ(ops(module, after), (std::vector{LoadFile, StoreFile, Const, StoreFile, StoreFile}));
    ASSERT_EQ(module.files.size(), 2U);
    EXPECT_EQ(std::string_view(module.files[1].name), "s.i32");
}

TEST(Demote, WhatStaysInItsNestIsLeftAlone) {
    ir::Module module;
    ir::Builder b(module);
    const std::uint32_t file = b.file("r", ir::Kind::I32, 1, 1, ir::Role::Output);
    b.function("main");
    const ir::BlockId inside = b.block(), end = b.block();
    const ir::Id a = b.load(file, 0, ir::kI32);
    b.branch(b.IEq(a, b.i32(1)), inside, end);
    b.move_to(inside);
    b.store(file, 0, a);
    b.jump(end);
    b.move_to(end);
    b.store(file, 0, a);
    b.ret();
    ASSERT_TRUE(run_passes(module, "structure"));
    EXPECT_FALSE(reg2mem(module));
    EXPECT_EQ(module.files.size(), 1U);
}

// A choice after the loop asks for a bool of the loop: it is kept as 0 or 1 and loaded before the choice.
TEST(Demote, ConditionsAreUses) {
    ir::Module module;
    ir::Builder b(module);
    const std::uint32_t file = b.file("r", ir::Kind::I32, 1, 1, ir::Role::Output);
    b.function("main");
    const ir::BlockId loop = b.block(), after = b.block(), then = b.block(), end = b.block();
    b.jump(loop);
    b.move_to(loop);
    const ir::Id a = b.load(file, 0, ir::kI32), odd = b.IEq(a, b.i32(1)), done = b.IEq(a, b.i32(2));
    b.branch(done, after, loop);
    b.move_to(after);
    b.branch(odd, then, end);
    b.move_to(then);
    b.store(file, 0, b.i32(7));
    b.jump(end);
    b.move_to(end);
    b.ret();
    ASSERT_TRUE(run_passes(module, "structure,reg2mem"));
    using enum ir::Op;
    EXPECT_EQ(ops(module, after), (std::vector{LoadFile}));
    const ir::Tree& tree = module.functions[0].tree;
    const ir::Node& choice = tree.nodes[tree.root[3]];
    ASSERT_EQ(choice.kind, ir::NodeKind::If);
    EXPECT_EQ(choice.value, module.functions[0].blocks[after].insts.back());
}

} // namespace
} // namespace relit::pass
