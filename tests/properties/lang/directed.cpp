// Operations that round toward zero, up or down, written as exact ones, give what the processor gives in its rounding modes
// and what the interpreter gives of the mode; for hosts with every feature and with none.
#include "ir/evaluate.hpp"
#include "ir/verify/verify.hpp"
#include "lang/lower/lower.hpp"
#include "run/interpreter.hpp"
#include "tests/support/lang/word_programs.hpp"
#include "tests/support/values.hpp"
#include "translate/translate.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <functional>

namespace relit::test::directed {
namespace {

using ir::Builder;
using ir::FloatMode;
using ir::Id;
using ir::Kind;
using ir::Op;

constexpr std::array<int, 4> kDirections = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};

struct Host {
    const char* name;
    lang::Target target;
};
std::vector<Host> hosts() {
    std::vector<Host> all;
    for (const lang::Dialect dialect : {lang::Dialect::GlslVulkan, lang::Dialect::SpirV})
        for (const bool literal : {false, true})
            all.push_back({"without features", {.dialect = dialect, .literal = literal}});
    all.push_back({"with 64 bits", {.dialect = lang::Dialect::GlslVulkan, .has_int64 = true, .has_float64 = true}});
    all.push_back({"with doubles", {.dialect = lang::Dialect::GlslVulkan, .has_float64 = true}});
    all.push_back({"with everything",
                   {.dialect = lang::Dialect::GlslVulkan,
                    .has_int64 = true,
                    .has_int16 = true,
                    .has_int8 = true,
                    .has_float16 = true,
                    .has_float64 = true}});
    all.push_back({"with integers", {.dialect = lang::Dialect::SpirV, .has_int64 = true}});
    const lang::Target doubles{.dialect = lang::Dialect::SpirV, .has_int64 = true, .has_float64 = true, .fuses = false};
    all.push_back({"of SPIR-V with 64 bits", doubles});
    all.push_back({"of SPIR-V with halves", {.dialect = lang::Dialect::SpirV, .has_int16 = true, .has_float16 = true}});
    for (Host& host : all) host.target.interface = lang::Interface::Harness;
    return all;
}

struct Case {
    Op op;
    ir::Type result, operand;
    std::uint32_t rounding;
    bool flushes = false;
    [[nodiscard]] std::string name() const {
        return fmt::format("{} of kind {} from {}, mode {}{}", ir::info(op).mnemonic, static_cast<int>(result.kind),
                           static_cast<int>(operand.kind), rounding, flushes ? ", flushing" : "");
    }
};

unsigned words_of(ir::Type type) { return (ir::bits_of(type) + 31) / 32; }

/// What has fewer than 32 bits lies in the low end of a word.
Id load(Builder& build, std::uint32_t file, unsigned lane, ir::Type type) {
    if (ir::bits_of(type.kind) >= 32) return build.load(file, lane, type);
    const Id whole = build.load(file, lane, ir::kI32);
    const Kind bits = ir::integer_of(type.kind);
    const Id cut = build.convert(Op::ITruncate, bits, whole);
    return bits == type.kind ? cut : build.bitcast(type, cut);
}
Id as_word(Builder& build, Id value) {
    const ir::Type type = build.type_of(value);
    return ir::bits_of(type.kind) >= 32 ? value : build.convert(Op::FConvert, Kind::F32, value);
}

/// The exponent of FLdexp is an integer; the vectors of FDot have two lanes.
Id operand(Builder& build, std::uint32_t in, const Case& of, unsigned number) {
    const unsigned words = words_of(of.operand);
    if (of.op == Op::FLdexp && number == 1) return build.load(in, words, ir::kI32);
    if (of.op != Op::FDot) return load(build, in, number * words, of.operand);
    const Id first = load(build, in, 2 * number * words, of.operand);
    return build.compose({first, load(build, in, (2 * number + 1) * words, of.operand)});
}

ir::Module program(const Case& of) {
    return word_program(2, [&](Builder& build, std::uint32_t in, std::uint32_t out) {
        std::vector<Id> operands;
        for (unsigned i = 0; i < ir::info(of.op).operands.size(); ++i) operands.push_back(operand(build, in, of, i));
        build.mode(FloatMode{}
                       .set(FloatMode::rounding, of.rounding)
                       .set(FloatMode::flush_inputs, of.flushes)
                       .set(FloatMode::flush_result, of.flushes));
        const Id value = build.add(of.op, of.result, operands);
        build.mode({});
        build.store(out, 0, as_word(build, value));
    });
}

bool has_mode(const ir::Module& module) {
    for (const ir::Function& function : module.functions)
        for (const ir::Block& block : function.blocks)
            for (const Id id : block.insts)
                if (module[id].mode[FloatMode::rounding] != 0) return true;
    return false;
}

std::uint64_t result_of(const run::State& state, ir::Type type) {
    const auto& out = state.files[1];
    return out[0] | (type.kind == Kind::F64 ? out[1] << 32 : 0);
}
bool is_same(std::uint64_t a, std::uint64_t b, ir::Type type) {
    const Kind kind = type.kind == Kind::F16 ? Kind::F32 : type.kind;
    return a == b || (ir::is_nan(kind, a) && ir::is_nan(kind, b));
}

void expect_rewritten(const Case& of, std::vector<run::State> given, const std::vector<std::uint64_t>* known) {
    const ir::Module before = program(of);
    std::vector<run::State> wanted = given;
    ASSERT_TRUE(run::run(before, wanted));
    for (const Host& host : hosts()) {
        ir::Module after = before.clone();
        const Status done = lang::lower(after, host.target, {});
        ASSERT_TRUE(done) << of.name() << host.name << done.error().text;
        ASSERT_TRUE(ir::verify(after)) << of.name() << ir::verify(after).error().text;
        EXPECT_FALSE(has_mode(after)) << of.name() << " " << host.name;
        std::vector<run::State> got = given;
        ASSERT_TRUE(run::run(after, got));
        for (std::size_t i = 0; i < given.size(); ++i) {
            const std::uint64_t a = known ? (*known)[i] : result_of(wanted[i], of.result),
                                b = result_of(got[i], of.result);
            ASSERT_TRUE(is_same(a, b, of.result))
                << of.name() << " " << host.name << std::hex << ": " << given[i].files[0][0] << " "
                << given[i].files[0][1] << " " << given[i].files[0][2] << " gives " << b << ", not " << a;
        }
    }
}

std::vector<run::State> states_of(const Case& of, const std::vector<std::uint64_t>& values) {
    const run::State blank = run::blank_state(program(of));
    std::vector<run::State> states(values.size(), blank);
    for (std::size_t i = 0; i < values.size(); ++i) {
        states[i].files[0][0] = values[i] & 0xffffffff;
        states[i].files[0][1] = values[i] >> 32;
    }
    return states;
}

// ---- integers, by the processor

/// 0, every power of two and its neighbours to four, what is a bit more or less than a float or a half holds.
std::vector<std::uint64_t> whole_numbers() {
    std::vector<std::uint64_t> all;
    for (unsigned bit = 0; bit < 64; ++bit)
        for (std::uint64_t near = 0; near < 9; ++near) {
            const std::uint64_t power = std::uint64_t{1} << bit;
            all.insert(all.end(), {power + near - 4, 0 - power + near - 4});
            for (const unsigned fraction : {10U, 23U, 52U})
                if (bit > fraction) all.push_back(power + (power >> fraction) * (near / 2) + near % 3 - 1);
        }
    for (std::uint64_t near = 65400; near < 65600; ++near) all.insert(all.end(), {near, 0 - near});
    Random random(3);
    for (int i = 0; i < 2000; ++i) all.push_back(random.bits() >> random.below(64));
    return all;
}

/// In a mode of the processor; nothing is known before it runs.
template <class Float, class Integer>
Float by_processor(int direction, std::uint64_t whole) {
    volatile auto value = static_cast<Integer>(whole);
    std::fesetround(direction);
    volatile auto result = static_cast<Float>(value);
    std::fesetround(FE_TONEAREST);
    return result;
}
template <class Float>
Float by_processor(const Case& of, std::uint64_t whole) {
    const int direction = kDirections[of.rounding];
    const bool has_sign = of.op == Op::SToF;
    if (of.operand.kind == Kind::I64)
        return has_sign ? by_processor<Float, std::int64_t>(direction, whole)
                        : by_processor<Float, std::uint64_t>(direction, whole);
    return has_sign ? by_processor<Float, std::int32_t>(direction, whole)
                    : by_processor<Float, std::uint32_t>(direction, whole);
}
/// The half that follows from the whole number itself, as a float.
float half_by_hand(const Case& of, std::uint64_t whole) {
    const bool is_long = of.operand.kind == Kind::I64, has_sign = of.op == Op::SToF;
    if (!is_long) whole &= 0xffffffff;
    const bool is_negative = has_sign && (whole >> (is_long ? 63 : 31)) != 0;
    const std::uint64_t size = !is_negative ? whole : is_long ? 0 - whole : (0 - whole) & 0xffffffff;
    const unsigned width = static_cast<unsigned>(std::bit_width(size)), cut = width > 11 ? width - 11 : 0;
    std::uint64_t kept = size >> cut << cut;
    const bool away = (of.rounding == 2 && !is_negative) || (of.rounding == 3 && is_negative);
    if (size > 65504) return (is_negative ? -1.0F : 1.0F) * (away ? INFINITY : 65504.0F);
    if (kept != size && away) kept += std::uint64_t{1} << cut;
    const auto result = kept > 65504 ? INFINITY : static_cast<float>(kept);
    return is_negative ? -result : result;
}
/// Compilers may make a negative zero of 0 where floats are rounded down (clang does, of 64 bits); the machine's conversions do not.
std::uint64_t expected(const Case& of, std::uint64_t whole) {
    if ((of.operand.kind == Kind::I64 ? whole : whole & 0xffffffff) == 0) return 0;
    switch (of.result.kind) {
        case Kind::F64: return std::bit_cast<std::uint64_t>(by_processor<double>(of, whole));
        case Kind::F32: return std::bit_cast<std::uint32_t>(by_processor<float>(of, whole));
        default: return std::bit_cast<std::uint32_t>(half_by_hand(of, whole));
    }
}

TEST(Directed, IntegersAreRoundedAsTheProcessorDoes) {
    const std::vector<std::uint64_t> values = whole_numbers();
    for (const Op op : {Op::SToF, Op::UToF})
        for (const Kind from : {Kind::I32, Kind::I64})
            for (const Kind to : {Kind::F16, Kind::F32, Kind::F64})
                for (const std::uint32_t rounding : {1U, 2U, 3U}) {
                    const Case of{op, {to, 1}, {from, 1}, rounding};
                    std::vector<std::uint64_t> known;
                    for (const std::uint64_t value : values) known.push_back(expected(of, value));
                    expect_rewritten(of, states_of(of, values), &known);
                }
}

// ---- floats, by the interpreter, which asks the processor

std::vector<run::State> random_states(const Case& of, unsigned count) {
    Random random(5);
    std::vector<run::State> states(count, run::blank_state(program(of)));
    for (run::State& state : states) {
        auto& lanes = state.files[0];
        const unsigned words = words_of(of.operand);
        for (std::size_t i = 0; i + words <= lanes.size(); i += words) {
            const std::uint64_t lane = awkward_lane(of.operand.kind, random);
            lanes[i] = lane & 0xffffffff;
            if (words == 2) lanes[i + 1] = lane >> 32;
            const bool is_near = i != 0 && random.below(4) == 0; // what cancels
            if (is_near) lanes[i] = lanes[0] ^ (random.bits() & 0x80000001);
            if (of.op == Op::FLdexp && i != 0)
                lanes[i] = random.below(4) == 0 ? random.bits() & 0xffffffff : (random.below(320) - 160) & 0xffffffff;
        }
        if (of.op == Op::FConvert && of.result.kind == Kind::F16 && words == 1 && random.below(2) == 0)
            lanes[0] = (lanes[0] & 0x807fffff) | (100 + random.below(48)) << 23; // of a half's size
    }
    return states;
}

TEST(Directed, FloatsAreNarrowedAsTheInterpreterDoes) {
    for (const auto& [from, to] : {std::pair{Kind::F32, Kind::F16},
                                   {Kind::F64, Kind::F32},
                                   {Kind::F64, Kind::F16},
                                   {Kind::F16, Kind::F32},
                                   {Kind::F32, Kind::F64}})
        for (const std::uint32_t rounding : {1U, 2U, 3U})
            for (const bool flushes : {false, true}) {
                if (flushes && (from == Kind::F16 || to == Kind::F16)) continue; // no guest asks for it
                const Case of{Op::FConvert, {to, 1}, {from, 1}, rounding, flushes};
                expect_rewritten(of, random_states(of, 4000), nullptr);
            }
}

TEST(Directed, ArithmeticRoundsAsTheInterpreterDoes) {
    for (const Op op :
         {Op::FAdd, Op::FSub, Op::FMul, Op::FMulZero, Op::FFma, Op::FMad, Op::FFract, Op::FDot, Op::FLdexp})
        for (const Kind kind : {Kind::F16, Kind::F32, Kind::F64})
            for (const std::uint32_t rounding : {1U, 2U, 3U})
                for (const bool flushes : {false, true}) {
                    if (flushes && kind == Kind::F16) continue;
                    if (kind == Kind::F64 && ir::info(op).operands.size() == 3 && flushes) continue;
                    if (kind == Kind::F64 && op == Op::FLdexp) continue; // writers refuse it
                    const Case of{op, {kind, 1}, {kind, 1}, rounding, flushes};
                    expect_rewritten(of, random_states(of, 1000), nullptr);
                }
}

bool has(const ir::Module& module, Op op) {
    for (const ir::Function& function : module.functions)
        for (const ir::Block& block : function.blocks)
            for (const Id id : block.insts)
                if (module[id].op == op) return true;
    return false;
}

// Two roundings of one operation are two functions, and their names say which.
TEST(Directed, OperationsAreFunctionsNamedAfterThem) {
    const auto names_of = [](const Case& of, bool halves) {
        ir::Module module = program(of);
        EXPECT_TRUE(lang::lower_directed_rounding(module, {.has_float16 = halves}));
        std::vector<std::string> names;
        for (const ir::Function& function : module.functions) names.emplace_back(function.name);
        return names;
    };
    using Names = std::vector<std::string>;
    EXPECT_EQ(names_of({Op::FAdd, ir::kF32, ir::kF32, 1}, false), (Names{"main", "fadd_rz", "ffma_f64_ro"}));
    EXPECT_EQ(names_of({Op::FMul, ir::kF32, ir::kF32, 2, true}, false), (Names{"main", "fmul_rp_ftz", "ffma_f64_ro"}));
    EXPECT_EQ(names_of({Op::FFma, ir::kF64, ir::kF64, 2}, false), (Names{"main", "ffma_f64_rp"}));
    EXPECT_EQ(names_of({Op::FConvert, {Kind::F16, 1}, ir::kF32, 1}, true), (Names{"main", "fconvert_f16_rz"}));
}

// Hosts with 64 bits that do not fuse round once in doubles; others keep the operation, which may round twice there.
TEST(Directed, FusedMultiplyAddsRoundOnceWhereTheHostHasDoubles) {
    for (const Kind kind : {Kind::F16, Kind::F32})
        for (const bool flushes : {false, true}) {
            if (flushes && kind == Kind::F16) continue;
            const Case of{Op::FFma, {kind, 1}, {kind, 1}, 0, flushes};
            expect_rewritten(of, random_states(of, 4000), nullptr);
            for (const Host& host : hosts()) {
                ir::Module after = program(of);
                ASSERT_TRUE(lang::lower(after, host.target, {}));
                const bool rounds_once = host.target.has_int64 && host.target.has_float64;
                EXPECT_EQ(has(after, Op::FFma), !rounds_once) << host.name;
            }
        }
}

} // namespace
} // namespace relit::test::directed
