#include "ir/builder.hpp"
#include "pass/after_test.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

namespace relit::pass {
namespace {

using ir::BlockId;
using ir::Id;
using ir::Kind;
using ir::Role;

constexpr std::string_view kList = "to_ssa,fold,unroll,copy_propagation,fold,cse,dce";

/// Programs with loops in registers, as lifters write them.
struct LoopingProgram {
    LoopingProgram() {
        registers = b.file("r", Kind::I32, 1, 3, Role::Register);
        v = b.file("v", Kind::I32, 1, 1, Role::Input);
        o = b.file("o", Kind::I32, 1, 1, Role::Output);
        b.function("main");
    }
    Id counter(std::uint32_t which) { return b.load(registers, which, ir::kI32); }
    void add(Id value) { b.store(registers, kSum, b.IAdd(b.load(registers, kSum, ir::kI32), value)); }
    void end() {
        b.store(o, 0, b.load(registers, kSum, ir::kI32));
        b.ret();
    }

    /// for (i = 0; i < iterations; ++i) body();
    template <class Body>
    void loop(std::uint32_t which, std::uint32_t iterations, Body&& body) {
        const BlockId test = b.block(), inside = b.block(), end = b.block();
        b.store(registers, which, b.i32(0));
        b.jump(test);
        b.move_to(test);
        b.branch(b.ULt(counter(which), b.i32(iterations)), inside, end);
        b.move_to(inside);
        body();
        b.store(registers, which, b.IAdd(counter(which), b.i32(1)));
        b.jump(test);
        b.move_to(end);
    }
    static constexpr std::uint32_t kSum = 2;
    [[nodiscard]] std::size_t blocks() const { return module.functions[0].blocks.size(); }

    ir::Module module;
    ir::Builder b{module};
    std::uint32_t registers = 0, v = 0, o = 0;
};

TEST(Unroll, IterationsFollowOneAnother) {
    LoopingProgram p;
    p.loop(0, 3, [&] { p.add(p.b.IMul(p.counter(0), p.b.load(p.v, 0, ir::kI32))); });
    p.end();
    // 0 + 0v + 1v + 2v
    EXPECT_EQ(after(p.module, kList), R"(function 0 main() -> void
b0:
  %1: i32 = const 0x0
  %2: i32 = loadfile v[0]
  %3: i32 = imul %1, %2
  %4: i32 = iadd %1, %3
  %5: i32 = const 0x1
  %6: i32 = imul %5, %2
  %7: i32 = iadd %4, %6
  %8: i32 = const 0x2
  %9: i32 = imul %8, %2
  %10: i32 = iadd %7, %9
  storefile o[0].x, %10
  return
)");
}

TEST(Unroll, ALoopTestedLastGoesRoundOnceMore) {
    LoopingProgram p;
    const BlockId body = p.b.block(), end = p.b.block();
    p.b.jump(body);
    p.b.move_to(body);
    p.add(p.b.i32(7));
    p.b.store(p.registers, 0, p.b.IAdd(p.counter(0), p.b.i32(1)));
    p.b.branch(p.b.ULt(p.counter(0), p.b.i32(3)), body, end);
    p.b.move_to(end);
    p.end();
    EXPECT_EQ(after(p.module, kList), R"(function 0 main() -> void
b0:
  %1: i32 = const 0x15
  storefile o[0].x, %1
  return
)");
}

TEST(Unroll, InnerLoopsComeFirst) {
    LoopingProgram p;
    p.loop(0, 3, [&] { p.loop(1, 4, [&] { p.add(p.b.IAdd(p.counter(0), p.counter(1))); }); });
    p.end();
    // 4 * (0 + 1 + 2) + 3 * (0 + 1 + 2 + 3)
    EXPECT_EQ(after(p.module, kList), R"(function 0 main() -> void
b0:
  %1: i32 = const 0x1e
  storefile o[0].x, %1
  return
)");
}

TEST(Unroll, FurtherExitsAreKept) {
    LoopingProgram p;
    const BlockId out = p.b.block();
    p.loop(0, 2, [&] {
        const BlockId on = p.b.block();
        p.b.branch(p.b.IEq(p.b.load(p.v, 0, ir::kI32), p.counter(0)), out, on);
        p.b.move_to(on);
        p.add(p.b.i32(10));
    });
    p.b.jump(out);
    p.b.move_to(out);
    p.end();
    // v is 0: nothing; v is 1: 10; otherwise 20.
    EXPECT_EQ(after(p.module, kList), R"(function 0 main() -> void
b0:
  %1: i32 = const 0x0
  %2: i32 = loadfile v[0]
  %3: bool = ieq %2, %1
  branch %3, b1(%1), b2
b1(%4: i32):
  storefile o[0].x, %4
  return
b2:
  %5: i32 = const 0xa
  %6: i32 = const 0x1
  %7: bool = ieq %2, %6
  branch %7, b1(%5), b3
b3:
  %8: i32 = const 0x14
  jump b1(%8)
)");
}

TEST(Unroll, TooManyRoundsStayALoop) {
    for (const std::uint32_t iterations : {32U, 33U}) {
        LoopingProgram p;
        p.loop(0, iterations, [&] { p.add(p.counter(0)); });
        p.end();
        (void)after(p.module, kList);
        EXPECT_EQ(p.blocks() == 1, iterations == 32) << iterations;
    }
}

TEST(Unroll, RoundsThatTheInputDecidesStayALoop) {
    LoopingProgram p;
    p.loop(0, 3, [&] { p.b.store(p.registers, 0, p.b.load(p.v, 0, ir::kI32)); });
    p.end();
    ASSERT_TRUE(run_passes(p.module, "to_ssa,fold"));
    EXPECT_FALSE(unroll(p.module));
}

} // namespace
} // namespace relit::pass
