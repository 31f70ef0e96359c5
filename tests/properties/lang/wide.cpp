// Integers of 64 bits taken apart give what the whole ones give: every operation on them that has a form in halves, on
// awkward and random operands of one and two lanes; memory, registers and block parameters.
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

namespace relit::wide {
namespace {

using ir::Builder;
using ir::Id;
using ir::Kind;
using ir::Op;

constexpr unsigned kSamples = 400;

/// One input and one output of 16 words.
ir::Module program(const std::function<void(Builder&, std::uint32_t in, std::uint32_t out)>& body) {
    return test::word_program(4, body);
}

bool has_wide(const ir::Module& module) {
    for (const ir::Function& function : module.functions) {
        for (const ir::Block& block : function.blocks) {
            const auto wide = [&](Id id) { return module[id].type.kind == Kind::I64; };
            if (std::ranges::any_of(block.insts, wide) || std::ranges::any_of(block.params, wide)) return true;
        }
    }
    return false;
}

bool is_nan(std::uint64_t bits, Kind kind) { return kind == Kind::F32 && (bits & 0x7fffffff) > 0x7f800000; }

/// Splits, tidies up, and compares.
void expect_same(const ir::Module& before, const std::string& what, unsigned samples = kSamples) {
    ASSERT_TRUE(ir::verify(before)) << what << ir::verify(before).error().text;
    ir::Module after = before.clone();
    ASSERT_TRUE(lang::lower_wide(after, {})) << what;
    ASSERT_TRUE(ir::verify(after)) << what << ir::verify(after).error().text;
    EXPECT_FALSE(has_wide(after)) << what;
    ir::Module tidy = after.clone();
    ASSERT_TRUE(pass::run_passes(tidy, "combine,dce"));
    test::Random random(11);
    for (unsigned round = 0; round < samples; ++round) {
        std::vector<run::State> wanted{run::blank_state(before)};
        for (std::size_t i = 0; i < wanted[0].files[0].size(); i += 2) {
            const std::uint64_t lane = test::awkward_lane(round % 3 == 0 ? Kind::F64 : Kind::I64, random);
            const bool small = random.below(4) == 0; // counts, and what a float holds
            wanted[0].files[0][i] = small ? lane % 70 : lane & 0xffffffff;
            wanted[0].files[0][i + 1] = small ? 0 : lane >> 32;
            if (random.below(3) == 0) wanted[0].files[0][i] = test::awkward_lane(Kind::F32, random);
        }
        for (auto& bytes : wanted[0].resources)
            for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.bits());
        std::vector<run::State> got = wanted, got_tidy = wanted;
        ASSERT_TRUE(run::run(before, wanted));
        ASSERT_TRUE(run::run(after, got));
        ASSERT_TRUE(run::run(tidy, got_tidy));
        ASSERT_EQ(wanted[0].resources, got[0].resources) << what;
        ASSERT_EQ(wanted[0].resources, got_tidy[0].resources) << what;
        for (std::size_t i = 0; i < wanted[0].files[1].size(); ++i) {
            const std::uint64_t a = wanted[0].files[1][i], b = got[0].files[1][i];
            ASSERT_TRUE(a == b || (is_nan(a, Kind::F32) && is_nan(b, Kind::F32)))
                << what << " word " << i << std::hex << " wanted " << a << " got " << b << " of "
                << wanted[0].files[0][1] << " " << wanted[0].files[0][0] << ", " << wanted[0].files[0][3] << " "
                << wanted[0].files[0][2];
            ASSERT_EQ(b, got_tidy[0].files[1][i]) << what;
        }
    }
}

/// Operations whose operands and result are wide, or that compare such.
std::vector<Op> wide_operations() {
    std::vector<Op> found;
    for (std::size_t i = 0; i < ir::kOpCount; ++i) {
        const auto op = static_cast<Op>(i);
        const ir::OpInfo& row = ir::info(op);
        const bool takes = !row.operands.empty() && std::ranges::all_of(row.operands, [](char c) { return c == 'I'; });
        const bool divides = op == Op::UDiv || op == Op::SDiv || op == Op::UMod || op == Op::SRem;
        const bool converts =
            op == Op::UToF || op == Op::SToF || op == Op::UExtend || op == Op::SExtend || op == Op::ITruncate;
        if (takes && !divides && !converts && row.has(ir::kPure)) found.push_back(op);
    }
    return found;
}

TEST(Wide, EveryOperation) {
    ASSERT_GT(wide_operations().size(), 25U);
    for (const Op op : wide_operations()) {
        for (const unsigned lanes : {1U, 2U}) {
            expect_same(program([&](Builder& build, std::uint32_t in, std::uint32_t out) {
                            const ir::Type type = ir::kI64.with_lanes(lanes);
                            std::vector<Id> operands;
                            for (std::uint32_t i = 0; i < ir::info(op).operands.size(); ++i)
                                operands.push_back(build.load(in, 2 * lanes * i, type));
                            const bool compares = ir::info(op).result == 'B';
                            Id value = build.add(op, compares ? type.with_kind(Kind::Bool) : type, operands);
                            if (compares) value = build.Select(value, build.constant(type, 1), build.constant(type, 2));
                            build.store(out, 0, value);
                        }),
                        std::string(ir::info(op).mnemonic) + " " + std::to_string(lanes));
        }
    }
}

TEST(Wide, ShiftsByWhatIsKnown) {
    for (const Op op : {Op::IShl, Op::UShr, Op::SShr}) {
        for (const std::uint64_t by : {0ULL, 1ULL, 13ULL, 31ULL, 32ULL, 33ULL, 63ULL, 64ULL, 100ULL, 1ULL << 32}) {
            expect_same(program([&](Builder& build, std::uint32_t in, std::uint32_t out) {
                            const ir::Type type = ir::kI64.with_lanes(2);
                            build.store(out, 0,
                                        build.add(op, type, {build.load(in, 0, type), build.constant(type, by)}));
                        }),
                        std::string(ir::info(op).mnemonic) + " by " + std::to_string(by), kSamples / 4);
        }
    }
}

TEST(Wide, Conversions) {
    for (const bool is_signed : {false, true}) {
        const std::string name = is_signed ? "signed " : "unsigned ";
        for (const Kind kind : {Kind::I8, Kind::I16, Kind::I32}) {
            expect_same(program([&](Builder& build, std::uint32_t in, std::uint32_t out) {
                            const Id narrow = build.convert(Op::ITruncate, kind, build.load(in, 0, ir::kI64));
                            build.store(out, 0,
                                        build.convert(is_signed ? Op::SExtend : Op::UExtend, Kind::I64, narrow));
                        }),
                        name + "extension");
        }
        for (const Kind kind : {Kind::F16, Kind::F32, Kind::F64}) {
            expect_same(program([&](Builder& build, std::uint32_t in, std::uint32_t out) {
                            Id value = build.bitcast(ir::kF32, build.load(in, 0, ir::kI32));
                            if (kind == Kind::F64)
                                value = build.bitcast(ir::kF64, build.load(in, 2, ir::kI32.with_lanes(2)));
                            if (kind == Kind::F16) value = build.convert(Op::FConvert, Kind::F16, value);
                            build.store(out, 0, build.convert(is_signed ? Op::FToS : Op::FToU, Kind::I64, value));
                        }),
                        name + "from float", 10 * kSamples);
            for (std::uint32_t rounding = 0; rounding < 4; ++rounding) {
                expect_same(program([&](Builder& build, std::uint32_t in, std::uint32_t out) {
                                const Id whole = build.load(in, 0, ir::kI64);
                                build.mode(ir::FloatMode{}.set(ir::FloatMode::rounding, rounding));
                                const Id value = build.convert(is_signed ? Op::SToF : Op::UToF, kind, whole);
                                build.mode({});
                                if (kind == Kind::F32) return build.store(out, 0, value);
                                const ir::Type words{kind == Kind::F64 ? Kind::I32 : Kind::I16,
                                                     static_cast<std::uint8_t>(kind == Kind::F64 ? 2 : 1)};
                                const Id bits = build.bitcast(words, value);
                                build.store(out, 0,
                                            kind == Kind::F64 ? bits : build.convert(Op::UExtend, Kind::I32, bits));
                            }),
                            name + "to float, rounding " + std::to_string(rounding), 10 * kSamples);
            }
        }
    }
}

TEST(Wide, Moves) {
    expect_same(program([&](Builder& build, std::uint32_t in, std::uint32_t out) {
                    const Id pair = build.load(in, 0, ir::kI64.with_lanes(2)), one = build.load(in, 5, ir::kI64);
                    const Id swapped = build.blend(build.swizzle(pair, {1, 0}), build.compose({one, one}), 2);
                    const Id index = build.IAnd(build.load(in, 0, ir::kI32), build.i32(3));
                    build.store(out, 0, swapped, 2);
                    build.store(out, 4, build.bitcast(ir::kI32.with_lanes(4), swapped));
                    build.store_at(out, 8, index, build.load_at(in, 2, index, ir::kI64));
                    build.store(out, 14, build.bitcast(ir::kI32.with_lanes(2), build.bitcast({Kind::I16, 4}, one)));
                    build.store(out, 1, build.bitcast(ir::kI64, build.bitcast(ir::kF64, one)));
                }),
                "moves");
}

TEST(Wide, Memory) {
    for (const std::uint32_t size : {64U, 60U}) {
        expect_same(program([&](Builder& build, std::uint32_t in, std::uint32_t out) {
                        const auto data = build.storage_buffer("data", 0, size);
                        const Id offset = build.IAnd(build.load(in, 1, ir::kI32), build.i32(127));
                        build.store(out, 0, build.load_buffer(data, offset, ir::kI64));
                        const Id to = build.IAnd(build.load(in, 3, ir::kI32), build.i32(127));
                        build.store_buffer(data, to, build.load(in, 4, ir::kI64));
                    }),
                    "memory");
    }
}

TEST(Wide, BlockParameters) {
    expect_same(program([&](Builder& build, std::uint32_t in, std::uint32_t out) {
                    const ir::BlockId head = build.block(), body = build.block(), after = build.block();
                    const Id start = build.load(in, 0, ir::kI64), zero = build.i32(0),
                             none = build.constant(ir::kI64, 0);
                    const Id count = build.block_param(head, ir::kI32), value = build.block_param(head, ir::kI64),
                             last = build.block_param(head, ir::kI64);
                    const std::vector<Id> first{zero, start, none}, rest = {};
                    build.jump(head, first);
                    build.move_to(head);
                    build.branch(build.ULt(count, build.i32(5)), body, after);
                    build.move_to(body);
                    const Id next = build.IMul(build.IAdd(value, last), build.constant(ir::kI64, 0x9e3779b97f4a7c15));
                    const std::vector<Id> again{build.IAdd(count, build.i32(1)), next, value};
                    build.jump(head, again);
                    build.move_to(after);
                    build.store(out, 0, value);
                    build.store(out, 2, last);
                }),
                "loop");
}

// What no form is known for stays whole, so that a language can refuse it.
/// A function of a narrow and two wide parameters, called by another.
TEST(Wide, ParametersAndResultsOfFunctions) {
    for (const unsigned lanes : {1U, 2U}) {
        const ir::Type wide = ir::kI64.with_lanes(lanes);
        const ir::Module module = program([&](Builder& ir, std::uint32_t in, std::uint32_t out) {
            const Id a = ir.load(in, 0, wide), b = ir.load(in, 4, wide), count = ir.load(in, 8, ir::kI32);
            const ir::FunctionId inner = ir.function("mixed", wide, {wide, ir::kI32, wide});
            const Id narrow = ir.splat(ir.convert(Op::UExtend, Kind::I64, ir.param(1)), lanes);
            const Id shifted = ir.IShl({ir.param(2), narrow});
            ir.ret(ir.IAdd(ir.param(0), shifted));
            const ir::FunctionId outer = ir.function("outer", ir::kI32.with_lanes(lanes), {ir::kI32, wide});
            const Id called = ir.call(inner, {ir.param(1), ir.param(0), ir.param(1)});
            ir.ret(ir.convert(Op::ITruncate, Kind::I32, called));
            ir.move_to(0, 0);
            ir.store(out, 0, ir.call(inner, {a, count, b}));
            ir.store(out, 8, ir.call(outer, {count, b}));
        });
        expect_same(module, std::to_string(lanes));
    }
}

/// Operations of many instructions are functions, once for equal types.
TEST(Wide, LongOperationsAreFunctions) {
    ir::Module module = program([&](Builder& ir, std::uint32_t in, std::uint32_t out) {
        const Id a = ir.load(in, 0, ir::kI64), b = ir.load(in, 2, ir::kI64);
        const Id pairs = ir.load(in, 4, ir::kI64.with_lanes(2));
        ir.store(out, 0, ir.IShl(ir.IShl(a, b), a));
        ir.store(out, 2, ir.IShl(a, ir.constant(ir::kI64, std::uint64_t{7})));
        ir.store(out, 4, ir.IShl(pairs, pairs));
        ir.store(out, 8, ir.UMulHi(a, b));
    });
    ASSERT_TRUE(lang::lower_wide(module, {}));
    std::vector<std::string> names;
    for (const ir::Function& function : module.functions) names.emplace_back(function.name);
    EXPECT_EQ(names, (std::vector<std::string>{"main", "ishl_i64", "ishl_i64x2", "umulhi_i64"}));
}

TEST(Wide, DivisionStays) {
    ir::Module module = program([&](Builder& build, std::uint32_t in, std::uint32_t out) {
        build.store(out, 0, build.UDiv(build.load(in, 0, ir::kI64), build.load(in, 2, ir::kI64)));
    });
    ASSERT_TRUE(lang::lower_wide(module, {}));
    EXPECT_TRUE(ir::verify(module));
    EXPECT_TRUE(has_wide(module));
    ASSERT_TRUE(pass::run_passes(module, "combine,dce"));
    EXPECT_TRUE(has_wide(module));
}

} // namespace
} // namespace relit::wide
