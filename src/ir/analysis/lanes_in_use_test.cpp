#include "ir/analysis/lanes_in_use.hpp"

#include "ir/builder.hpp"

#include <gtest/gtest.h>

namespace relit::ir {
namespace {

constexpr Type kFloats = kF32.with_lanes(4);

struct Program {
    Module module;
    Builder ir{module};
    std::uint32_t v = ir.file("v", Kind::F32, 4, 2, Role::Input);
    std::uint32_t o = ir.file("o", Kind::F32, 4, 2, Role::Output);
};

TEST(LanesInUse, OfMovedValuesAreThoseThatAreTaken) {
    Program p;
    p.ir.function("main");
    const Id a = p.ir.load(p.v, 0, kFloats), b = p.ir.load(p.v, 4, kFloats), unused = p.ir.load(p.v, 0, kFloats);
    const Id mixed = p.ir.blend(p.ir.swizzle(a, {3, 2, 1, 0}), b, 0b0010);
    p.ir.store(p.o, 0, mixed, 0b0011);
    p.ir.ret();
    const LanesInUse used(p.module);
    EXPECT_EQ(used[mixed], 0b0011U);
    EXPECT_EQ(used[a], 0b1000U) << "lane 0 of the swizzle";
    EXPECT_EQ(used[b], 0b0010U);
    EXPECT_EQ(used[unused], 0U);
}

TEST(LanesInUse, OfWhatIsComputedFollowTheResult) {
    Program p;
    p.ir.function("main");
    const Id a = p.ir.load(p.v, 0, kFloats), b = p.ir.load(p.v, 4, kFloats);
    const Id product = p.ir.FMul(a, a), dot = p.ir.FDot(product, b);
    p.ir.store(p.o, 0, p.ir.lane(p.ir.FNeg(b), 2), 1);
    p.ir.store(p.o, 1, dot, 0); // stores nothing
    p.ir.ret();
    const LanesInUse used(p.module);
    EXPECT_EQ(used[b], 0b0100U);
    EXPECT_EQ(used[a], 0U) << "the dot product is of no use";
}

TEST(LanesInUse, ADotProductTakesAllLanes) {
    Program p;
    p.ir.function("main");
    const Id a = p.ir.load(p.v, 0, kFloats);
    p.ir.store(p.o, 0, p.ir.FDot(a, a), 1);
    p.ir.ret();
    EXPECT_EQ(LanesInUse(p.module)[a], 0b1111U);
}

TEST(LanesInUse, OfArgumentsAreThoseOfTheParameterWhereCallsAreFollowed) {
    Program p;
    p.ir.function("main");
    const FunctionId callee = p.ir.function("f", kF32, {kFloats});
    p.ir.ret(p.ir.lane(p.ir.param(0), 1));
    p.ir.move_to(0, 0);
    const Id a = p.ir.load(p.v, 0, kFloats);
    p.ir.store(p.o, 0, p.ir.call(callee, {a}), 1);
    p.ir.ret();
    EXPECT_EQ(LanesInUse(p.module, {.through_calls = true})[a], 0b0010U);
    EXPECT_EQ(LanesInUse(p.module)[a], 0b1111U);
}

} // namespace
} // namespace relit::ir
