// Denormals that count as zeros: the shader's own steps give what the interpreter gives, for every operation of floats, kind and mode;
// and the device does it for the whole shader only where no operation could tell.
#include "ir/builder.hpp"
#include "ir/evaluate.hpp"
#include "ir/verify/verify.hpp"
#include "lang/lower/lower.hpp"
#include "pass/pass.hpp"
#include "run/interpreter.hpp"
#include "tests/support/lang/word_programs.hpp"
#include "tests/support/values.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace relit::flushing {
namespace {

using ir::Builder;
using ir::FloatMode;
using ir::Id;
using ir::Kind;
using ir::Op;
using ir::Type;

bool is_float_letter(char letter) { return letter == 'F' || letter == 'f'; }

/// Operations that compute floats or from floats, and that one invocation does alone.
std::vector<Op> float_operations() {
    std::vector<Op> found;
    for (std::size_t i = 0; i < ir::kOpCount; ++i) {
        const ir::OpInfo& row = ir::info(static_cast<Op>(i));
        const bool of_floats = is_float_letter(row.result) || std::ranges::any_of(row.operands, is_float_letter);
        const bool has_mode = row.result != 'I'; // the builder gives none to integers
        if (of_floats && has_mode && row.has(ir::kPure) && !row.has(ir::kAcross)) found.push_back(static_cast<Op>(i));
    }
    return found;
}

FloatMode mode_of(unsigned flushes) {
    return FloatMode{}
        .set(FloatMode::flush_inputs, (flushes & 1) != 0)
        .set(FloatMode::flush_result, (flushes & 2) != 0);
}

struct Case {
    Op op;
    Kind kind;
    unsigned lanes, flushes;
    [[nodiscard]] std::string name() const {
        return fmt::format("{} of {} bits, {} lanes, mode {}", ir::info(op).mnemonic, ir::bits_of(kind), lanes,
                           flushes);
    }
    [[nodiscard]] Type type(char letter) const {
        const Kind of = is_float_letter(letter) ? kind : letter == 'B' ? Kind::Bool : Kind::I32;
        return Type{of, 1}.with_lanes(letter >= 'a' ? 1 : lanes);
    }
    [[nodiscard]] Type result() const {
        const char letter = ir::info(op).result;
        if (op == Op::FConvert) return Type{kind == Kind::F32 ? Kind::F16 : Kind::F32, 1}.with_lanes(lanes);
        return type(letter);
    }
};

/// Words of the input file as a value of the type.
Id load(Builder& build, std::uint32_t in, std::uint32_t lane, Type type) {
    if (type.kind != Kind::F16) return build.load(in, lane, type);
    const Id words = build.load(in, lane, type.with_kind(Kind::I32));
    return build.bitcast(type, build.convert(Op::ITruncate, Kind::I16, words));
}
void store(Builder& build, std::uint32_t out, Id value) {
    const Type type = build.type_of(value);
    if (type.kind == Kind::Bool) {
        const Type words = type.with_kind(Kind::I32);
        value = build.Select({value, build.constant(words, 1), build.constant(words, 0)});
    } else if (type.kind == Kind::F16) {
        value = build.convert(Op::UExtend, Kind::I32, build.bitcast(type.with_kind(Kind::I16), value));
    }
    build.store(out, 0, value);
}

/// The operation twice, so that it is a function where that pays.
ir::Module program(const Case& of) {
    return test::word_program(4, [&](Builder& build, std::uint32_t in, std::uint32_t out) {
        const auto made = [&] {
            std::vector<Id> operands;
            for (const char letter : ir::info(of.op).operands)
                operands.push_back(load(build, in, 4 * static_cast<std::uint32_t>(operands.size()), of.type(letter)));
            return build.in_mode(mode_of(of.flushes), [&] { return build.add(of.op, of.result(), operands); });
        };
        const Id first = made();
        const Id which = build.INe({build.load(in, 0, ir::kI32), build.i32(5)});
        store(build, out, build.Select({build.splat(which, of.result().lanes), first, made()}));
    });
}

std::vector<run::State> given(const ir::Module& module, Kind kind, unsigned count) {
    test::Random random(3);
    std::vector<run::State> states;
    const std::uint64_t exponent = kind == Kind::F16 ? 0x7c00 : kind == Kind::F32 ? 0x7f800000 : 0x7ff0000000000000;
    for (unsigned i = 0; i < count; ++i) {
        states.push_back(run::blank_state(module));
        auto& words = states.back().files[0];
        for (std::size_t word = 0; word < words.size(); word += 2) {
            for (std::size_t k = 0; k < 2; ++k) {
                std::uint64_t lane = test::awkward_lane(kind, random);
                if (random.below(2) == 0) lane &= ~exponent; // a denormal, or zero
                words[word + k] = lane & 0xffffffff;
                if (kind == Kind::F64) words[word + ++k] = lane >> 32;
            }
        }
    }
    return states;
}

bool flushes(const ir::Module& module) {
    for (const ir::Function& function : module.functions)
        for (const ir::Block& block : function.blocks)
            for (const Id id : block.insts)
                if (module[id].mode[FloatMode::flush_inputs] || module[id].mode[FloatMode::flush_result]) return true;
    return false;
}

/// Bits, but for which NaN it is.
bool is_same(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, Type type) {
    const bool is_wide = type.kind == Kind::F64;
    for (std::size_t i = 0; i < a.size(); i += is_wide ? 2 : 1) {
        const auto bits = [&](std::span<const std::uint64_t> words) {
            return words[i] | (is_wide ? words[i + 1] << 32 : 0);
        };
        if (bits(a) != bits(b) &&
            !(ir::is_float(type.kind) && ir::is_nan(type.kind, bits(a)) && ir::is_nan(type.kind, bits(b))))
            return false;
    }
    return true;
}

void expect_lowered(const Case& of, const lang::Target& target) {
    const ir::Module before = program(of);
    ASSERT_TRUE(ir::verify(before)) << of.name() << ir::verify(before).error().text;
    ir::Module after = before.clone();
    ASSERT_TRUE(lang::lower_flushing(after, target)) << of.name();
    ASSERT_TRUE(ir::verify(after)) << of.name() << ir::verify(after).error().text;
    EXPECT_FALSE(flushes(after)) << of.name();
    ir::Module tidy = after.clone();
    ASSERT_TRUE(pass::run_passes(tidy, "combine,dce"));
    std::vector<run::State> wanted = given(before, of.kind, 200), got = wanted, got_tidy = wanted;
    ASSERT_TRUE(run::run(before, wanted));
    ASSERT_TRUE(run::run(after, got));
    ASSERT_TRUE(run::run(tidy, got_tidy));
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        ASSERT_TRUE(is_same(wanted[i].files[1], got[i].files[1], of.result())) << of.name() << ", state " << i;
        ASSERT_TRUE(is_same(wanted[i].files[1], got_tidy[i].files[1], of.result()))
            << of.name() << ", tidy, state " << i;
    }
}

TEST(Flushing, IsWrittenForEveryOperation) {
    ASSERT_GT(float_operations().size(), 35U);
    for (const lang::Target& target :
         {lang::Target{}, lang::Target{.dialect = lang::Dialect::GlslVulkan, .literal = true}})
        for (const Op op : float_operations())
            for (const Kind kind : {Kind::F16, Kind::F32, Kind::F64})
                for (const unsigned lanes : {1U, 2U})
                    for (const unsigned flushes : {1U, 2U, 3U}) expect_lowered({op, kind, lanes, flushes}, target);
}

/// A sum that flushes; then `op`, which does not, unless `flushes`.
ir::Module with_sum(Op op, unsigned flushes) {
    return test::word_program(1, [&](Builder& build, std::uint32_t in, std::uint32_t out) {
        const Id a = build.load(in, 0, ir::kF32), b = build.load(in, 1, ir::kF32);
        build.store(out, 0, build.in_mode(mode_of(3), [&] { return build.FAdd(a, b); }));
        build.store(out, 1, build.in_mode(mode_of(flushes), [&] { return build.operation(op, {b, a}); }));
    });
}

TEST(Flushing, IsTheDevicesWhereNothingElseCanTell) {
    const lang::Target device{.flushes_denormals = true};
    const auto is_left = [&](Op op, unsigned mode) {
        ir::Module module = with_sum(op, mode);
        const bool changes = lang::lower_flushing(module, device);
        EXPECT_TRUE(changes || flushes(module));
        return flushes(module);
    };
    EXPECT_TRUE(is_left(Op::FAdd, 3));
    EXPECT_TRUE(is_left(Op::FDiv, 0)) << "as near as it can";
    EXPECT_FALSE(is_left(Op::FMul, 0)) << "must keep denormals";
    EXPECT_FALSE(is_left(Op::FMul, 1)) << "must keep those of its result";
    EXPECT_FALSE(is_left(Op::FMin, 0));
    ir::Module mixed = with_sum(Op::FMin, 3); // tests of bits, which see denormals
    EXPECT_TRUE(lang::lower_flushing(mixed, device));
    EXPECT_TRUE(flushes(mixed));
    EXPECT_GT(mixed.functions.size(), 1U) << "flush";
    ir::Module other = with_sum(Op::FAdd, 3);
    EXPECT_TRUE(lang::lower_flushing(other, {})) << "no device does it";
    EXPECT_FALSE(flushes(other));
}

/// A value that is loaded, or a sum that flushes, is limited to 0 and 1.
ir::Module with_limit(bool of_sum) {
    return test::word_program(1, [&](Builder& build, std::uint32_t in, std::uint32_t out) {
        const Id a = build.load(in, 0, ir::kF32);
        const Id sum = build.in_mode(mode_of(3), [&] { return build.FAdd(a, a); });
        build.store(out, 0, build.FSat(of_sum ? sum : a));
        build.store(out, 1, sum);
    });
}

TEST(Flushing, IsTheDevicesBesideLimitsOfWhatIsNeverDenormal) {
    for (const bool of_sum : {false, true}) {
        ir::Module module = with_limit(of_sum);
        (void)lang::lower_flushing(module, {.flushes_denormals = true});
        EXPECT_EQ(flushes(module), of_sum);
    }
}

TEST(Flushing, IsAFunctionWhereItComesOftenAndHasSeveralSteps) {
    const auto functions = [](const ir::Module& before) {
        ir::Module module = before.clone();
        EXPECT_TRUE(lang::lower_flushing(module, {}));
        std::vector<std::string> names;
        for (const ir::Function& function : module.functions) names.emplace_back(function.name);
        return names;
    };
    using Names = std::vector<std::string>;
    EXPECT_EQ(functions(program({Op::FMul, Kind::F32, 1, 3})), (Names{"main", "fmul_ftz", "flush"}));
    EXPECT_EQ(functions(program({Op::FMul, Kind::F32, 1, 2})), (Names{"main", "flush"})) << "the result alone";
    EXPECT_EQ(functions(program({Op::FMin, Kind::F32, 1, 2})), (Names{"main", "flush"}));
    EXPECT_EQ(functions(with_sum(Op::FMul, 3)), (Names{"main", "flush"})) << "once each";
    EXPECT_EQ(functions(program({Op::FSat, Kind::F32, 1, 3})), (Names{"main", "flush"})) << "gives its operand";
}

/// How often values are flushed in the entry function.
unsigned steps_after(ir::Module module) {
    EXPECT_TRUE(lang::lower_flushing(module, {}));
    EXPECT_EQ(module.functions.size(), 2U);
    EXPECT_EQ(module.functions.back().name, "flush");
    unsigned calls = 0;
    for (const Id id : module.functions[0].blocks[0].insts) calls += module[id].op == Op::Call ? 1 : 0;
    return calls;
}

TEST(Flushing, IsNoStepWhereNothingIsDenormal) {
    const ir::Module floor = test::word_program(1, [&](Builder& build, std::uint32_t in, std::uint32_t out) {
        build.mode(mode_of(1));
        const Id whole = build.FFloor(build.load(in, 0, ir::kF32));
        build.store(out, 0, build.FMul(whole, build.f32(2)));
    });
    EXPECT_EQ(steps_after(floor.clone()), 1U) << "what the floor is of, not what the product is of";
    const ir::Module chain = test::word_program(1, [&](Builder& build, std::uint32_t in, std::uint32_t out) {
        build.mode(mode_of(3));
        const Id x = build.load(in, 0, ir::kF32), half = build.f32(0.5F), tiny = build.f32(0x1p-149F);
        const Id product = build.FMul(x, half);
        build.store(out, 0, build.FAdd(product, tiny));
    });
    EXPECT_EQ(steps_after(chain.clone()), 4U) << "the input, the product, the denormal number, the sum";
}

} // namespace
} // namespace relit::flushing
