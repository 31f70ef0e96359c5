#include "ir/builder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace relit::ir {
namespace {

/// A program that holds its registers while it is written.
struct Program {
    Module module;
    Builder ir{module};
    std::uint32_t v = ir.file("v", Kind::F32, 4, 2, Role::Input);
    std::uint32_t o = ir.file("o", Kind::F32, 4, 2, Role::Output);
    std::uint32_t r = ir.file("r", Kind::F32, 4, 4, Role::Register);
    std::uint32_t h = ir.file("h", Kind::F16, 4, 4, Role::Register);

    explicit Program(bool registers_are_read = false) {
        ir.keep_local_values(registers_are_read);
        ir.function("main");
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

TEST(LocalValues, WhatWasStoredIsLoaded) {
    Program p;
    const Id value = p.ir.load(p.v, 0, kFloats);
    p.ir.store(p.r, 4, value);
    EXPECT_EQ(p.ir.load(p.r, 4, kFloats), value);
    const Id y = p.ir.load(p.r, 5, kF32);
    EXPECT_EQ(p.module[y].op, Op::Swizzle);
    EXPECT_EQ(p.module[y].operands[0], value);
    EXPECT_EQ(p.module[y].imm, 1U);
}

TEST(LocalValues, ALoadOfLanesThatWereStoredApartPutsThemTogether) {
    Program p;
    const Id one = p.ir.load(p.v, 0, kFloats), two = p.ir.load(p.v, 4, kFloats);
    p.ir.store(p.r, 0, one);
    p.ir.store(p.r, 0, two, 0b0110);
    const Inst both = p.module[p.ir.load(p.r, 0, kFloats)];
    EXPECT_EQ(both.op, Op::Blend);
    EXPECT_TRUE(std::ranges::equal(both.operands, std::array{one, two}));
    EXPECT_EQ(both.imm, 0b0110U);
}

TEST(LocalValues, RegistersAreZeroWhereTheProgramBeginsOnly) {
    Program p;
    const Id first = p.ir.load(p.r, 0, kF32);
    ASSERT_EQ(p.module[first].op, Op::Const);
    EXPECT_EQ(p.module.literal(p.module[first])[0], 0U);
    const BlockId next = p.ir.block();
    p.ir.jump(next);
    p.ir.move_to(next);
    EXPECT_EQ(p.module[p.ir.load(p.r, 0, kF32)].op, Op::LoadFile);
}

TEST(LocalValues, WhatABlockLeavesInRegistersIsStoredOnce) {
    Program p;
    const Id value = p.ir.load(p.v, 0, kFloats), other = p.ir.load(p.v, 4, kFloats);
    p.ir.store(p.r, 0, value);
    p.ir.store(p.r, 0, other, 0b1001);
    p.ir.store(p.r, 8, value, 0b1010);
    EXPECT_TRUE(p.all(Op::StoreFile, p.r).empty());
    const BlockId next = p.ir.block();
    p.ir.jump(next);
    const std::vector<Inst> stores = p.all(Op::StoreFile, p.r);
    ASSERT_EQ(stores.size(), 2U);
    EXPECT_EQ(stores[0].access()[Access::mask], 0b1111U);
    EXPECT_EQ(p.module[stores[0].operands[0]].op, Op::Blend);
    EXPECT_EQ(stores[1].access()[Access::lane], 9U); // y and w; z between them is left alone
    EXPECT_EQ(stores[1].access()[Access::mask], 0b101U);
}

TEST(LocalValues, TheEndOfTheProgramStoresOutputsAndReadRegisters) {
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

TEST(LocalValues, ValuesWiderThanALaneAreStoredWhole) {
    Program p;
    const Id value = p.ir.load(p.v, 0, kFloats);
    p.ir.store(p.h, 0, value, 0b0111);
    const BlockId next = p.ir.block();
    p.ir.jump(next);
    const std::vector<Inst> stores = p.all(Op::StoreFile, p.h);
    ASSERT_EQ(stores.size(), 1U);
    EXPECT_EQ(p.module[stores[0].operands[0]].type, kF32.with_lanes(3));
    EXPECT_EQ(stores[0].access()[Access::mask], 0b111U);
}

TEST(LocalValues, AnAccessAtAComputedIndexSeesAndForgetsLocalValues) {
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

TEST(LocalValues, ConstantsAndGivenValuesAreSharedWithinAStretch) {
    Program p;
    const Id one = p.ir.f32(1), given = p.ir.load(p.v, 0, kFloats);
    EXPECT_EQ(p.ir.f32(1), one);
    EXPECT_NE(p.ir.f32(2), one);
    EXPECT_EQ(p.ir.load(p.v, 0, kFloats), given);
    EXPECT_NE(p.ir.load(p.v, 4, kFloats), given);
    const BlockId next = p.ir.block();
    p.ir.jump(next);
    p.ir.move_to(next);
    EXPECT_NE(p.ir.f32(1), one);
}

} // namespace
} // namespace relit::ir
