#include "isa/nv2a/kelvin.hpp"

#include "base/result.hpp"

#include <array>
#include <utility>
#include <vector>

namespace relit::isa::nv2a {
namespace {

using ir::choose;
using ir::Expression;

constexpr std::uint32_t kSign = 0x80000000, kInf = 0x7f800000, kNan = 0x7fffffff, kLargest = 0x7f7fffff;
constexpr std::uint32_t kOne = 0x3f800000, kFraction = 0x007fffff, kHidden = 0x00800000;

#define KELVIN_TABLE(name, size, ...) constexpr std::array<std::uint32_t, size> k_##name = {__VA_ARGS__};
#include "isa/nv2a/kelvin_tables.inc"
#undef KELVIN_TABLE

Expression sign_of(Expression x) { return x & kSign; }
Expression exponent_of(Expression x) { return x >> 23 & 255; }
Expression fraction_of(Expression x) { return x & kFraction; }
Expression magnitude_of(Expression x) { return x & ~kSign; }
Expression is_zero(Expression x) { return exponent_of(x) == 0; } // denormals too
Expression is_nan(Expression x) { return kInf < magnitude_of(x); }
Expression is_inf(Expression x) { return magnitude_of(x) == kInf; }
Expression is_negative(Expression x) { return sign_of(x) != 0; }

Expression lookup(Expression index, std::span<const std::uint32_t> table) {
    ir::Builder& b = *index.builder;
    return {&b, b.lookup(b.table(table), index.id)};
}

Expression vector(std::initializer_list<Expression> lanes) {
    std::vector<ir::Id> ids;
    for (const Expression& lane : lanes) ids.push_back(lane.id);
    return {lanes.begin()->builder, lanes.begin()->builder->compose(ids)};
}

/// An unsigned number of 64 bits in two words.
struct Wide {
    Expression low, high;
};

Wide product(Expression a, Expression b) { return {a * b, high_product(a, b)}; }
Wide product(Wide a, Expression b) { return {a.low * b, high_product(a.low, b) + a.high * b}; }
Wide from_power(std::uint32_t high_word, Wide subtract) { // high_word * 2^32 - subtract
    ir::Builder& b = *subtract.low.builder;
    const Expression borrow{&b, b.IBorrow(subtract.low.same(0).id, subtract.low.id)};
    return {-subtract.low, high_word - subtract.high - borrow};
}
Expression shifted_right(Wide a, std::uint32_t count) { // the low word of a >> count
    if (count >= 32) return a.high >> (count - 32);
    return a.high << (32 - count) | a.low >> count;
}

/// Sign, exponent (signed; below 1 gives a signed zero, above 254 the largest finite) and a 23-bit fraction.
Expression packed(Expression sign, Expression exponent, Expression fraction) {
    const Expression normal = sign | exponent << 23 | (fraction & kFraction);
    const Expression small = choose(signed_less(exponent, 1), sign, normal);
    return choose(signed_less(254, exponent), sign | kLargest, small);
}

Expression mul(Expression a, Expression b) {
    const Expression sign = (a ^ b) & kSign;
    const Wide p = product(fraction_of(a) | kHidden, fraction_of(b) | kHidden);
    const Expression carried = p.high >> 15; // the product has 47 or 48 bits
    const Expression fraction = choose(carried != 0, shifted_right(p, 24), shifted_right(p, 23));
    const Expression finite = packed(sign, exponent_of(a) + exponent_of(b) + carried - 127, fraction);
    const Expression number = choose(is_inf(a) || is_inf(b), sign | kInf, finite);
    return choose(is_zero(a) || is_zero(b), 0, choose(is_nan(a) || is_nan(b), kNan, number));
}

struct Extremes {
    Expression nan, plus_inf, minus_inf;
};

Extremes extremes(const std::vector<Expression>& terms) {
    Extremes all{is_nan(terms[0]), terms[0] == kInf, terms[0] == (kSign | kInf)};
    for (std::size_t i = 1; i < terms.size(); ++i) {
        all.nan = all.nan || is_nan(terms[i]);
        all.plus_inf = all.plus_inf || terms[i] == kInf;
        all.minus_inf = all.minus_inf || terms[i] == (kSign | kInf);
    }
    return all;
}

/// All terms at once: magnitudes aligned to the largest exponent, truncated, added, normalised and truncated again.
Expression sum(const std::vector<Expression>& terms) {
    Expression top = exponent_of(terms[0]) + 2;
    for (std::size_t i = 1; i < terms.size(); ++i) top = unsigned_max(top, exponent_of(terms[i]) + 2);
    Expression total = terms[0].same(0);
    for (const Expression& term : terms) {
        const Expression exponent = exponent_of(term);
        const Expression mantissa = fraction_of(term) | choose(exponent == 0, 0, term.same(kHidden));
        const Expression aligned = mantissa << 5 >> (top - exponent - 2);
        total = total + choose(is_negative(term), -aligned, aligned);
    }
    const Expression sign = total & kSign;
    const Expression size = choose(sign != 0, -total, total);
    const Expression bit = highest_bit(size);
    const Expression finite = packed(sign, top + bit - 30, size << (30 - bit) >> 7);
    const Extremes any = extremes(terms);
    const Expression number =
        choose(any.plus_inf, kInf, choose(any.minus_inf, kSign | kInf, choose(total == 0, 0, finite)));
    return choose(any.nan || (any.plus_inf && any.minus_inf), kNan, number);
}

Expression order_of(Expression x) {
    return x ^ (signed_shift_right(x, 31) & ~kSign);
} // -NaN < ... < -0 < +0 < ... < NaN
Expression less(Expression a, Expression b) { return signed_less(order_of(a), order_of(b)); }

struct Reciprocal {
    Expression exponent, fraction;
};

/// 1/x before any clamp: a table seed and two Newton steps.
Reciprocal reciprocal(Expression x) {
    const Expression fraction = fraction_of(x);
    const Expression m = fraction | kHidden;
    const Expression s0 = lookup(m >> 17 & 63, k_rcp_seed);
    const Expression s1 = shifted_right(product(0x80000000U - s0 * m, s0), 24);
    const Expression s2 = shifted_right(product(from_power(1U << 5, product(s1, m)), s1), 25);
    const Expression exact = fraction == 0;
    const Expression exponent = exponent_of(x);
    return {choose(exact, 254 - exponent, 253 - exponent), choose(exact, 0, s2 - kHidden)};
}

Expression rcp(Expression x) {
    const auto [exponent, fraction] = reciprocal(x);
    const Expression number = choose(is_zero(x), sign_of(x) | kInf, packed(sign_of(x), exponent, fraction));
    return choose(is_nan(x), kNan, number);
}

Expression rcc(Expression x) {
    const auto [exponent, fraction] = reciprocal(x);
    const Expression small = signed_less(exponent, 63), large = signed_less_equal(191, exponent);
    const Expression clamped = choose(small, 63U << 23, choose(large, 191U << 23, exponent << 23 | fraction));
    return choose(is_nan(x), kNan, sign_of(x) | clamped);
}

Expression rsq(Expression x) {
    const Expression exponent = exponent_of(x);
    const Expression odd = exponent & 1;
    const Expression half = signed_shift_right(exponent - 128 + odd, 1);
    const Expression f = fraction_of(x) | choose(odd == 0, x.same(kHidden), 0);
    const Expression s0 = lookup(f >> 17 & 127, k_rsq_seed);
    const Expression m = choose(odd == 0, f << 1, f | kHidden);
    const Expression s1 = shifted_right(product(from_power(3U << 5, product(s0 * s0, m)), s0), 32);
    const Expression s2 = shifted_right(product(from_power(3U << 17, product(product(s1, s1), m)), s1), 39);
    const Expression finite = (126 - half) << 23 | ((s2 - kHidden) & kFraction);
    const Expression number = choose(is_zero(x), kInf, choose(is_inf(x), 0, finite));
    return choose(is_nan(x), kNan, number);
}

/// A float as an integer with 13 fraction bits, rounded toward minus infinity and held to what 32 bits can say.
Expression fixed13(Expression x) {
    const Expression m = fraction_of(x) | kHidden;
    const Expression exponent = exponent_of(x);
    const Expression down = 137 - exponent; // m * 2^(exponent - 150 + 13)
    const Expression whole = m >> down;
    const Expression rest = choose((whole << down) == m, x.same(0), 1);
    const Expression size = choose(signed_less(down, 0), m << (exponent - 137), whole);
    const Expression below = choose(signed_less(down, 0), x.same(0), rest);
    const Expression value = choose(is_negative(x), -(size + below), size);
    const Expression limit = choose(is_negative(x), 0x80000000, x.same(0x7fffffff));
    return choose(exponent < 104, 0, choose(145 <= exponent, limit, value));
}

/// 2^(q / 8192) from a piecewise linear table.
Expression exp_core(Expression q) {
    const Expression k = signed_shift_right(q, 13);
    const Expression piece = q >> 8 & 31;
    const Expression fraction = (lookup(piece, k_exp_base) * 256 + lookup(piece, k_exp_slope) * (q & 255)) * 2;
    const Expression finite = (k + 127) << 23 | fraction;
    return choose(signed_less_equal(k, static_cast<std::uint32_t>(-127)), 0,
                  choose(signed_less_equal(128, k), kInf, finite));
}

/// The float without its fraction bits, toward zero; exact.
Expression truncated(Expression x) {
    const Expression exponent = exponent_of(x);
    const Expression kept = x & ((x.same(kFraction) >> (exponent - 127)) ^ 0xffffffff);
    return choose(exponent < 127, sign_of(x), choose(150 <= exponent, x, kept));
}

Expression floor_float(Expression x) {
    const Expression whole = truncated(x);
    const Expression below = is_negative(x) && !is_zero(x) && whole != x;
    return choose(below, sum({whole, x.same(kSign | kOne)}), whole);
}

Expression exp_vector(Expression x) {
    const Expression q = fixed13(x);
    const Expression rest = sum({x, floor_float(x) ^ kSign});
    const Expression nan = is_nan(x);
    return vector({choose(nan, kNan, exp_core(q & ~8191U)), choose(nan, kNan, choose(is_inf(x), 0, rest)),
                   choose(nan, kNan, exp_core(q)), x.same(kOne)});
}

/// log2 of a positive number: whole part and 26 fraction bits.
struct Logarithm {
    Expression whole, fraction;
};

Logarithm log_core(Expression x) {
    const Expression f = fraction_of(x);
    const Expression piece = f >> 18 & 31;
    const Expression value = lookup(piece, k_log_base) * 256 + lookup(piece, k_log_slope) * (f >> 10 & 255);
    return {exponent_of(x) - 127, value};
}

/// whole + fraction / 2^26 as a float, truncated.
Expression float_of(Logarithm value) {
    const Expression negative = signed_less(value.whole, 0);
    const Expression flipped = choose(value.fraction == 0, value.fraction.same(0), (1U << 26) - value.fraction);
    const Expression carry = choose(value.fraction == 0, value.fraction.same(0), 1);
    const Expression whole = choose(negative, -value.whole - carry, value.whole);
    const Expression rest = choose(negative, flipped, value.fraction);
    const Expression high = highest_bit(whole), low = highest_bit(rest);
    const Expression large = (high + 127) << 23 | ((whole << (23 - high) | rest >> (high + 3)) & kFraction);
    const Expression small = (low + 101) << 23 | (rest << (31 - low) >> 8 & kFraction);
    const Expression size = choose(whole == 0, choose(rest == 0, 0, small), large);
    return size | choose(negative, value.whole.same(kSign), 0);
}

Expression log_vector(Expression signed_x) {
    const Expression x = magnitude_of(signed_x);
    const Logarithm value = log_core(x);
    const Expression none = value.whole.same(0);
    const Expression zero = is_zero(x), inf = is_inf(x), nan = is_nan(x);
    const auto special = [&](Expression other, std::uint32_t at_zero, std::uint32_t at_inf) {
        return choose(nan, x, choose(zero, at_zero, choose(inf, at_inf, other)));
    };
    return vector({special(float_of({value.whole, none}), kSign | kInf, kInf),
                   special(fraction_of(x) | kOne, kOne, kOne), special(float_of(value), kSign | kInf, kInf),
                   x.same(kOne)});
}

/// y^w through the logarithm; y positive and finite, w not zero.
Expression power(Expression y, Expression w) {
    const Expression q = fixed13(w);
    const Expression lowest = w.same(static_cast<std::uint32_t>(-(128 << 13)));
    const Expression limited = choose(signed_less_equal(128U << 13, q), (128U << 13) - 1, signed_max(q, lowest));
    const Logarithm log = log_core(y);
    const Expression low = log.fraction * limited, high = signed_high_product(log.fraction, limited);
    return exp_core(log.whole * limited + (high << 6 | low >> 26));
}

Expression lit(Expression v) {
    const Expression x = v.lane(0), y = v.lane(1), w = v.lane(3);
    const Expression by_sign = choose(is_negative(w), kInf, x.same(0));
    const Expression at_inf = choose(is_negative(w), x.same(0), kInf);
    Expression z = choose(y == kInf, at_inf, power(y, w));
    z = choose(is_negative(y) || is_zero(y), by_sign, z);
    z = choose(is_nan(y) || is_nan(w), kNan, z);
    z = choose(is_zero(w), kOne, z);
    z = choose(is_zero(x), 0, z);
    const Expression negative = is_negative(x);
    return vector({x.same(kOne), choose(negative, 0, x), choose(negative, 0, z), x.same(kOne)});
}

Expression floor_to_integer(Expression x) {
    const Expression exponent = exponent_of(x);
    const Expression m = fraction_of(x) | kHidden;
    const Expression down = 150 - exponent;
    const Expression whole = m >> down;
    const Expression rest = choose((whole << down) == m, x.same(0), 1);
    const Expression large = signed_less(down, 0);
    const Expression size = choose(large, m << (exponent - 150), whole);
    const Expression value = choose(is_negative(x), -(size + choose(large, x.same(0), rest)), size);
    const Expression limit = choose(is_negative(x), kSign, x.same(0x7fffffff));
    return choose(is_zero(x), 0, choose(158 <= exponent, limit, value));
}

using Arguments = std::vector<Expression>;

std::vector<Expression> lanes(Expression v, unsigned count) {
    std::vector<Expression> split;
    for (unsigned i = 0; i < count; ++i) split.push_back(v.lane(i));
    return split;
}

struct Row {
    std::string_view name;
    std::uint8_t result_lanes, operand_lanes, operands;
    Expression (*build)(const Arguments& in);
};

constexpr Row kRows[] = {
    {"kelvin_mul", 4, 4, 2, [](const Arguments& in) { return mul(in[0], in[1]); }},
    {"kelvin_add", 4, 4, 2, [](const Arguments& in) { return sum({in[0], in[1]}); }},
    {"kelvin_min", 4, 4, 2, [](const Arguments& in) { return choose(less(in[0], in[1]), in[0], in[1]); }},
    {"kelvin_max", 4, 4, 2, [](const Arguments& in) { return choose(less(in[0], in[1]), in[1], in[0]); }},
    {"kelvin_slt", 4, 4, 2, [](const Arguments& in) { return choose(less(in[0], in[1]), kOne, in[0].same(0)); }},
    {"kelvin_sge", 4, 4, 2, [](const Arguments& in) { return choose(less(in[0], in[1]), 0, in[0].same(kOne)); }},
    {"kelvin_sum3", 1, 4, 1, [](const Arguments& in) { return sum(lanes(in[0], 3)); }},
    {"kelvin_sum4", 1, 4, 1, [](const Arguments& in) { return sum(lanes(in[0], 4)); }},
    {"kelvin_rcp", 1, 1, 1, [](const Arguments& in) { return rcp(in[0]); }},
    {"kelvin_rcc", 1, 1, 1, [](const Arguments& in) { return rcc(in[0]); }},
    {"kelvin_rsq", 1, 1, 1, [](const Arguments& in) { return rsq(magnitude_of(in[0])); }},
    {"kelvin_exp", 4, 1, 1, [](const Arguments& in) { return exp_vector(in[0]); }},
    {"kelvin_log", 4, 1, 1, [](const Arguments& in) { return log_vector(in[0]); }},
    {"kelvin_lit", 4, 4, 1, [](const Arguments& in) { return lit(in[0]); }},
    {"kelvin_floor", 1, 1, 1, [](const Arguments& in) { return floor_to_integer(in[0]); }},
};

const Row& row_named(std::string_view name) {
    for (const Row& row : kRows) {
        if (row.name == name) return row;
    }
    unreachable("kelvin function");
}

} // namespace

ir::Id Kelvin::call(std::string_view name, std::initializer_list<ir::Id> arguments) {
    const auto found = made_.find(name);
    const ir::FunctionId function = found != made_.end() ? found->second : made_[name] = make(name);
    return builder_.call(function, arguments);
}

ir::FunctionId Kelvin::make(std::string_view name) {
    const Row& row = row_named(name);
    const ir::FunctionId back_to = builder_.function_here();
    const ir::BlockId back_in = builder_.here();
    const std::uint32_t back_at = builder_.origin_here();
    builder_.origin_index(0); // shared by many instructions, so it came from none
    const ir::Type operand = ir::kI32.with_lanes(row.operand_lanes);
    const ir::FunctionId made = row.operands == 2
                                    ? builder_.function(name, ir::kI32.with_lanes(row.result_lanes), {operand, operand})
                                    : builder_.function(name, ir::kI32.with_lanes(row.result_lanes), {operand});
    Arguments in;
    for (std::uint32_t i = 0; i < row.operands; ++i) in.push_back({&builder_, builder_.param(i)});
    builder_.ret(row.build(in).id);
    builder_.move_to(back_to, back_in);
    builder_.origin_index(back_at);
    return made;
}

} // namespace relit::isa::nv2a
