#include "pass/pass.hpp"

#include "ir/builder.hpp"
#include "ir/verify/verify.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace relit::pass {
namespace {

TEST(JoinLanes, ParametersOfOneVectorBecomeOne) {
    ir::Module module;
    ir::Builder b(module);
    const std::uint32_t in = b.file("in", ir::Kind::F32, 4, 1, ir::Role::Input);
    const std::uint32_t out = b.file("out", ir::Kind::F32, 4, 1, ir::Role::Output);
    b.function("main");
    const ir::BlockId end = b.block();
    const ir::Id x = b.block_param(end, ir::kF32), other = b.block_param(end, ir::kI32),
                 y = b.block_param(end, ir::kF32);
    const ir::Id given = b.load(in, 0, ir::kF32.with_lanes(4));
    const std::array args{b.lane(given, 2), b.i32(7), b.lane(given, 3)};
    b.jump(end, args);
    b.move_to(end);
    b.store(out, 0, b.compose({x, y}));
    b.store(out, 2, b.FAdd(y, b.convert(ir::Op::UToF, ir::Kind::F32, other)));
    b.ret();

    ASSERT_TRUE(join_lanes(module));
    EXPECT_TRUE(ir::verify(module)) << ir::verify(module).error().text;
    const ir::Block& block = module.functions[0].blocks[end];
    ASSERT_EQ(block.params.size(), 2U);
    EXPECT_EQ(block.params[0], other);
    EXPECT_EQ(module[block.params[1]].type, ir::kF32.with_lanes(2));
    const auto stored =
        std::ranges::find_if(block.insts, [&](ir::Id id) { return module[id].op == ir::Op::StoreFile; });
    EXPECT_EQ(module[*stored].operands[0], block.params[1]);
    const ir::Inst& arg = module[module.functions[0].blocks[0].end.edges[0].args[1]];
    EXPECT_EQ(arg.op, ir::Op::Swizzle);
    EXPECT_EQ(arg.operands[0], given);
    EXPECT_FALSE(join_lanes(module));
}

// A choice within a choice: the parameters of the inner one only go into those of the outer one.
TEST(JoinLanes, ParametersThatGoIntoOneVectorBecomeOne) {
    ir::Module module;
    ir::Builder b(module);
    const std::uint32_t in = b.file("in", ir::Kind::F32, 4, 1, ir::Role::Input);
    const std::uint32_t out = b.file("out", ir::Kind::F32, 4, 1, ir::Role::Output);
    b.function("main");
    const ir::BlockId inner = b.block(), outer = b.block();
    const std::array params{b.block_param(inner, ir::kF32), b.block_param(inner, ir::kF32)};
    const ir::Id x = b.block_param(outer, ir::kF32), y = b.block_param(outer, ir::kF32);
    const ir::Id given = b.load(in, 0, ir::kF32.with_lanes(4));
    b.jump(inner, std::array{b.lane(given, 2), b.lane(given, 3)});
    b.move_to(inner);
    b.jump(outer, params);
    b.move_to(outer);
    b.store(out, 0, b.compose({x, y}));
    b.ret();

    ASSERT_TRUE(join_lanes(module));
    EXPECT_TRUE(ir::verify(module)) << ir::verify(module).error().text;
    const ir::Block& block = module.functions[0].blocks[inner];
    ASSERT_EQ(block.params.size(), 1U);
    EXPECT_EQ(module[block.params[0]].type, ir::kF32.with_lanes(2));
    EXPECT_EQ(block.end.edges[0].args[0], block.params[0]);
}

// Lanes that no instruction combines stay apart.
TEST(JoinLanes, OthersStay) {
    ir::Module module;
    ir::Builder b(module);
    const std::uint32_t out = b.file("out", ir::Kind::F32, 1, 1, ir::Role::Output);
    b.function("main");
    const ir::BlockId end = b.block();
    const ir::Id x = b.block_param(end, ir::kF32), y = b.block_param(end, ir::kF32);
    const std::array args{b.f32(1), b.f32(2)};
    b.jump(end, args);
    b.move_to(end);
    b.store(out, 0, b.FAdd(x, y));
    b.ret();
    EXPECT_FALSE(join_lanes(module));
}

} // namespace
} // namespace relit::pass
