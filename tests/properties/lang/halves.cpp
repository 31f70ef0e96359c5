// Halves kept in 32 bits give what halves give: arithmetic, moves, and bits seen as other kinds.
#include "ir/builder.hpp"
#include "ir/verify/verify.hpp"
#include "lang/lower/lower.hpp"
#include "run/interpreter.hpp"
#include "tests/support/lang/word_programs.hpp"

#include <array>
#include <functional>
#include <random>

#include <gtest/gtest.h>

namespace relit::halves {
namespace {

using ir::Builder;
using ir::Id;
using ir::Kind;
using ir::Op;

constexpr ir::Type kHalves{Kind::F16, 4}, kPair{Kind::F16, 2};

/// A program of one input and one output of four words each.
ir::Module program(const std::function<Id(Builder&, Id)>& body) {
    return test::word_program(1, [&](Builder& build, std::uint32_t in, std::uint32_t out) {
        build.store(out, 0, body(build, build.load(in, 0, ir::kI32.with_lanes(4))));
    });
}

Id to_halves(Builder& build, Id words) {
    return build.convert(Op::FConvert, Kind::F16, build.bitcast(ir::kF32.with_lanes(4), words));
}
Id to_words(Builder& build, Id halves) {
    return build.bitcast(ir::kI32.with_lanes(4), build.convert(Op::FConvert, Kind::F32, halves));
}

bool has_halves(const ir::Module& module) {
    for (const Id id : module.functions[0].blocks[0].insts)
        if (module[id].type.kind == Kind::F16 || module[id].type.kind == Kind::I16) return true;
    return false;
}

bool is_nan(std::uint64_t bits) { return (bits & 0x7fffffff) > 0x7f800000; }

/// Bits of floats round the edges of halves, or any.
std::uint32_t word(std::mt19937& random) {
    constexpr std::array<std::uint32_t, 16> kEdges = {
        0x00000000, 0x80000000, 0x00000001, 0x33000000, 0x33000001, 0x337fffff, 0x387fc000, 0x38800000,
        0x3f800000, 0x3f801000, 0x3f803000, 0x477fe000, 0x477ff000, 0x477fefff, 0x7f800000, 0x7fc00000};
    const auto any = static_cast<std::uint32_t>(random());
    switch (random() % 4) {
        case 0: return kEdges[any % kEdges.size()] | (any & 0x80000000);
        case 1: return any;
        default: return (any & 0x8fffffff) | ((100 + any / 7 % 45) << 23 & 0x7f800000); // of a half's size
    }
}

/// Widens and compares on awkward and on random words.
void expect_same(const std::function<Id(Builder&, Id)>& body) {
    const ir::Module before = program(body);
    ASSERT_TRUE(ir::verify(before)) << ir::verify(before).error().text;
    ir::Module after = before.clone();
    ASSERT_TRUE(lang::lower_halves(after, {}));
    ASSERT_TRUE(ir::verify(after)) << ir::verify(after).error().text;
    EXPECT_FALSE(has_halves(after));
    std::mt19937 random(7);
    for (int round = 0; round < 2000; ++round) {
        std::vector<run::State> wanted{run::blank_state(before)};
        for (std::uint64_t& lane : wanted[0].files[0]) lane = word(random);
        std::vector<run::State> got = wanted;
        ASSERT_TRUE(run::run(before, wanted));
        ASSERT_TRUE(run::run(after, got));
        for (std::size_t lane = 0; lane < 4; ++lane) {
            const std::uint64_t a = wanted[0].files[1][lane], b = got[0].files[1][lane];
            EXPECT_TRUE(a == b || (is_nan(a) && is_nan(b))) << std::hex << a << " " << b;
        }
    }
}

TEST(Halves, StayWhereTheirBitsGoToAFileOfSuch) {
    ir::Module module;
    module.stage = ir::Stage::Compute;
    Builder build(module);
    const auto in = build.file("in", Kind::I32, 4, 1, ir::Role::Input);
    const auto out = build.file("out", Kind::I16, 4, 1, ir::Role::Output);
    (void)build.function("main");
    const Id halves = to_halves(build, build.load(in, 0, ir::kI32.with_lanes(4)));
    build.store(out, 0, build.bitcast({Kind::I16, 4}, build.FAdd(halves, halves)));
    build.ret();
    ASSERT_TRUE(lang::lower_halves(module, {}));
    EXPECT_TRUE(ir::verify(module)) << ir::verify(module).error().text;
    EXPECT_TRUE(has_halves(module));
}

TEST(Halves, Conversions) {
    expect_same([](Builder& build, Id in) { return to_words(build, to_halves(build, in)); });
}

TEST(Halves, Arithmetic) {
    expect_same([](Builder& build, Id in) {
        const Id a = to_halves(build, in), b = build.swizzle(a, {1, 2, 3, 0});
        const Id chosen = build.Select(build.FLt(a, b), build.FMul(a, b), build.FSub(a, b));
        return to_words(build, build.FAdd(chosen, build.constant(kHalves, 0x3555)));
    });
}

TEST(Halves, PackedAndUnpacked) {
    expect_same([](Builder& build, Id in) {
        const Id halves = to_halves(build, in);
        const Id words = build.bitcast(ir::kI32.with_lanes(2), halves);
        const Id pair = build.bitcast(kPair, build.lane(words, 1));
        const Id wide = build.convert(Op::FConvert, Kind::F32, pair);
        const Id bits = build.bitcast(ir::kI32.with_lanes(2), wide);
        return build.compose({build.lane(words, 0), build.lane(words, 1), build.lane(bits, 0), build.lane(bits, 1)});
    });
}

// As lanes of a register look that is written as a whole and read as halves, or the other way round.
TEST(Halves, IntegersOfSixteenBitsThatAreMoved) {
    expect_same([](Builder& build, Id in) {
        const Id parts = build.bitcast(ir::Type{Kind::I16, 2}, build.lane(in, 0));
        const Id half = build.bitcast(ir::Type{Kind::F16, 1}, build.lane(parts, 1));
        const Id swapped = build.bitcast(ir::kI32, build.swizzle(parts, {1, 0}));
        const Id value = build.bitcast(ir::kI32, build.convert(Op::FConvert, Kind::F32, half));
        const Id back = build.bitcast(
            ir::Type{Kind::I16, 1}, build.convert(Op::FConvert, Kind::F16, build.bitcast(ir::kF32, build.lane(in, 1))));
        return build.compose(
            {swapped, value, build.bitcast(ir::kI32, build.compose({back, build.lane(parts, 0)})), build.lane(in, 3)});
    });
}

TEST(Halves, IntegersOfSixteenBitsThatAreMadeLongerAndShorter) {
    expect_same([](Builder& build, Id in) {
        const Id halves = build.bitcast(ir::Type{Kind::I16, 4}, to_halves(build, in));
        const Id above = build.convert(Op::UExtend, Kind::I32, halves),
                 with_sign = build.convert(Op::SExtend, Kind::I32, halves);
        const Id cut =
            build.bitcast(kHalves, build.convert(Op::ITruncate, Kind::I16, build.IXor(with_sign, build.i32(1, 4))));
        const Id words = build.IAdd(build.IMul(above, build.i32(3, 4)), with_sign);
        return build.blend(words, to_words(build, cut), 5);
    });
}

// Blocks are in any order: what reads a value may come before what makes it.
TEST(Halves, AreReadByBlocksBeforeThoseThatMakeThem) {
    expect_same([](Builder& build, Id in) {
        const ir::BlockId reads = build.block(), makes = build.block(), last = build.block();
        build.jump(makes);
        build.move_to(makes);
        const Id pair = build.bitcast(kPair, build.IAnd(build.lane(in, 1), build.i32(0xbbffbbff))); // no NaN
        build.jump(reads);
        build.move_to(reads);
        const Id word = build.bitcast(ir::kI32, build.FAdd(pair, pair));
        const Id moved = build.bitcast(ir::kI32, pair);
        build.jump(last);
        build.move_to(last);
        return build.compose({word, moved, word, moved});
    });
}

} // namespace
} // namespace relit::halves
