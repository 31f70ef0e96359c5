#include "ir/builder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace relit::ir {
namespace {

/// A program whose registers are values while it is written.
struct Program {
    Module module;
    Builder ir{module};
    std::uint32_t v = ir.file("v", Kind::F32, 4, 2, Role::Input);
    std::uint32_t o = ir.file("o", Kind::F32, 4, 2, Role::Output);
    std::uint32_t r = ir.file("r", Kind::F32, 4, 4, Role::Register);
    std::uint32_t h = ir.file("h", Kind::F16, 4, 4, Role::Register);

    explicit Program(bool registers_are_read = false) {
        ir.build_ssa({.reads_registers = registers_are_read});
        ir.function("main");
    }
    BlockId next_block() {
        const BlockId next = ir.block();
        ir.jump(next);
        ir.move_to(next);
        return next;
    }
    void end() {
        ir.ret();
        if (all_end()) ir.finish();
    }
    [[nodiscard]] bool all_end() const {
        return std::ranges::none_of(module.functions[0].blocks,
                                    [](const Block& block) { return block.end.kind == TerminatorKind::None; });
    }
    [[nodiscard]] std::vector<Inst> all(Op op, std::uint32_t file) const {
        std::vector<Inst> found;
        for (const Block& block : module.functions[0].blocks)
            for (const Id id : block.insts)
                if (module[id].op == op && module[id].access()[Access::file] == file) found.push_back(module[id]);
        return found;
    }
};

constexpr Type kFloats = kF32.with_lanes(4);

TEST(SsaBuilder, WhatWasStoredIsLoaded) {
    Program p;
    const Id value = p.ir.load(p.v, 0, kFloats);
    p.ir.store(p.r, 4, value);
    EXPECT_EQ(p.ir.load(p.r, 4, kFloats), value);
    const Id y = p.ir.load(p.r, 5, kF32);
    EXPECT_EQ(p.module[y].op, Op::Swizzle);
    EXPECT_EQ(p.module[y].operands[0], value);
    EXPECT_EQ(p.module[y].imm, 1U);
}

TEST(SsaBuilder, ALoadOfLanesThatWereStoredApartPutsThemTogether) {
    Program p;
    const Id one = p.ir.load(p.v, 0, kFloats), two = p.ir.load(p.v, 4, kFloats);
    p.ir.store(p.r, 0, one);
    p.ir.store(p.r, 0, two, 0b0110);
    const Inst both = p.module[p.ir.load(p.r, 0, kFloats)];
    EXPECT_EQ(both.op, Op::Blend);
    EXPECT_TRUE(std::ranges::equal(both.operands, std::array{one, two}));
    EXPECT_EQ(both.imm, 0b0110U);
}

TEST(SsaBuilder, RegistersAreZeroWhereTheProgramBegins) {
    Program p;
    const Id first = p.ir.load(p.r, 0, kF32);
    ASSERT_EQ(p.module[first].op, Op::Const);
    EXPECT_EQ(p.module.literal(p.module[first])[0], 0U);
    const BlockId next = p.next_block();
    const Id use = p.ir.FNeg(p.ir.load(p.r, 1, kF32));
    p.end();
    EXPECT_EQ(p.module[p.module[use].operands[0]].op, Op::Const);
    EXPECT_TRUE(p.module.functions[0].blocks[next].params.empty());
}

TEST(SsaBuilder, WhatOneWayLeadsToIsNoParameter) {
    Program p;
    const Id value = p.ir.load(p.v, 0, kFloats);
    p.ir.store(p.r, 0, value);
    (void)p.next_block();
    const Id use = p.ir.FNeg(p.ir.load(p.r, 0, kFloats));
    p.end();
    EXPECT_EQ(p.module[use].operands[0], value);
    EXPECT_TRUE(p.all(Op::StoreFile, p.r).empty());
    EXPECT_TRUE(p.all(Op::LoadFile, p.r).empty());
}

TEST(SsaBuilder, WhereWaysMeetIsAParameterForWhatDiffers) {
    Program p;
    const Id a = p.ir.load(p.v, 0, kF32), b = p.ir.load(p.v, 1, kF32);
    p.ir.store(p.r, 0, a);
    p.ir.store(p.r, 1, a);
    const BlockId left = p.ir.block(), right = p.ir.block(), join = p.ir.block();
    p.ir.branch(p.ir.FLt(a, b), left, right);
    p.ir.move_to(left);
    p.ir.store(p.r, 0, b);
    p.ir.jump(join);
    p.ir.move_to(right);
    p.ir.jump(join);
    p.ir.move_to(join);
    const Id sum = p.ir.FAdd({p.ir.load(p.r, 0, kF32), p.ir.load(p.r, 1, kF32)});
    p.end();
    const Function& function = p.module.functions[0];
    ASSERT_EQ(function.blocks[join].params.size(), 1U);
    EXPECT_EQ(p.module[sum].operands[0], function.blocks[join].params[0]);
    EXPECT_EQ(p.module[sum].operands[1], a);
    EXPECT_EQ(function.blocks[left].end.edges[0].args[0], b);
    EXPECT_EQ(function.blocks[right].end.edges[0].args[0], a);
}

TEST(SsaBuilder, ALoopThatChangesOneRegisterHasOneParameter) {
    Program p;
    const BlockId head = p.next_block(), out = p.ir.block();
    const Id before = p.ir.load(p.r, 0, kF32), step = p.ir.load(p.r, 1, kF32);
    const Id sum = p.ir.FAdd(before, step);
    p.ir.store(p.r, 0, sum);
    p.ir.branch(p.ir.FLt(sum, step), head, out);
    p.ir.move_to(out);
    p.end();
    const Block& loop = p.module.functions[0].blocks[head];
    ASSERT_EQ(loop.params.size(), 1U);
    EXPECT_EQ(p.module[sum].operands[0], loop.params[0]);
    EXPECT_EQ(p.module[p.module[sum].operands[1]].op, Op::Const);
    EXPECT_EQ(loop.end.edges[0].args[0], sum);
}

TEST(SsaBuilder, OutputsThatWaysStoreApartAreStoredWhereTheProgramEnds) {
    Program p;
    const Id a = p.ir.load(p.v, 0, kF32), b = p.ir.load(p.v, 1, kF32);
    const BlockId left = p.ir.block(), join = p.ir.block();
    p.ir.store(p.o, 0, a);
    p.ir.branch(p.ir.FLt(a, b), left, join);
    p.ir.move_to(left);
    p.ir.store(p.o, 1, b);
    p.ir.jump(join);
    p.ir.move_to(join);
    p.end();
    const std::vector<Inst> stores = p.all(Op::StoreFile, p.o);
    ASSERT_EQ(stores.size(), 1U);
    EXPECT_EQ(stores[0].access()[Access::mask], 0b11U);
    EXPECT_EQ(p.module.functions[0].blocks[join].params.size(), 1U);
    EXPECT_EQ(p.all(Op::LoadFile, p.o).size(), 1U); // what o.y was given, where nothing stores it
}

TEST(SsaBuilder, AFileThatIsIndexedLaterStaysInRegistersEverywhere) {
    Program p;
    const Id value = p.ir.load(p.v, 0, kFloats);
    p.ir.store(p.r, 0, value);
    (void)p.next_block();
    const Id use = p.ir.FNeg(p.ir.load(p.r, 0, kFloats));
    (void)p.next_block();
    (void)p.ir.load_at(p.r, 0, p.ir.i32(1), kFloats);
    p.end();
    EXPECT_EQ(p.all(Op::StoreFile, p.r).size(), 1U);
    EXPECT_EQ(p.module[p.module[use].operands[0]].op, Op::LoadFile);
}

TEST(SsaBuilder, ABlockThatIsLeftAndTakenUpAgainGoesOnWithItsValues) {
    Program p;
    const Id value = p.ir.load(p.v, 0, kF32), other = p.ir.load(p.v, 1, kF32);
    const BlockId first = p.ir.here(), next = p.ir.block();
    p.ir.store(p.r, 0, value);
    p.ir.move_to(next);
    const Id use = p.ir.FAdd({p.ir.load(p.r, 0, kF32), p.ir.load(p.r, 1, kF32)});
    p.end();
    p.ir.move_to(first);
    EXPECT_EQ(p.ir.load(p.r, 0, kF32), value);
    p.ir.store(p.r, 1, other);
    p.ir.jump(next);
    p.ir.finish();
    EXPECT_EQ(p.module[use].operands[0], value);
    EXPECT_EQ(p.module[use].operands[1], other);
}

TEST(SsaBuilder, CyclesThatNothingLeadsToAreEmptied) {
    Program p;
    const BlockId lost = p.ir.block(), behind = p.ir.block(), out = p.ir.block();
    p.ir.store(p.r, 0, p.ir.load(p.v, 0, kF32));
    p.ir.jump(out);
    p.ir.move_to(lost);
    const Id in_cycle = p.ir.load(p.r, 0, kF32);
    p.ir.branch(p.ir.FLt(in_cycle, p.ir.f32(1)), lost, behind);
    p.ir.move_to(behind);
    p.ir.store(p.r, 0, p.ir.FNeg(p.ir.load(p.r, 1, kF32)));
    p.ir.jump(out);
    p.ir.move_to(out);
    const Id use = p.ir.FNeg(p.ir.load(p.r, 0, kF32));
    p.end();
    const Function& function = p.module.functions[0];
    EXPECT_EQ(p.module[p.module[use].operands[0]].op, Op::LoadFile); // of v: the only way
    for (const BlockId block : {lost, behind}) {
        EXPECT_TRUE(function.blocks[block].insts.empty());
        EXPECT_EQ(function.blocks[block].end.kind, TerminatorKind::Unreachable);
    }
}

TEST(SsaBuilder, EveryEdgeOfASwitchToOneBlockPassesArguments) {
    Program p;
    const BlockId head = p.next_block(), body = p.ir.block(), out = p.ir.block();
    const Id before = p.ir.load(p.r, 0, kF32);
    p.ir.store(p.r, 0, p.ir.FAdd({before, p.ir.f32(1)}));
    const std::array<std::uint32_t, 2> cases{3, 5};
    p.ir.switch_on(p.ir.load(p.r, 4, kI32), cases, std::array{head, head, body});
    p.ir.move_to(body);
    p.ir.switch_on(p.ir.load(p.r, 5, kI32), cases, std::array{out, head, out});
    p.ir.move_to(out);
    p.ir.store(p.o, 0, p.ir.load(p.r, 0, kF32));
    p.end();
    const Function& function = p.module.functions[0];
    ASSERT_EQ(function.blocks[head].params.size(), 1U);
    EXPECT_TRUE(function.blocks[out].params.empty());
    for (const BlockId block : {head, body})
        for (const Edge& edge : function.blocks[block].end.edges)
            EXPECT_EQ(edge.args.size(), function.blocks[edge.to].params.size());
}

TEST(SsaBuilder, FunctionsThatAreWrittenInBetweenSeeRegistersAsTheyAreCalled) {
    Program p;
    const Id first = p.ir.load(p.v, 0, kF32), second = p.ir.load(p.v, 1, kF32);
    p.ir.store(p.o, 0, first);
    const BlockId here = p.ir.here();
    const FunctionId called = p.ir.function("called");
    p.ir.ret();
    p.ir.move_to(0, here);
    EXPECT_EQ(p.ir.load(p.o, 0, kF32), first);
    p.ir.store(p.o, 0, second);
    p.ir.call(called, {});
    p.ir.store(p.r, 0, second);
    p.end();
    const std::vector<Inst> stores = p.all(Op::StoreFile, p.o);
    ASSERT_EQ(stores.size(), 1U); // before the call, and nothing after it
    EXPECT_EQ(stores[0].operands[0], second);
    const auto& insts = p.module.functions[0].blocks[0].insts;
    EXPECT_TRUE(info(p.module[insts.back()].op).is_call());
}

TEST(SsaBuilder, PartsOfALaneAreStoredAndLoaded) {
    Program p;
    const Id word = p.ir.load(p.v, 0, kF32);
    p.ir.store(p.r, 0, word);
    const Id half = p.ir.constant({Kind::I16, 1}, 7);
    p.ir.store(p.r, 0, half); // the low half
    EXPECT_EQ(p.module[p.ir.load(p.r, 0, {Kind::I16, 1})].type.kind, Kind::I16);
    const Inst whole = p.module[p.ir.load(p.r, 0, kF32)]; // the new half, and the high half of the word
    ASSERT_EQ(whole.op, Op::Bitcast);
    const Inst halves = p.module[whole.operands[0]];
    ASSERT_EQ(halves.op, Op::Compose);
    EXPECT_EQ(halves.operands[0], half);
    EXPECT_TRUE(p.all(Op::LoadFile, p.r).empty());
    EXPECT_TRUE(p.all(Op::StoreFile, p.r).empty());
}

TEST(SsaBuilder, TheEndOfTheProgramStoresOutputsAndReadRegisters) {
    for (const bool looked_at : {false, true}) {
        Program p(looked_at);
        const Id value = p.ir.load(p.v, 0, kFloats);
        p.ir.store(p.r, 0, value);
        p.ir.store(p.o, 0, value);
        p.ir.ret();
        EXPECT_EQ(p.all(Op::StoreFile, p.o).size(), 1U);
        EXPECT_EQ(p.all(Op::StoreFile, p.r).size(), looked_at ? 1U : 0U);
    }
}

TEST(SsaBuilder, ValuesWiderThanALaneAreStoredWhole) {
    Program p(true);
    const Id value = p.ir.load(p.v, 0, kFloats);
    p.ir.store(p.h, 0, value, 0b0111);
    p.ir.ret();
    const std::vector<Inst> stores = p.all(Op::StoreFile, p.h);
    ASSERT_EQ(stores.size(), 1U);
    EXPECT_EQ(p.module[stores[0].operands[0]].type, kF32.with_lanes(3));
    EXPECT_EQ(stores[0].access()[Access::mask], 0b111U);
}

TEST(SsaBuilder, APairFromAnOddLaneOnIsStoredWhole) {
    Program p(true);
    const std::uint32_t words = p.ir.file("w", Kind::I32, 1, 16, Role::Register);
    const Id pair = p.ir.constant({Kind::I64, 1}, 7);
    p.ir.store(words, 7, pair); // beyond the four pairs that one store takes at most
    p.ir.ret();
    const std::vector<Inst> stores = p.all(Op::StoreFile, words);
    ASSERT_EQ(stores.size(), 1U);
    EXPECT_EQ(stores[0].access()[Access::lane], 7U);
    EXPECT_EQ(stores[0].operands[0], pair);
}

TEST(SsaBuilder, AnAccessAtAComputedIndexSeesAndForgetsLocalValues) {
    Program p;
    const Id value = p.ir.load(p.v, 0, kFloats), index = p.ir.i32(1);
    p.ir.store(p.r, 0, value);
    (void)p.ir.load_at(p.r, 0, index, kFloats);
    EXPECT_EQ(p.all(Op::StoreFile, p.r).size(), 1U);
    EXPECT_EQ(p.ir.load(p.r, 0, kFloats), value); // still known
    p.ir.store_at(p.r, 0, index, value);
    EXPECT_NE(p.ir.load(p.r, 0, kFloats), value);
    EXPECT_EQ(p.all(Op::LoadFile, p.r).size(), 1U);
}

TEST(SsaBuilder, ConstantsAreSharedInAFunctionAndGivenValuesInABlock) {
    Program p;
    const Id one = p.ir.f32(1), given = p.ir.load(p.v, 0, kFloats);
    EXPECT_EQ(p.ir.f32(1), one);
    EXPECT_NE(p.ir.f32(2), one);
    EXPECT_EQ(p.ir.load(p.v, 0, kFloats), given);
    EXPECT_NE(p.ir.load(p.v, 4, kFloats), given);
    (void)p.next_block();
    EXPECT_EQ(p.ir.f32(1), one);
    EXPECT_NE(p.ir.load(p.v, 0, kFloats), given);
    const Id fresh = p.ir.f32(3); // stands where all blocks can use it
    EXPECT_EQ(p.module.functions[0].blocks[0].insts.back(), fresh);
}

TEST(SsaBuilder, WhatHappensUnderAConditionCountsOnlyThere) {
    Program p;
    const Id a = p.ir.load(p.v, 0, kF32), b = p.ir.load(p.v, 1, kF32);
    p.ir.store(p.r, 0, a);
    p.ir.store(p.r, 1, a);
    p.ir.where(p.ir.FLt(a, b), [&] {
        EXPECT_EQ(p.ir.load(p.r, 0, kF32), a);
        p.ir.store(p.r, 1, b);
        EXPECT_EQ(p.ir.load(p.r, 1, kF32), b);
        (void)p.ir.load(p.r, 2, kF32); // a zero that stands there
    });
    const BlockId after = p.ir.here();
    EXPECT_EQ(p.ir.load(p.r, 0, kF32), a);
    const Id sum = p.ir.FAdd({p.ir.load(p.r, 1, kF32), p.ir.load(p.r, 2, kF32)});
    p.end();
    const Block& join = p.module.functions[0].blocks[after];
    ASSERT_EQ(join.params.size(), 1U);
    EXPECT_EQ(p.module[sum].operands[0], join.params[0]);
    const Id zero = p.module[sum].operands[1];
    EXPECT_EQ(std::ranges::count(p.module.functions[0].blocks[0].insts, zero), 1);
}

TEST(SsaBuilder, TruthValuesStaySoAndAreNumbersInTheEnd) {
    Program p(true);
    const std::uint32_t flags = p.ir.file("p", Kind::I32, 1, 2, Role::Register);
    const Id a = p.ir.load(p.v, 0, kF32), holds = p.ir.FLt(a, p.ir.f32(1)), other = p.ir.FLt(p.ir.f32(2), a);
    p.ir.store_bool(flags, 0, holds);
    EXPECT_EQ(p.ir.load_bool(flags, 0), holds);
    p.ir.where(other, [&] { p.ir.store_bool(flags, 0, other); });
    const BlockId after = p.ir.here();
    const Id both = p.ir.BAnd({p.ir.load_bool(flags, 0), p.ir.load_bool(flags, 1)});
    p.end();
    const Block& join = p.module.functions[0].blocks[after];
    ASSERT_EQ(join.params.size(), 1U);
    EXPECT_EQ(p.module[join.params[0]].type, kBool);
    EXPECT_EQ(p.module[both].operands[0], join.params[0]);
    EXPECT_EQ(p.module[p.module[both].operands[1]].type, kBool);
    const std::vector<Inst> stores = p.all(Op::StoreFile, flags);
    ASSERT_EQ(stores.size(), 1U);
    EXPECT_EQ(p.module[stores[0].operands[0]].op, Op::Select);
}

} // namespace
} // namespace relit::ir
