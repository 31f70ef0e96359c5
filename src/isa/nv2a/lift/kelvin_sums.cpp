// Products and sums of the Kelvin transform unit: truncated, never rounded, all terms of a sum in one accumulator.
#include "isa/nv2a/lift/kelvin_parts.hpp"

#include <span>
#include <vector>

namespace relit::isa::nv2a::kelvin {
namespace {

/// One term of a sum, taken apart: (-1)^(signs & 1) * mantissa * 2^(exponent - 150). `special` is 1 for +Inf, 2 for
/// -Inf, 3 for NaN, so that the specials of many terms or-ed together say what the sum is.
struct Term {
    Expression signs; // all ones where negative
    Expression exponent, mantissa, special;
};

Expression special_of(Expression magnitude, Expression signs) {
    const Expression infinite = choose(magnitude == kInf, (signs & 1) + 1, signs.same(0));
    return choose(kInf < magnitude, 3, infinite);
}

/// Zero and denormals have exponent 0 and no implicit bit: on this hardware a denormal does enter a sum.
Term term_of(Expression x) {
    const Expression magnitude = magnitude_of(x), signs = signed_shift_right(x, 31);
    const Expression exponent = magnitude >> 23, fraction = fraction_of(x);
    const Expression mantissa = choose(exponent == 0, fraction, fraction | kHidden);
    return {signs, exponent, mantissa, special_of(magnitude, signs)};
}

/// A product before it is packed; the parts mean nothing where `is_zero`, the finite ones nothing where special.
struct Product {
    Expression is_zero, magnitude; // of the larger operand: Inf and NaN show there
    Expression exponent, mantissa; // exponent of any size; mantissa of 24 bits, truncated
};

Product product_of(Expression a, Expression b) {
    const Expression size_a = magnitude_of(a), size_b = magnitude_of(b);
    const Expression high = high_product(a << 8 | kSign, b << 8 | kSign); // bits 47:16 of the 48-bit product
    const Expression carried = high >> 31;                                // it has 48 bits, not 47
    return {unsigned_min(size_a, size_b) < kHidden, unsigned_max(size_a, size_b),
            (size_a >> 23) + (size_b >> 23) + (carried - 127), high >> 7 >> carried};
}

/// The product as a term: what `mul` packs, not packed.
Term product_term(Expression a, Expression b) {
    const auto [is_zero, magnitude, exponent, mantissa] = product_of(a, b);
    const Expression signs = signed_shift_right(a ^ b, 31);
    const Expression none = is_zero || signed_less(exponent, 1), most = signed_less(254, exponent);
    return {signs, choose(none, 0, choose(most, 254, exponent)), choose(none, 0, choose(most, 0x00ffffff, mantissa)),
            choose(is_zero, 0, special_of(magnitude, signs))};
}

Expression with_sign(Expression size, Expression signs) { return (size ^ signs) - signs; }

Expression sum_of(std::span<const Term> terms) {
    Expression top = terms[0].exponent, special = terms[0].special;
    for (const Term& term : terms.subspan(1)) {
        top = unsigned_max(top, term.exponent);
        special = special | term.special;
    }
    Expression total = top.same(0);
    for (const Term& term : terms) {
        const Expression aligned = term.mantissa << 5 >> unsigned_min(top - term.exponent, 31);
        total = total + with_sign(aligned, term.signs);
    }
    const Expression signs = signed_shift_right(total, 31), size = with_sign(total, signs);
    const Expression room = (30 - highest_bit(size)) & 31; // masked for the total 0, which has no highest bit
    const Expression number = packed(top + 2 - room, size << room >> 7) | sign_of(total);
    const Expression other = choose(special == 3, kNan, (special << 30 & kSign) | kInf);
    return choose(special == 0, choose(total == 0, 0, number), other);
}

} // namespace

Expression packed(Expression exponent, Expression mantissa) {
    const Expression normal = ((exponent - 1) << 23) + mantissa; // the implicit bit counts the exponent up
    return choose(signed_less(exponent, 1), 0, choose(signed_less(254, exponent), kLargest, normal));
}

Expression mul(Expression a, Expression b) {
    const auto [is_zero, magnitude, exponent, mantissa] = product_of(a, b);
    const Expression sign = sign_of(a ^ b);
    const Expression number = choose(magnitude < kInf, packed(exponent, mantissa), kInf) | sign;
    return choose(is_zero, 0, choose(kInf < magnitude, kNan, number));
}

Expression sum(std::initializer_list<Expression> values) {
    std::vector<Term> terms;
    for (const Expression& value : values) terms.push_back(term_of(value));
    return sum_of(terms);
}

Expression dot(Expression a, Expression b, unsigned lanes) {
    std::vector<Term> terms;
    for (unsigned i = 0; i < lanes; ++i) terms.push_back(product_term(a.lane(i), b.lane(i)));
    return sum_of(terms);
}

} // namespace relit::isa::nv2a::kelvin
