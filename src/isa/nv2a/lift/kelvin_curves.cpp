// Reciprocals, roots, powers and logarithms of the Kelvin transform unit: seed tables and integer steps.
#include "isa/nv2a/lift/kelvin_parts.hpp"

#include <array>
#include <span>

namespace relit::isa::nv2a::kelvin {
namespace {

#define KELVIN_TABLE(name, size, ...) constexpr std::array<std::uint32_t, size> k_##name = {__VA_ARGS__};
#include "isa/nv2a/lift/kelvin_tables.inc"
#undef KELVIN_TABLE

Expression lookup(Expression index, std::span<const std::uint32_t> table) { return index.entry_of(table); }

/// An unsigned number of 64 bits in two words.
struct Wide {
    Expression low, high;
};

Wide product(Expression a, Expression b) { return {a * b, high_product(a, b)}; }
Wide product(Wide a, Expression b) { return {a.low * b, high_product(a.low, b) + a.high * b}; }
Wide from_power(std::uint32_t high_word, Wide subtract) { // high_word * 2^32 - subtract
    return {-subtract.low, high_word - subtract.high - borrow_of(0, subtract.low)};
}
Expression shifted_right(Wide a, std::uint32_t count) { // the low word of a >> count
    if (count >= 32) return a.high >> (count - 32);
    return a.high << (32 - count) | a.low >> count;
}

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

/// A float as an integer with 13 fraction bits, rounded toward minus infinity and clamped to what 32 bits can say. NaN of
/// either sign is the greatest.
Expression fixed13(Expression x) {
    const Expression m = fraction_of(x) | kHidden;
    const Expression exponent = exponent_of(x);
    const Expression down = 137 - exponent; // m * 2^(exponent - 150 + 13)
    const Expression whole = m >> down;
    const Expression rest = choose((whole << down) == m, x.same(0), 1);
    const Expression size = choose(signed_less(down, 0), m << (exponent - 137), whole);
    const Expression below = choose(signed_less(down, 0), x.same(0), rest);
    const Expression value = choose(is_negative(x), -(size + below), size);
    const Expression limit = choose(is_negative(x) && !is_nan(x), kSign, x.same(0x7fffffff));
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

/// x - floor(x), of a negative x closer to 0 than 1 after its size was rounded up to a multiple of 2^-23.
Expression exp_fraction(Expression x) {
    const Expression exponent = exponent_of(x), negative = is_negative(x);
    const Expression m = fraction_of(x) | kHidden;
    const Expression down = signed_max(127 - exponent, x.same(0));
    const Expression whole = m >> down;
    const Expression size = choose((whole << down) == m, whole, whole + 1);
    const Expression unit = signed_max(exponent, x.same(127)); // `size` counts 2^(unit - 150)
    const Expression below_one = choose(negative, -size, size) & ((1 << (150 - unit)) - 1);
    const Expression room = 23 - highest_bit(below_one);
    const Expression number = choose(below_one == 0, 0, packed(unit - room, below_one << room));
    const Expression small = exponent < 127;
    const Expression of_small = choose(negative, choose(exponent < 104, kOne, number), x);
    const Expression finite = choose(small, of_small, choose(150 <= exponent, 0, number));
    return choose(is_nan(x), x, choose(is_zero(x), 0, finite));
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

/// y^w through the logarithm; y positive and finite, w not zero.
Expression power(Expression y, Expression w) {
    const Expression q = fixed13(w);
    const Expression lowest = w.same(static_cast<std::uint32_t>(-(128 << 13)));
    const Expression limited = choose(signed_less_equal(128U << 13, q), (128U << 13) - 1, signed_max(q, lowest));
    const Logarithm log = log_core(y);
    const Expression low = log.fraction * limited, high = signed_high_product(log.fraction, limited);
    return exp_core(log.whole * limited + (high << 6 | low >> 26));
}

} // namespace

Expression vector(std::initializer_list<Expression> lanes) { return Expression::compose(lanes); }

Expression rcp(Expression x) {
    const auto [exponent, fraction] = reciprocal(x);
    const Expression number = choose(is_zero(x), kInf, packed(exponent, fraction | kHidden)) | sign_of(x);
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

Expression exp_vector(Expression x) {
    const Expression q = fixed13(x);
    return vector({exp_core(q & ~8191U), exp_fraction(x), choose(is_nan(x), kNan, exp_core(q)), x.same(kOne)});
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

} // namespace relit::isa::nv2a::kelvin
