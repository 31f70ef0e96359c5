#include "ir/builder.hpp"
#include "pass/after_test.hpp"

#include <gtest/gtest.h>

#include <array>

namespace relit::pass {
namespace {

using ir::BlockId;
using ir::Id;
using ir::Kind;
using ir::Role;

/// A loop of one block that repeats while v[0] says so; the test writes what is in it.
struct Looping {
    explicit Looping(bool has_two_entries = false) {
        v = b.file("v", Kind::I32, 1, 4, Role::Input);
        r = b.file("r", Kind::I32, 1, 4, Role::Register);
        o = b.file("o", Kind::I32, 1, 4, Role::Output);
        b.function("main");
        body = b.block();
        end = b.block();
        x = b.load(v, 0, ir::kI32);
        if (has_two_entries) {
            const BlockId other = b.block();
            b.branch(b.IEq(x, x), body, other);
            b.move_to(other);
        }
        b.jump(body);
        b.move_to(body);
    }
    std::string hoisted() {
        b.branch(b.IEq(b.load(r, 1, ir::kI32), x), body, end);
        b.move_to(end);
        b.ret();
        return after(module, "licm");
    }

    ir::Module module;
    ir::Builder b{module};
    std::uint32_t v = 0, r = 0, o = 0;
    BlockId body = 0, end = 0;
    Id x = 0;
};

TEST(Licm, WhatDoesNotChangeIsComputedBefore) {
    Looping loop;
    const Id same = loop.b.IAdd(loop.x, loop.b.i32(3));
    const Id reads = loop.b.load(loop.r, 1, ir::kI32); // nothing in the loop writes r
    loop.b.store(loop.o, 0, loop.b.IMul(same, reads));
    EXPECT_EQ(loop.hoisted(), R"(function 0 main() -> void
b0:
  %1: i32 = loadfile v[0]
  %2: i32 = const 0x3
  %3: i32 = iadd %1, %2
  %4: i32 = loadfile r[1]
  %5: i32 = imul %3, %4
  %6: i32 = loadfile r[1]
  %7: bool = ieq %6, %1
  jump b1
b1:
  storefile o[0].x, %5
  branch %7, b1, b2
b2:
  return
)");
    EXPECT_FALSE(licm(loop.module));
}

TEST(Licm, WhatTheLoopWritesIsReadInIt) {
    Looping loop;
    loop.b.store(loop.r, 2, loop.b.INeg(loop.b.load(loop.r, 2, ir::kI32)));
    EXPECT_EQ(loop.hoisted(), R"(function 0 main() -> void
b0:
  %1: i32 = loadfile v[0]
  jump b1
b1:
  %2: i32 = loadfile r[2]
  %3: i32 = ineg %2
  storefile r[2].x, %3
  %4: i32 = loadfile r[1]
  %5: bool = ieq %4, %1
  branch %5, b1, b2
b2:
  return
)");
}

TEST(Licm, ABlockIsMadeWhereNoneIsPassedBefore) {
    Looping loop(true);
    loop.b.store(loop.r, 1, loop.b.INeg(loop.x));
    EXPECT_EQ(loop.hoisted(), R"(function 0 main() -> void
b0:
  %1: i32 = loadfile v[0]
  %2: bool = ieq %1, %1
  branch %2, b4, b3
b1:
  storefile r[1].x, %5
  %3: i32 = loadfile r[1]
  %4: bool = ieq %3, %1
  branch %4, b1, b2
b2:
  return
b3:
  jump b4
b4:
  %5: i32 = ineg %1
  jump b1
)");
}

TEST(Licm, AnotherInvocationMayWriteWhatTheLoopWaitsFor) {
    Looping loop;
    const auto memory = loop.b.storage_buffer("m", 0, 16);
    const Id seen = loop.b.load_buffer(memory, loop.x, ir::kI32);
    loop.b.store(loop.r, 1, seen);
    loop.b.store_buffer(memory, loop.x, seen);
    const std::string text = loop.hoisted();
    EXPECT_LT(text.find("b1:"), text.find("loadbuffer")) << text;
}

TEST(Licm, ValuesGoToTheOutermostLoopThatLeavesThemAlone) {
    ir::Module module;
    ir::Builder b(module);
    const auto v = b.file("v", Kind::I32, 1, 2, Role::Input);
    const auto r = b.file("r", Kind::I32, 1, 2, Role::Register);
    b.function("main");
    const BlockId outer = b.block(), inner = b.block(), latch = b.block(), end = b.block();
    const Id x = b.load(v, 0, ir::kI32);
    b.jump(outer);
    b.move_to(outer);
    const Id changes = b.load(r, 0, ir::kI32);
    b.jump(inner);
    b.move_to(inner);
    b.store(b.file("s", Kind::I32, 1, 1, Role::Register), 0, b.IAdd(b.INeg(x), b.INot(changes)));
    b.branch(b.IEq(changes, x), inner, latch);
    b.move_to(latch);
    b.store(r, 0, x);
    b.branch(b.IEq(x, x), outer, end);
    b.move_to(end);
    b.ret();
    EXPECT_EQ(after(module, "licm"), R"(function 0 main() -> void
b0:
  %1: i32 = loadfile v[0]
  %2: i32 = ineg %1
  %3: bool = ieq %1, %1
  jump b1
b1:
  %4: i32 = loadfile r[0]
  %5: i32 = inot %4
  %6: i32 = iadd %2, %5
  %7: bool = ieq %4, %1
  jump b2
b2:
  storefile s[0].x, %6
  branch %7, b2, b3
b3:
  storefile r[0].x, %1
  branch %3, b1, b4
b4:
  return
)");
}

} // namespace
} // namespace relit::pass
