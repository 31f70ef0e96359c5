// Integer operations that hosts leave open or lack become such as they have, and mean the same: every operation, every width, on
// awkward and random operands, for hosts with and without operations on bits.
#include "lang/lower/integers.hpp"

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
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace relit::integers {
namespace {

using ir::Builder;
using ir::Id;
using ir::Kind;
using ir::Op;
using ir::Type;

constexpr Op kOperations[] = {Op::UMulHi,    Op::SMulHi,      Op::UDiv,       Op::SDiv,     Op::UMod,
                              Op::SRem,      Op::IShl,        Op::UShr,       Op::SShr,     Op::ICarry,
                              Op::IBitCount, Op::IBitReverse, Op::UFindMsb,   Op::SFindMsb, Op::IFindLsb,
                              Op::UBitField, Op::SBitField,   Op::IBitInsert, Op::IBorrow};
constexpr Kind kKinds[] = {Kind::I8, Kind::I16, Kind::I32, Kind::I64};

std::vector<lang::Target> targets() {
    return {{.dialect = lang::Dialect::SpirV},
            {.dialect = lang::Dialect::GlslOpenGl, .version = 330},
            {.dialect = lang::Dialect::GlslVulkan, .literal = true}};
}

Id load(Builder& build, std::uint32_t in, unsigned number, Type type) {
    if (type.kind == Kind::I64) return build.load(in, 2 * number * type.lanes, type);
    const Id words = build.load(in, number * type.lanes, type.with_kind(Kind::I32));
    return type.kind == Kind::I32 ? words : build.convert(Op::ITruncate, type.kind, words);
}
void store(Builder& build, std::uint32_t out, Id value) {
    const bool is_narrow = ir::bits_of(build.type_of(value).kind) < 32;
    build.store(out, 0, is_narrow ? build.convert(Op::UExtend, Kind::I32, value) : value);
}

/// An operation twice, so that it is a function where that pays. `last`: what its last operands are instead of given words.
ir::Module program(Op op, Type type, const std::vector<std::uint64_t>& last = {}) {
    return test::word_program(4, [&](Builder& build, std::uint32_t in, std::uint32_t out) {
        const auto twice = [&](unsigned first) {
            std::vector<Id> operands;
            const std::size_t count = ir::info(op).operands.size();
            for (unsigned i = 0; i + last.size() < count; ++i) operands.push_back(load(build, in, first + i, type));
            for (const std::uint64_t lane : last) operands.push_back(build.constant(type, lane));
            return build.add(op, type, operands);
        };
        const Id once = twice(0);
        store(build, out, build.IXor(once, twice(type.kind == Kind::I64 && type.lanes == 2 ? 0 : 1)));
    });
}

std::vector<run::State> given(const ir::Module& module, Kind kind, unsigned count) {
    test::Random random(7);
    std::vector<run::State> states;
    for (unsigned i = 0; i < count; ++i) {
        states.push_back(run::blank_state(module));
        auto& words = states.back().files[0];
        for (std::size_t word = 0; word < words.size(); word += 2) {
            const std::uint64_t lane = random.below(3) == 0 ? random.below(70) : test::awkward_lane(kind, random);
            words[word] = lane & 0xffffffff;
            words[word + 1] = kind == Kind::I64 ? lane >> 32 : test::awkward_lane(kind, random) & 0xffffffff;
        }
    }
    return states;
}

void expect_lowered(const ir::Module& before, const lang::Target& target, Kind kind, const std::string& what,
                    unsigned samples) {
    ir::Module after = before.clone();
    (void)lang::lower_integers(after, target);
    ASSERT_TRUE(ir::verify(after)) << what << ir::verify(after).error().text;
    ir::Module tidy = after.clone();
    ASSERT_TRUE(pass::run_passes(tidy, "combine,dce"));
    for (const ir::Module* module : {&after, &tidy})
        for (const ir::Function& function : module->functions)
            for (const ir::Block& block : function.blocks)
                for (const Id id : block.insts)
                    ASSERT_TRUE(lang::is_host_integer(*module, (*module)[id], target)) << what << " %" << id;
    std::vector<run::State> wanted = given(before, kind, samples);
    std::vector<run::State> got = wanted, got_tidy = wanted;
    ASSERT_TRUE(run::run(before, wanted));
    ASSERT_TRUE(run::run(after, got));
    ASSERT_TRUE(run::run(tidy, got_tidy));
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        ASSERT_EQ(wanted[i].files[1], got[i].files[1]) << what << ", state " << i;
        ASSERT_EQ(wanted[i].files[1], got_tidy[i].files[1]) << what << ", tidy, state " << i;
    }
}

TEST(Integers, EveryOperationOfEveryWidth) {
    for (const lang::Target& target : targets())
        for (const Op op : kOperations)
            for (const Kind kind : kKinds)
                for (const unsigned lanes : {1U, 2U}) {
                    const ir::Module module = program(op, Type{kind, 1}.with_lanes(lanes));
                    const std::string what = fmt::format("{} of {} bits, {} lanes, GLSL {}", ir::info(op).mnemonic,
                                                         ir::bits_of(kind), lanes, target.version);
                    expect_lowered(module, target, kind, what, 300);
                }
}

TEST(Integers, FieldsThatAreKnown) {
    for (const lang::Target& target : targets())
        for (const Op op : {Op::UBitField, Op::SBitField, Op::IBitInsert})
            for (const Kind kind : kKinds)
                for (const std::uint64_t first : {0, 1, 7, 8, 31, 32, 40, 63, 64, 200})
                    for (const std::uint64_t count : {0, 1, 8, 24, 25, 31, 32, 64, 255}) {
                        const std::string what = fmt::format("{} of {} bits, {} from {}", ir::info(op).mnemonic,
                                                             ir::bits_of(kind), count, first);
                        for (const unsigned lanes : {1U, 2U})
                            expect_lowered(program(op, Type{kind, 1}.with_lanes(lanes), {first, count}), target, kind,
                                           what, 12);
                    }
}

TEST(Integers, DivisionByWhatIsKnown) {
    for (const Op op : {Op::UDiv, Op::SDiv, Op::UMod, Op::SRem})
        for (const std::uint64_t by : {0, 1, 3, 128, 255})
            expect_lowered(program(op, ir::kI32, {by}), {}, Kind::I32,
                           fmt::format("{} by {}", ir::info(op).mnemonic, by), 200);
}

/// An operation that gives its operand, which stands right before it, leaves that to others.
TEST(Integers, InsertionsBeyondTheWordGiveWhatWasThere) {
    const ir::Module module = test::word_program(4, [](Builder& build, std::uint32_t in, std::uint32_t out) {
        const Id x = build.load(in, 0, ir::kI32), first = build.i32(40), count = build.i32(5);
        const Id turned = build.INot(x);
        build.store(out, 1, build.IBitInsert({turned, x, first, count}));
        build.store(out, 0, turned);
    });
    expect_lowered(module, {}, Kind::I32, "an insertion from bit 40", 20);
}

std::vector<std::string> functions_after(ir::Module module, const lang::Target& target) {
    EXPECT_TRUE(lang::lower_integers(module, target));
    std::vector<std::string> names;
    for (const ir::Function& function : module.functions) names.emplace_back(function.name);
    return names;
}

// A field whose place is known is one instruction, or two; a shift is a function from the third on; literal text always has them.
TEST(Integers, FunctionsAreOfWhatIsLongAndComesOften) {
    using Names = std::vector<std::string>;
    const lang::Target target, literal{.dialect = lang::Dialect::GlslVulkan, .literal = true};
    EXPECT_EQ(functions_after(program(Op::SDiv, ir::kI32), target), (Names{"main", "sdiv"}));
    EXPECT_EQ(functions_after(program(Op::IShl, ir::kI32), target), Names{"main"});
    EXPECT_EQ(functions_after(program(Op::IShl, ir::kI32), literal), (Names{"main", "ishl"}));
    EXPECT_EQ(functions_after(program(Op::IBitCount, {Kind::I64, 2}), target), (Names{"main", "ibitcount_i64x2"}));
    EXPECT_EQ(functions_after(program(Op::UBitField, ir::kI32, {8, 99}), literal), Names{"main"});
}

} // namespace
} // namespace relit::integers
