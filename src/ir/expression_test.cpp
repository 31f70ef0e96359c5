#include "ir/expression.hpp"

#include <gtest/gtest.h>

#include <array>

namespace relit::ir {
namespace {

struct Formula {
    Module module;
    Builder builder{module};
    Expression a, b;

    Formula() {
        const std::uint32_t file = builder.file("v", Kind::I32, 1, 2, Role::Input);
        builder.function("main");
        a = {builder, builder.load(file, 0, kI32)};
        b = {builder, builder.load(file, 1, kI32)};
    }
    [[nodiscard]] std::vector<Op> ops() const {
        std::vector<Op> all;
        for (const Id id : module.functions[0].blocks[0].insts) all.push_back(module[id].op);
        return all;
    }
};

// gcc evaluates the operands of + from the right to the left, clang from the left to the right.
TEST(Expression, OperandsAreBuiltFromLeftToRightWhateverTheCompiler) {
    Formula f;
    constexpr std::array first{7U, 8U}, second{9U, 10U};
    const Expression sum = f.a.entry_of(first) * 3 + (f.b.entry_of(second) ^ f.a);
    EXPECT_EQ(f.ops(), (std::vector{Op::LoadFile, Op::LoadFile})) << "nothing is built before it is asked for";
    const Id id = sum.id();
    EXPECT_EQ(f.ops(), (std::vector{Op::LoadFile, Op::LoadFile, Op::LoadTable, Op::Const, Op::IMul, Op::LoadTable,
                                    Op::IXor, Op::IAdd}));
    EXPECT_EQ(f.module.tables[0][0], 7U);
    EXPECT_EQ(f.module.tables[1][0], 9U);
    EXPECT_EQ(sum.id(), id);
    EXPECT_EQ(f.ops().size(), 8U) << "each is built once";
}

TEST(Expression, APartThatIsUsedTwiceIsBuiltOnce) {
    Formula f;
    const Expression less = f.a < f.b;
    EXPECT_EQ(f.module[choose(less, f.a, f.b).id()].operands[0], less.id());
    EXPECT_EQ(f.module[choose(!less, 1, f.b).id()].op, Op::Select);
    EXPECT_EQ(std::ranges::count(f.ops(), Op::ULt), 1);
}

TEST(Expression, NumbersHaveTheLanesOfTheOtherSide) {
    Formula f;
    const Expression pair = Expression::compose({f.a, f.b});
    EXPECT_EQ(f.module[(pair & 255).id()].type, kI32.with_lanes(2));
    EXPECT_EQ(f.module[(1 - pair.lane(1)).id()].type, kI32);
}

} // namespace
} // namespace relit::ir
