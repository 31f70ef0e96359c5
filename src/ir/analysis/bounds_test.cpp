#include "ir/analysis/bounds.hpp"

#include "ir/expression.hpp"

#include <gtest/gtest.h>

namespace relit::ir {
namespace {

struct Bounds : testing::Test {
    Module module;
    Builder builder{module};
    Expression any;

    void SetUp() override {
        const std::uint32_t file = builder.file("v", Kind::I32, 4, 1, Role::Input);
        builder.function("main");
        any = {builder, builder.load(file, 0, kI32)};
    }
    std::uint64_t most(Expression value) { return upper_bound(module, value.id()); }
};

TEST_F(Bounds, OfConstantsMasksAndShifts) {
    EXPECT_EQ(most(any), ~std::uint64_t{0});
    EXPECT_EQ(most(any.same(7)), 7U);
    EXPECT_EQ(most(any & 31), 31U);
    EXPECT_EQ(most(unsigned_min(any, 9)), 9U);
    EXPECT_EQ(most(any >> 27), 31U);
    EXPECT_EQ(most((any & 0xff) >> 4), 15U);
    EXPECT_EQ(most(any >> 32), 0U);
    EXPECT_EQ(most((any & 3) << 2), 12U);
    EXPECT_EQ(most(any << 2), ~std::uint64_t{0});
    EXPECT_EQ(most((any & 3) << 31), ~std::uint64_t{0});
    EXPECT_EQ(most(choose(any == 0, any & 3, any.same(8))), 8U);
    EXPECT_EQ(most(unsigned_max(any & 3, 5)), 5U);
    EXPECT_EQ(most((any & 7) + 3), 10U);
    EXPECT_EQ(most((any & 7) + (any & 8)), 15U);
    EXPECT_EQ(most(any.same(1) + 0xfffffffe), 0xffffffffU);
    EXPECT_EQ(most((any & 1) + 0xffffffff), ~std::uint64_t{0}) << "may wrap";
    EXPECT_EQ(most(any + 1), ~std::uint64_t{0});
    EXPECT_EQ(most((any & 7) * 12), 84U);
    EXPECT_EQ(most((any & 0xffff) * 0x10001), 0xffffffffU);
    EXPECT_EQ(most((any & 0xffff) * 0x10002), ~std::uint64_t{0}) << "may wrap";
    const auto field = [&](std::uint32_t bits) {
        const Id offset = builder.i32(3), count = builder.i32(bits);
        return upper_bound(module, builder.UBitField({any.id(), offset, count}));
    };
    EXPECT_EQ(field(8), 255U);
    EXPECT_EQ(field(0), 0U);
    EXPECT_EQ(field(32), ~std::uint64_t{0});
    const auto local = [&] {
        return upper_bound(module, builder.add(Op::ReadBuiltin, kI32.with_lanes(3), {},
                                               static_cast<std::uint32_t>(Builtin::LocalInvocationId)));
    };
    EXPECT_EQ(local(), 0xffffU); // whatever the workgroup is to be
    module.workgroup[1] = 0x20000;
    EXPECT_EQ(local(), 0x20000U);
    const auto divided = [&](Id value, Id by) { return upper_bound(module, builder.UDiv(value, by)); };
    EXPECT_EQ(divided(any.id(), builder.i32(4)), 0x3fffffffU);
    EXPECT_EQ(divided((any & 100).id(), builder.i32(3)), 33U);
    EXPECT_EQ(divided(any.id(), builder.i32(0)), ~std::uint64_t{0});
    EXPECT_EQ(divided(any.id(), any.id()), ~std::uint64_t{0});
}

TEST_F(Bounds, ValuesThatAreNeverZeroAreNumbersOrHaveThem) {
    const auto never = [&](Expression value) { return is_never_zero(module, value.id()); };
    EXPECT_TRUE(never(any.same(7)));
    EXPECT_FALSE(never(any.same(0)));
    EXPECT_FALSE(never(any));
    EXPECT_TRUE(never(unsigned_max(any, 1)));
    EXPECT_FALSE(never(unsigned_max(any, 0)));
    EXPECT_FALSE(never(unsigned_min(any, 1)));
    EXPECT_TRUE(never(any | 4));
    EXPECT_FALSE(never(any & 4));
    const std::uint64_t lanes[] = {3, 0};
    EXPECT_FALSE(is_never_zero(module, builder.constant(kI32.with_lanes(2), lanes)));
}

TEST_F(Bounds, MultiplesAreSeenThroughSumsShiftsAndMasks) {
    const auto is_row = [&](Expression value) { return is_multiple(module, value.id(), 16); };
    EXPECT_FALSE(is_row(any));
    EXPECT_TRUE(is_row(any.same(48)));
    EXPECT_FALSE(is_row(any.same(40)));
    EXPECT_TRUE(is_row(any << 4));
    EXPECT_FALSE(is_row(any << 3));
    EXPECT_TRUE(is_row((any << 5) + 32));
    EXPECT_FALSE(is_row((any << 5) + 8));
    EXPECT_TRUE(is_row(any & 0xf0));
    EXPECT_TRUE(is_row(any * 48));
    EXPECT_FALSE(is_row(any >> 4));
}

TEST_F(Bounds, OfTheCountDecideWhetherAShiftNeedsACheck) {
    EXPECT_TRUE(shifts_inside(module, module[(any << (any & 31)).id()]));
    EXPECT_FALSE(shifts_inside(module, module[(any << (any & 32)).id()]));
    EXPECT_FALSE(shifts_inside(module, module[(any >> any).id()]));
}

} // namespace
} // namespace relit::ir
