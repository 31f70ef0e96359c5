// 64-bit floats written as integers give what the floats give, to the bit, in every rounding mode; also where those integers
// are then taken apart.
#include "ir/builder.hpp"
#include "ir/verify/verify.hpp"
#include "lang/lower/lower.hpp"
#include "pass/pass.hpp"
#include "run/interpreter.hpp"
#include "tests/support/lang/word_programs.hpp"
#include "tests/support/values.hpp"

#include <algorithm>
#include <functional>
#include <string>

#include <gtest/gtest.h>

namespace relit::doubles {
namespace {

using ir::Builder;
using ir::Id;
using ir::Kind;
using ir::Op;

constexpr unsigned kSamples = 2000, kSamplesApart = 100;

using Body = std::function<void(Builder&, std::uint32_t in, std::uint32_t out)>;

/// One input and one output of 8 words.
ir::Module program(const Body& body) { return test::word_program(2, body); }

bool has(const ir::Module& module, Kind kind) {
    return std::ranges::any_of(module.functions[0].blocks, [&](const ir::Block& block) {
        return std::ranges::any_of(block.insts, [&](Id id) { return module[id].type.kind == kind; });
    });
}

/// Bits of doubles near one another, near what rounds, of all sizes.
std::uint64_t operand(test::Random& random, std::uint64_t other) {
    const std::uint64_t any = random.bits(), fraction = any & 0xfffffffffffff;
    const auto of = [&](std::uint64_t exponent) { return (any & (1ULL << 63)) | exponent << 52 | fraction; };
    switch (random.below(8)) {
        case 0: return test::awkward_lane(Kind::F64, random);
        case 1: return any;
        case 2: return (other ^ (1ULL << 63)) + random.below(5) - 2; // cancels
        case 3: return of(1023 + random.below(64)) & ~((1ULL << random.below(52)) - 1);
        case 4: return of(random.below(60)); // small
        case 5: return of(1990 + random.below(57));
        case 6: return of((other >> 52 & 0x7ff) / 2 + 480 + random.below(64));
        default: return of(1000 + random.below(60));
    }
}

bool is_nan(std::uint64_t bits) { return (bits & ~(1ULL << 63)) > 0x7ff0000000000000; }
bool is_nan_word(std::uint64_t bits) { return (bits & 0x7fffffff) > 0x7f800000; }

void expect_same(const Body& body, const std::string& what) {
    const ir::Module before = program(body);
    ASSERT_TRUE(ir::verify(before)) << what << ir::verify(before).error().text;
    ir::Module after = before.clone();
    ASSERT_TRUE(lang::lower_doubles(after, {})) << what;
    ASSERT_TRUE(ir::verify(after)) << what << ir::verify(after).error().text;
    EXPECT_FALSE(has(after, Kind::F64)) << what;
    ASSERT_TRUE(pass::run_passes(after, "combine,dce"));
    ir::Module apart = after.clone();
    (void)lang::lower_wide(apart, {});
    ASSERT_TRUE(pass::run_passes(apart, "combine,dce"));
    EXPECT_FALSE(has(apart, Kind::I64)) << what;
    test::Random random(5);
    for (unsigned round = 0; round < kSamples; ++round) {
        std::vector<run::State> wanted{run::blank_state(before)};
        std::uint64_t last = random.bits();
        for (std::size_t i = 0; i < 8; i += 2) {
            last = operand(random, last);
            wanted[0].files[0][i] = last & 0xffffffff;
            wanted[0].files[0][i + 1] = last >> 32;
        }
        std::vector<run::State> got = wanted, got_apart = wanted;
        ASSERT_TRUE(run::run(before, wanted));
        ASSERT_TRUE(run::run(after, got));
        const bool is_run = round >= kSamplesApart || run::run(apart, got_apart).has_value();
        ASSERT_TRUE(is_run);
        const auto pair = [](const run::State& state) { return state.files[1][1] << 32 | state.files[1][0]; };
        const std::uint64_t a = pair(wanted[0]), b = pair(got[0]);
        const bool both_nan =
            (is_nan(a) && is_nan(b)) || (a >> 32 == 0 && b >> 32 == 0 && is_nan_word(a) && is_nan_word(b));
        const auto& in = wanted[0].files[0];
        ASSERT_TRUE(a == b || both_nan) << what << std::hex << " wanted " << a << " got " << b << " of "
                                        << (in[1] << 32 | in[0]) << " " << (in[3] << 32 | in[2]) << " "
                                        << (in[5] << 32 | in[4]);
        const std::uint64_t c = round < kSamplesApart ? pair(got_apart[0]) : b;
        ASSERT_EQ(b, c) << what;
    }
}

constexpr Op kOps[] = {Op::FAdd,   Op::FSub,       Op::FMul, Op::FMad, Op::FFma, Op::FDiv, Op::FSqrt,  Op::FNeg,
                       Op::FAbs,   Op::FMin,       Op::FMax, Op::FSat, Op::FEq,  Op::FNe,  Op::FFloor, Op::FCeil,
                       Op::FTrunc, Op::FRoundEven, Op::FLt,  Op::FLe,  Op::FGt,  Op::FGe,  Op::FIsNan, Op::FIsInf};

/// Four ways of rounding, then one without denormals.
ir::FloatMode mode_of(std::uint32_t number) {
    const bool flushes = number == 4;
    return ir::FloatMode{}
        .set(ir::FloatMode::rounding, flushes ? 0 : number)
        .set(ir::FloatMode::flush_inputs, flushes)
        .set(ir::FloatMode::flush_result, flushes);
}

TEST(Doubles, EveryOperationInEveryMode) {
    for (const Op op : kOps) {
        const std::size_t count = ir::info(op).operands.size();
        const bool rounds = op <= Op::FDiv && op >= Op::FAdd;
        for (std::uint32_t mode = 0; mode < (rounds ? 5U : 1U); ++mode) {
            expect_same(
                [&](Builder& build, std::uint32_t in, std::uint32_t out) {
                    std::vector<Id> operands;
                    for (std::uint32_t i = 0; i < count; ++i) operands.push_back(build.load(in, 2 * i, ir::kF64));
                    const bool compares = ir::info(op).result == 'B';
                    build.mode(mode_of(mode));
                    const Id value = build.add(op, compares ? ir::kBool : ir::kF64, operands);
                    build.mode({});
                    if (!compares) return build.store(out, 0, value);
                    build.store(out, 0, build.Select(value, build.i32(1), build.i32(2)));
                },
                std::string(ir::info(op).mnemonic) + " mode " + std::to_string(mode));
        }
    }
}

TEST(Doubles, Conversions) {
    for (std::uint32_t mode = 0; mode < 5; ++mode) {
        const auto rounding = mode_of(mode);
        const std::string name = " mode " + std::to_string(mode);
        expect_same(
            [&](Builder& build, std::uint32_t in, std::uint32_t out) {
                build.mode(rounding);
                build.store(out, 0, build.convert(Op::FConvert, Kind::F32, build.load(in, 0, ir::kF64)));
            },
            "to single" + name);
        for (const bool is_signed : {false, true}) {
            for (const Kind kind : {Kind::I32, Kind::I64}) {
                expect_same(
                    [&](Builder& build, std::uint32_t in, std::uint32_t out) {
                        const Id whole = build.load(in, 0, {kind, 1});
                        build.mode(rounding);
                        build.store(out, 0, build.convert(is_signed ? Op::SToF : Op::UToF, Kind::F64, whole));
                    },
                    "from integer" + name);
                if (mode != 0) continue;
                expect_same(
                    [&](Builder& build, std::uint32_t in, std::uint32_t out) {
                        const Id value = build.load(in, 0, ir::kF64);
                        build.store(out, 0, build.convert(is_signed ? Op::FToS : Op::FToU, kind, value));
                    },
                    "to integer");
            }
        }
    }
    for (const std::uint32_t mode : {0U, 4U}) {
        expect_same(
            [&](Builder& build, std::uint32_t in, std::uint32_t out) {
                const Id single = build.load(in, 1, ir::kF32);
                build.mode(mode_of(mode));
                build.store(out, 0, build.convert(Op::FConvert, Kind::F64, single));
            },
            "from single, mode " + std::to_string(mode));
    }
    expect_same(
        [](Builder& build, std::uint32_t in, std::uint32_t out) {
            const Id half = build.convert(Op::FConvert, Kind::F16, build.load(in, 0, ir::kF64));
            build.store(out, 0, build.convert(Op::FConvert, Kind::F32, half));
        },
        "to half");
}

} // namespace
} // namespace relit::doubles
