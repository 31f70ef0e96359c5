#include "ir/builder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace relit::ir {
namespace {

/// A function whose values are reduced while it is written.
struct Reducing {
    Module module;
    Builder ir{module};
    std::uint32_t v = ir.file("v", Kind::I32, 4, 2, Role::Input);
    Id x = kNone, y = kNone;

    Reducing() {
        ir.build_ssa({});
        ir.function("main");
        x = ir.load(v, 0, kI32);
        y = ir.load(v, 1, kI32);
    }
    [[nodiscard]] Op op(Id id) const { return module[id].op; }
    [[nodiscard]] std::size_t instructions() const { return module.functions[0].blocks[ir.here()].insts.size(); }
};

TEST(Reducer, EqualValuesAreOne) {
    Reducing p;
    const Id sum = p.ir.IAdd(p.x, p.y);
    EXPECT_EQ(p.ir.IAdd(p.y, p.x), sum);
    EXPECT_EQ(p.ir.load(p.v, 0, kI32), p.x);
    EXPECT_NE(p.ir.ISub(p.x, p.y), p.ir.ISub(p.y, p.x));
    EXPECT_EQ(p.instructions(), 5U);
}

TEST(Reducer, ConstantsAreFoldedAndShared) {
    Reducing p;
    const Id seven = p.ir.IAdd(p.ir.i32(3), p.ir.i32(4));
    EXPECT_EQ(seven, p.ir.i32(7));
    EXPECT_TRUE(is_constant(p.module, seven, 7));
}

TEST(Reducer, RewritesApplyToWhatTheyMake) {
    Reducing p;
    EXPECT_EQ(p.ir.IAdd(p.x, p.ir.ISub(p.y, p.y)), p.x);
    const Id less = p.ir.ULt(p.x, p.y);
    EXPECT_EQ(p.ir.BNot(p.ir.BNot(less)), less);
    EXPECT_EQ(p.op(p.ir.BNot(less)), Op::ULe);
    EXPECT_EQ(p.ir.IMul(p.x, p.ir.i32(4)), p.ir.IShl(p.x, p.ir.i32(2)));
}

TEST(Reducer, AFloatModeIsLeftAlone) {
    Reducing p;
    const Id value = p.ir.bitcast(kF32, p.x), one = p.ir.f32(1);
    p.ir.mode(FloatMode{}.set(FloatMode::flush_inputs, true)); // a denormal times one is zero here
    EXPECT_NE(p.ir.FMul(value, one), value);
}

TEST(Reducer, ValuesOfAnotherBlockAreNotUsed) {
    Reducing p;
    const Id sum = p.ir.IAdd(p.x, p.y);
    const BlockId then = p.ir.block(), after = p.ir.block();
    p.ir.branch(p.ir.ULt(p.x, p.y), then, after);
    p.ir.move_to(then);
    const Id again = p.ir.IAdd(p.x, p.y);
    EXPECT_NE(again, sum); // nothing tells the builder that the first block leads here alone
    const Id nine = p.ir.i32(9);
    p.ir.jump(after);
    p.ir.move_to(after);
    EXPECT_NE(p.ir.IAdd(p.x, p.y), again);
    EXPECT_EQ(p.ir.i32(9), nine); // constants stand in the first block
    const auto& first = p.module.functions[0].blocks[0].insts;
    EXPECT_NE(std::ranges::find(first, nine), first.end());
}

TEST(Reducer, ConstantsFindTheirBlockWhenOthersAreAdded) {
    Reducing p;
    std::vector<BlockId> blocks;
    for (int i = 0; i < 100; ++i) blocks.push_back(p.ir.block());
    const Id nine = p.ir.i32(9);
    p.ir.jump(blocks[0]);
    for (const BlockId block : blocks) {
        p.ir.move_to(block);
        for (int i = 0; i < 4; ++i) (void)p.ir.block();
        (void)p.ir.IAdd(p.x, p.ir.i32(1000 + block));
    }
    const auto& first = p.module.functions[0].blocks[0].insts;
    EXPECT_NE(std::ranges::find(first, nine), first.end());
    EXPECT_EQ(std::ranges::count_if(first, [&](Id id) { return p.op(id) == Op::Const; }), 101);
}

TEST(Reducer, LoadsOfWhatIsWrittenStayApart) {
    Reducing p;
    const std::uint32_t given = p.ir.constant_buffer("c", 0, 16), memory = p.ir.storage_buffer("s", 0, 16);
    EXPECT_EQ(p.ir.load_buffer(given, p.x, kI32), p.ir.load_buffer(given, p.x, kI32));
    EXPECT_NE(p.ir.load_buffer(memory, p.x, kI32), p.ir.load_buffer(memory, p.x, kI32));
}

/// The low or the high half of the value as 32 bits.
Id half(Reducing& p, Id value, bool high) {
    return high ? p.ir.UShr(value, p.ir.i32(16)) : p.ir.IAnd(value, p.ir.i32(0xffff));
}

/// A product and an addend as three multiplications of 16 bits.
Id product_of_halves(Reducing& p, Id a, Id b, Id c) {
    const Id low = p.ir.IAdd(p.ir.IMul(half(p, a, false), half(p, b, false)), c);
    const Id middle = p.ir.IMul(half(p, a, false), half(p, b, true));
    const Id merged = p.ir.IOr(half(p, middle, false), p.ir.IShl(b, p.ir.i32(16)));
    const Id high = p.ir.IShl(p.ir.IMul(half(p, a, true), half(p, merged, true)), p.ir.i32(16));
    return p.ir.IAdd(high, p.ir.IAdd(low, p.ir.IShl(merged, p.ir.i32(16))));
}

TEST(Reducer, ProductsOfHalvesAreProductsOfWords) {
    Reducing p;
    const Id big = p.ir.i32(0x9e3779b9), small = p.ir.i32(12), none = p.ir.i32(0);
    const Id c = p.ir.load(p.v, 2, kI32);
    EXPECT_EQ(product_of_halves(p, p.x, p.y, none), p.ir.IMul(p.x, p.y));
    EXPECT_EQ(product_of_halves(p, p.x, p.y, c), p.ir.IAdd(p.ir.IMul(p.x, p.y), c));
    for (const Id number : {big, small}) {
        EXPECT_EQ(product_of_halves(p, p.x, number, none), p.ir.IMul(p.x, number));
        EXPECT_EQ(product_of_halves(p, number, p.x, none), p.ir.IMul(p.x, number));
        EXPECT_EQ(product_of_halves(p, p.x, number, c), p.ir.IAdd(p.ir.IMul(p.x, number), c));
        EXPECT_EQ(product_of_halves(p, number, p.x, c), p.ir.IAdd(p.ir.IMul(p.x, number), c));
    }
}

} // namespace
} // namespace relit::ir
