#include "ir/analysis/calls.hpp"

#include "ir/builder.hpp"

#include <gtest/gtest.h>

namespace relit::ir {
namespace {

using Flags = std::vector<bool>;

/// main calls a, which calls b, and c.
struct Callers {
    Module module;
    Builder ir{module};
    FunctionId main = ir.function("main"), a = ir.function("a", kI32), b = ir.function("b", kI32),
               c = ir.function("c", kI32);

    explicit Callers(Op effect = Op::Opaque) {
        ir.move_to(main, 0);
        (void)ir.call(a, {});
        (void)ir.call(c, {});
        ir.ret();
        ir.move_to(a, 0);
        ir.ret(ir.call(b, {}));
        ir.move_to(b, 0);
        if (effect != Op::Opaque) (void)ir.add(effect, kVoid, std::span<const Id>{});
        ir.ret(ir.i32(2));
        ir.move_to(c, 0);
        ir.ret(ir.i32(3));
    }
};

TEST(Calls, CallersAreMarkedWithWhatTheyCall) {
    const Callers p;
    EXPECT_EQ(with_callers(p.module, {p.b}), (Flags{true, true, true, false}));
    EXPECT_EQ(with_callers(p.module, {p.c}), (Flags{true, false, false, true}));
    EXPECT_EQ(with_callers(p.module, {}), (Flags{false, false, false, false}));
}

TEST(Calls, OfPureFunctionsAreTheirResultsAlone) {
    EXPECT_EQ(pure_functions(Callers().module), (Flags{false, true, true, true})) << "main gives nothing back";
    EXPECT_EQ(pure_functions(Callers(Op::EmitVertex).module), (Flags{false, false, false, true}));
    Module alone;
    (void)Builder(alone).function("main", kI32);
    EXPECT_EQ(pure_functions(alone), Flags{false});
}

TEST(Calls, DependOnRegistersThatChange) {
    Callers p;
    const auto own = p.ir.file("r", Kind::I32, 1, 1, Role::Register),
               given = p.ir.file("v", Kind::I32, 1, 1, Role::Input);
    const FunctionId reads = p.ir.function("reads", kI32);
    p.ir.ret(p.ir.load(own, 0, kI32));
    const FunctionId takes = p.ir.function("takes", kI32);
    p.ir.ret(p.ir.load(given, 0, kI32));
    EXPECT_FALSE(pure_functions(p.module)[reads]);
    EXPECT_TRUE(pure_functions(p.module)[takes]);
}

} // namespace
} // namespace relit::ir
