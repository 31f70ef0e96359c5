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

using Effects = std::vector<CallEffect>;
using enum CallEffect;

TEST(Calls, OfPureFunctionsAreTheirResultsAlone) {
    EXPECT_EQ(call_effects(Callers().module), (Effects{ChangesMemory, None, None, None})) << "main gives nothing back";
    EXPECT_EQ(call_effects(Callers(Op::EmitVertex).module), (Effects{Any, Any, Any, None}));
    Module alone;
    (void)Builder(alone).function("main", kI32);
    EXPECT_EQ(call_effects(alone), Effects{Any});
}

TEST(Calls, DependOnRegistersThatChange) {
    Callers p;
    const auto own = p.ir.file("r", Kind::I32, 1, 1, Role::Register),
               given = p.ir.file("v", Kind::I32, 1, 1, Role::Input);
    const FunctionId reads = p.ir.function("reads", kI32);
    p.ir.ret(p.ir.load(own, 0, kI32));
    const FunctionId takes = p.ir.function("takes", kI32);
    p.ir.ret(p.ir.load(given, 0, kI32));
    EXPECT_EQ(call_effects(p.module)[reads], Any);
    EXPECT_EQ(call_effects(p.module)[takes], None);
}

TEST(Calls, TellWhatTheyDoToMemory) {
    Callers p;
    const auto constants = p.ir.constant_buffer("c", 0, 16), words = p.ir.storage_buffer("s", 0, 16);
    const auto function = [&](std::string_view name, auto&& write) {
        const FunctionId made = p.ir.function(name, kI32);
        p.ir.ret(write());
        return made;
    };
    const auto load = [&](std::uint32_t from) { return p.ir.load_buffer(from, p.ir.i32(0), kI32); };
    const FunctionId fixed = function("fixed", [&] { return load(constants); });
    const FunctionId reads = function("reads", [&] { return load(words); });
    const FunctionId sizes = function("sizes", [&] { return p.ir.add(Op::BufferSize, kI32, {}, words); });
    const FunctionId adds =
        function("adds", [&] { return p.ir.add(Op::AtomicAdd, kI32, {p.ir.i32(0), p.ir.i32(1)}, words); });
    const FunctionId calls = function("calls", [&] { return p.ir.call(reads, std::span<const Id>()); });
    const FunctionId changes = function("changes", [&] { return p.ir.call(adds, std::span<const Id>()); });
    const Effects effects = call_effects(p.module);
    EXPECT_EQ(effects[fixed], None);
    EXPECT_EQ(effects[reads], ReadsMemory);
    EXPECT_EQ(effects[sizes], ReadsMemory);
    EXPECT_EQ(effects[calls], ReadsMemory);
    EXPECT_EQ(effects[adds], ChangesMemory);
    EXPECT_EQ(effects[changes], ChangesMemory);
    EXPECT_TRUE(is_removable(effects[calls]));
    EXPECT_FALSE(is_removable(effects[changes]));
}

} // namespace
} // namespace relit::ir
