#include "lang/lower/soft_double.hpp"

#include "lang/lower/host_wide.hpp"

#include <array>

namespace relit::lang {

using ir::Id;
using ir::Kind;
using ir::Op;

namespace {

constexpr std::uint64_t kSign = std::uint64_t{1} << 63, kInfinite = 0x7ff0000000000000, kQuiet = 0x7ff8000000000000;
constexpr std::uint64_t kDoubleFraction = (std::uint64_t{1} << 52) - 1;
constexpr std::uint32_t kBias = 1023;

} // namespace

// ---- bits

Id SoftDouble::negated(Id a) { return ir_.IXor(a, wide(kSign)); }
Id SoftDouble::magnitude(Id a) { return ir_.IAnd(a, wide(~kSign)); }
Id SoftDouble::sign_of(Id a) { return ir_.IAnd(a, wide(kSign)); }
Id SoftDouble::is_nan(Id a) { return ir_.ULt({wide(kInfinite), magnitude(a)}); }
Id SoftDouble::is_infinite(Id a) { return ir_.IEq({magnitude(a), wide(kInfinite)}); }
Id SoftDouble::is_none(Id a) { return is_zero(magnitude(a)); }

Id SoftDouble::power_of_two(Id n) { return bits_of_power(ir_, n, ir::Kind::F64, 500); }

Id SoftDouble::flushed(Id a) { return ir_.Select({is_zero(ir_.IAnd(a, wide(kInfinite))), sign_of(a), a}); }

/// A whole number with the order of the floats; both zeros are one.
Id SoftDouble::order(Id a) { return ir_.Select({ir_.SLt(a, wide(0)), ir_.INeg(magnitude(a)), a}); }

Id SoftDouble::equal(Id a, Id b) {
    return ir_.BAnd({ir_.IEq({order(a), order(b)}), ir_.BNot(ir_.BOr({is_nan(a), is_nan(b)}))});
}
Id SoftDouble::below(Id a, Id b) {
    return ir_.BAnd({ir_.SLt({order(a), order(b)}), ir_.BNot(ir_.BOr({is_nan(a), is_nan(b)}))});
}
Id SoftDouble::at_most(Id a, Id b) {
    return ir_.BAnd({ir_.SLe({order(a), order(b)}), ir_.BNot(ir_.BOr({is_nan(a), is_nan(b)}))});
}

Id SoftDouble::sticky(Id value, Id lost) { return ir_.IOr(value, ir_.Select({lost, wide(1), wide(0)})); }

SoftDouble::Parts SoftDouble::parts(Id a) {
    const Id field = as_word(ir_.UShr({magnitude(a), wide(52)})), fraction = ir_.IAnd(a, wide(kDoubleFraction));
    const Id is_small = ir_.IEq(field, word(0));
    const Id raw = ir_.Select(is_small, fraction, ir_.IOr(fraction, wide(kDoubleFraction + 1)));
    const Id up = ir_.ISub({word(52), top_bit(raw)});
    const Id exponent = ir_.Select(is_small, word(1), field);
    return {sign_of(a), ir_.ISub(exponent, up), ir_.IShl(raw, count(up))};
}

// ---- 128 bits; a shift by 64 or more gives 0, and differences that wrap are more

SoftDouble::Long SoftDouble::left(Long a, Id by) {
    const Id full = wide(64);
    const Id over = ir_.IOr({ir_.UShr(a.low, ir_.ISub(full, by)), ir_.IShl(a.low, ir_.ISub(by, full))});
    return {ir_.IOr(ir_.IShl(a.high, by), over), ir_.IShl(a.low, by)};
}

SoftDouble::Long SoftDouble::right_sticky(Long a, Id by) {
    const Id full = wide(64);
    const Id over = ir_.IOr({ir_.IShl(a.high, ir_.ISub(full, by)), ir_.UShr(a.high, ir_.ISub(by, full))});
    const Long moved{ir_.UShr(a.high, by), ir_.IOr(ir_.UShr(a.low, by), over)};
    const Long back = left(moved, by);
    const Id lost = ir_.IOr({ir_.IXor(back.high, a.high), ir_.IXor(back.low, a.low)});
    return {moved.high, sticky(moved.low, ir_.BNot(is_zero(lost)))};
}

SoftDouble::Long SoftDouble::add(Long a, Long b) {
    return {ir_.IAdd({ir_.IAdd(a.high, b.high), ir_.ICarry(a.low, b.low)}), ir_.IAdd(a.low, b.low)};
}
SoftDouble::Long SoftDouble::subtract(Long a, Long b) {
    return {ir_.ISub({ir_.ISub(a.high, b.high), ir_.IBorrow(a.low, b.low)}), ir_.ISub(a.low, b.low)};
}
SoftDouble::Long SoftDouble::choose(Id condition, Long yes, Long no) {
    return {ir_.Select(condition, yes.high, no.high), ir_.Select(condition, yes.low, no.low)};
}

// ---- rounding

/// Whether the number goes one further from zero, where `dropped` bits were cut off.
Id SoftDouble::goes_up(Id rest, Id kept, Id sign, unsigned dropped, std::uint32_t rounding) {
    const Id even = ir_.IAdd(rest, ir_.IAnd(kept, wide(1)));
    const Id lost = ir_.BNot(is_zero(rest)), is_positive = is_zero(sign);
    switch (rounding) {
        case kNearest: return ir_.ULt(wide(std::uint64_t{1} << (dropped - 1)), even);
        case kUp: return ir_.BAnd(lost, is_positive);
        case kDown: return ir_.BAnd(lost, ir_.BNot(is_positive));
        default: return ir_.constant({Kind::Bool, static_cast<std::uint8_t>(lanes_)}, 0);
    }
}

/// `bits` begin at the highest bit, which has the value 2^(exponent - bias of the format); the lowest also stands for what
/// is lost below it. 0 gives 0.
Id SoftDouble::pack(Id sign, Id exponent, Id bits, Format format, std::uint32_t rounding) {
    const unsigned dropped = 63 - format.fraction, top = (1U << format.exponent) - 1;
    const Id is_small = ir_.SLt(exponent, word(1));
    const Id further = count(ir_.Select({is_small, ir_.ISub(word(1), exponent), word(0)}));
    const Id shifted = ir_.UShr(bits, further);
    const Id all = sticky(shifted, ir_.INe(ir_.IShl(shifted, further), bits));
    const Id kept = ir_.UShr(all, wide(dropped)), rest = ir_.IAnd(all, wide((std::uint64_t{1} << dropped) - 1));
    const Id up = goes_up(rest, kept, sign, dropped, rounding);
    const Id field = count(ir_.ISub({ir_.SMax(exponent, word(1)), word(1)}));
    Id value = ir_.IAdd({ir_.IShl(field, wide(format.fraction)), ir_.IAdd(kept, ir_.Select({up, wide(1), wide(0)}))});
    if (rounding == kOdd) value = sticky(value, ir_.BNot(is_zero(rest)));
    const std::uint64_t infinite = std::uint64_t{top} << format.fraction;
    Id beyond = wide(rounding == kNearest ? infinite : infinite - 1); // the largest there is
    if (rounding == kUp) beyond = ir_.Select({is_zero(sign), wide(infinite), beyond});
    if (rounding == kDown) beyond = ir_.Select({is_zero(sign), beyond, wide(infinite)});
    value = ir_.Select(ir_.SLt(exponent, word(top)), value, beyond);
    value = ir_.Select({is_zero(bits), wide(0), value});
    return ir_.IOr(value, ir_.UShr(sign, wide(63 - format.fraction - format.exponent)));
}

// ---- sums and products

// Both the product and the sum begin near the highest of 128 bits. The one with the smaller exponent is moved down; where
// bits of it are lost, it is so much smaller that hardly a bit of the other can go.
Id SoftDouble::finite_fused(const Parts& a, const Parts& b, const Parts& c) {
    constexpr unsigned kLifted = 20, kUpOfSum = 73; // 106 and 53 bits to 126
    const Long exact{ir_.UMulHi(a.significand, b.significand), ir_.IMul(a.significand, b.significand)};
    const Long product = left(exact, wide(kLifted));
    const Long other{ir_.IShl(c.significand, wide(kUpOfSum - 64)), wide(0)};
    const Id none = ir_.IOr(product.high, product.low), no_other = is_zero(c.significand);
    Id of_product = ir_.ISub({ir_.IAdd(a.exponent, b.exponent), word(2 * 1075 + kLifted)});
    const Id of_other = ir_.Select(no_other, of_product, ir_.ISub(c.exponent, word(1075 + kUpOfSum)));
    of_product = ir_.Select(is_zero(none), of_other, of_product);
    const Id apart = ir_.ISub(of_product, of_other), zero = word(0);
    const Long x = right_sticky(product, count(ir_.SMax(ir_.INeg(apart), zero)));
    const Long y = right_sticky(other, count(ir_.SMax(apart, zero)));
    const Id sign = ir_.IXor(a.sign, b.sign), same = ir_.IEq(sign, c.sign);
    const Id less = ir_.BOr({ir_.ULt(x.high, y.high), ir_.BAnd({ir_.IEq(x.high, y.high), ir_.ULt(x.low, y.low)})});
    const Long larger = choose(less, y, x), smaller = choose(less, x, y);
    const Long difference = subtract(larger, smaller);
    const Long sum = choose(same, add(x, y), difference);
    const Id top = ir_.Select({is_zero(sum.high), top_bit(sum.low), ir_.IAdd({top_bit(sum.high), word(64)})});
    const Long all = left(sum, count(ir_.ISub(word(127), top)));
    const Id bits = sticky(all.high, ir_.BNot(is_zero(all.low)));
    const Id of_zero = ir_.Select(same, sign, wide(rounding_ == kDown ? kSign : 0));
    const Id of_sum = ir_.Select({is_zero(bits), of_zero, ir_.Select(ir_.BAnd(less, ir_.BNot(same)), c.sign, sign)});
    const Id exponent = ir_.IAdd({ir_.IAdd(ir_.SMax(of_product, of_other), top), word(kBias)});
    return packed(of_sum, exponent, bits);
}

Id SoftDouble::fused_here(Id a, Id b, Id c) {
    const Parts of_a = parts(a), of_b = parts(b), of_c = parts(c);
    const Id finite = finite_fused(of_a, of_b, of_c);
    const Id infinite = ir_.BOr({is_infinite(a), is_infinite(b)});
    const Id beyond = ir_.IOr({sign_of(ir_.IXor(a, b)), wide(kInfinite)});
    const Id none = ir_.BOr({is_none(a), is_none(b)});
    const Id opposed = ir_.BAnd({is_infinite(c), ir_.INe(beyond, c)});
    const Id number_less = ir_.BOr({is_nan(a), ir_.BOr({is_nan(b), is_nan(c)})});
    const Id nothing = ir_.BOr(number_less, ir_.BAnd(infinite, ir_.BOr(none, opposed)));
    const Id clamped = ir_.Select(infinite, beyond, ir_.Select(is_infinite(c), c, finite));
    return ir_.Select(nothing, wide(kQuiet), clamped);
}

Id SoftDouble::fused(Id a, Id b, Id c) {
    const ir::Type type = ir::kF64.with_lanes(lanes_);
    OutlineKey key{Op::FFma, type, type, type, {}, rounding_ == kOdd};
    if (!key.to_odd) key.mode.set(ir::FloatMode::rounding, rounding_);
    const auto write = [&](std::span<const Id> in) { return std::optional(fused_here(in[0], in[1], in[2])); };
    return *outlines_.call(key, type.with_kind(Kind::I64), std::array{a, b, c}, write);
}

Id SoftDouble::sum(Id a, Id b) { return fused(a, number(1), b); }
/// With a zero of the product's own sign.
Id SoftDouble::product(Id a, Id b) { return fused(a, b, sign_of(ir_.IXor(a, b))); }

// ---- quotients and roots: estimated from below in 64 bits, then made exact by what is left over

/// 2^127 over a number whose highest bit is set. Single precision gives 20 bits, each step doubles them.
Id SoftDouble::reciprocal(Id divisor) {
    const ir::Type single = ir::kF32.with_lanes(lanes_);
    const auto real = [&](float value) { return ir_.constant(single, std::bit_cast<std::uint32_t>(value)); };
    const Id near = ir_.convert(Op::UToF, Kind::F32, as_word(ir_.UShr(divisor, wide(40))));
    const Id first = ir_.FMul({ir_.FDiv(real(0x1p87F), near), real(1 - 0x1p-20F)});
    Id estimate = ir_.convert(Op::FToU, Kind::I64, first);
    for (int step = 0; step < 2; ++step) {
        const Id missing = ir_.ISub({wide(kSign - 1), ir_.UMulHi(divisor, estimate)});
        estimate = ir_.IAdd(estimate, ir_.UMulHi(estimate, ir_.IShl(missing, wide(1))));
    }
    return estimate;
}

Id SoftDouble::quotient(Id a, Id b) {
    constexpr unsigned kLifted = 55; // of the dividend
    const Parts over = parts(a), under = parts(b);
    const Id divisor = ir_.Select({is_zero(under.significand), wide(kDoubleFraction + 1), under.significand});
    const Id estimate = reciprocal(ir_.IShl(divisor, wide(11)));
    Id whole = ir_.UMulHi(ir_.IShl(over.significand, wide(3)), estimate);
    Id rest = ir_.ISub({ir_.IShl(over.significand, wide(kLifted)), ir_.IMul(whole, divisor)});
    for (int step = 0; step < 3; ++step) {
        const Id more = ir_.SLe(divisor, rest);
        whole = ir_.IAdd(whole, ir_.Select({more, wide(1), wide(0)}));
        rest = ir_.ISub(rest, ir_.Select(more, divisor, wide(0)));
    }
    const Id top = top_bit(whole);
    const Id bits = ir_.IShl(whole, count(ir_.ISub(word(63), top)));
    const Id exponent = ir_.IAdd({ir_.ISub(over.exponent, under.exponent), ir_.IAdd(top, word(kBias - kLifted))});
    const Id sign = ir_.IXor(over.sign, under.sign);
    const Id finite = packed(sign, exponent, sticky(bits, ir_.BNot(is_zero(rest))));
    const Id infinite = ir_.BOr({is_infinite(a), is_none(b)}), none = ir_.BOr({is_none(a), is_infinite(b)});
    const Id nothing = ir_.BOr({ir_.BOr({is_nan(a), is_nan(b)}), ir_.BAnd(infinite, none)});
    const Id clamped = ir_.Select({infinite, ir_.IOr(sign, wide(kInfinite)), ir_.Select(none, sign, finite)});
    return ir_.Select(nothing, wide(kQuiet), clamped);
}

/// 2^63 over the root of value / 2^64; one of the two highest bits of the value is set.
Id SoftDouble::reciprocal_root(Id value) {
    constexpr std::uint64_t kTooMuch = 4; // at most, as what is missing is rounded up
    constexpr std::uint64_t kQuarter = std::uint64_t{1} << 62;
    const ir::Type single = ir::kF32.with_lanes(lanes_);
    const auto real = [&](float number) { return ir_.constant(single, std::bit_cast<std::uint32_t>(number)); };
    const Id near = ir_.convert(Op::UToF, Kind::F32, as_word(ir_.UShr(value, wide(40))));
    const Id root = ir_.FSqrt(ir_.FMul(near, real(0x1p-24F)));
    const Id first = ir_.FMul({ir_.FDiv(real(0x1p63F), root), real(1 - 0x1p-19F)});
    Id estimate = ir_.convert(Op::FToU, Kind::I64, first);
    for (int step = 0; step < 2; ++step) {
        const Id square = ir_.UMulHi(estimate, estimate);
        const Id missing = ir_.ISub({wide(kQuarter - 1), ir_.UMulHi(value, square)});
        estimate = ir_.IAdd(estimate, ir_.UMulHi(estimate, ir_.IShl(missing, wide(1))));
    }
    return ir_.ISub(estimate, wide(kTooMuch));
}

// The significand, up to an even exponent and the highest of 64 bits or the one below; its root has 55 bits.
Id SoftDouble::root(Id a) {
    const Parts of = parts(a);
    const Id odd = ir_.IAnd({ir_.ISub(of.exponent, word(kBias)), word(1)}); // of the value of the highest bit
    const Id value = ir_.IShl(of.significand, count(ir_.IAdd(word(10), odd)));
    const Id safe = ir_.Select({is_zero(value), wide(kSign), value});
    Id whole = ir_.UShr({ir_.UMulHi(safe, reciprocal_root(safe)), wide(8)});
    Id rest = ir_.ISub({ir_.IShl(safe, wide(46)), ir_.IMul(whole, whole)});
    for (int step = 0; step < 3; ++step) {
        const Id twice = ir_.IShl(whole, wide(1));
        const Id more = ir_.SLt(twice, rest);
        rest = ir_.ISub(rest, ir_.Select({more, ir_.IAdd(twice, wide(1)), wide(0)}));
        whole = ir_.IAdd(whole, ir_.Select({more, wide(1), wide(0)}));
    }
    const Id top = ir_.IShl(whole, wide(9)), bits = sticky(top, ir_.BNot(is_zero(rest)));
    const Id half = ir_.SShr({ir_.ISub(ir_.ISub(of.exponent, word(kBias)), odd), word(1)});
    const Id plus = wide(0), finite = packed(plus, ir_.IAdd(half, word(kBias)), bits);
    const Id is_negative = ir_.BAnd({ir_.SLt(a, wide(0)), ir_.BNot(is_none(a))});
    const Id itself = ir_.BOr({is_none(a), is_infinite(a)});
    const Id clamped = ir_.Select(itself, a, finite);
    return ir_.Select({ir_.BOr(is_nan(a), is_negative), wide(kQuiet), clamped});
}

// ---- whole numbers

Id SoftDouble::whole(Id a, Whole how) {
    const Id size = magnitude(a), sign = sign_of(a), one = number(1);
    const Id exponent = ir_.ISub({as_word(ir_.UShr(size, wide(52))), word(kBias)}); // of the highest bit
    const Id below_one = ir_.SLt(exponent, word(0)), is_whole = ir_.SLe(word(52), exponent);
    const Id fraction =
        ir_.UShr({wide(kDoubleFraction), count(ir_.SMax(exponent, word(0)))}); // the digits after the point
    const Id cut = ir_.Select({below_one, wide(0), ir_.IAnd(size, ir_.INot(fraction))});
    const Id more = ir_.Select(below_one, one, ir_.IAdd(cut, ir_.IAdd(fraction, wide(1)))); // the next one
    const Id lost = ir_.INe(cut, size), is_negative = ir_.BNot(is_zero(sign));
    Id value = cut;
    if (how == Whole::Floor) value = ir_.Select(ir_.BAnd(lost, is_negative), more, cut);
    if (how == Whole::Ceiling) value = ir_.Select(ir_.BAnd(lost, ir_.BNot(is_negative)), more, cut);
    if (how == Whole::Even) {
        const Id rest = ir_.IAnd(size, fraction), half = ir_.UShr({ir_.IAdd(fraction, wide(1)), wide(1)});
        const Id is_odd = ir_.BNot(is_zero(ir_.IAnd(cut, ir_.IAdd(fraction, wide(1)))));
        // from 1 on; the lowest bit of 1 itself is the exponent's
        const Id up = ir_.BOr({ir_.ULt(half, rest), ir_.BAnd(ir_.IEq(half, rest), is_odd)});
        const Id small = ir_.Select({ir_.ULt(number(0.5), size), one, wide(0)});
        value = ir_.Select(below_one, small, ir_.Select(up, more, cut));
    }
    const Id clamped = ir_.IOr(ir_.Select(is_whole, size, value), sign);
    return ir_.Select({is_nan(a), wide(kQuiet), clamped});
}

Id SoftDouble::from_integer(Id value, bool is_signed) {
    const Id sign = is_signed ? sign_of(value) : wide(0);
    // Not as a choice by the sign: lavapipe compares a number that was widened in too few bits (docs/devices.md).
    const Id ones = is_signed ? ir_.SShr(value, wide(63)) : wide(0);
    const Id size = ir_.ISub(ir_.IXor(value, ones), ones);
    const Id top = top_bit(size);
    const Id exponent = ir_.IAdd(top, word(kBias));
    return packed(sign, exponent, ir_.IShl(size, count(ir_.ISub({word(63), top}))));
}

Id SoftDouble::to_integer(Id a, unsigned bits, bool is_signed) {
    const Parts of = parts(a);
    const Id exponent = ir_.ISub(of.exponent, word(kBias)), units = word(52);
    const Id up = ir_.IShl(of.significand, count(ir_.ISub(exponent, units)));
    const Id size = ir_.IOr(up, ir_.UShr(of.significand, count(ir_.ISub(units, exponent))));
    const Id is_positive = is_zero(of.sign), zero = wide(0);
    const unsigned digits = is_signed ? bits - 1 : bits;
    const Id beyond = ir_.SLe(word(digits), exponent);
    const std::uint64_t most = digits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << digits) - 1;
    const Id up_to = ir_.Select(beyond, wide(most), size);
    const Id down_to = is_signed ? ir_.INeg(ir_.Select(beyond, wide(most + 1), size)) : zero;
    return ir_.Select({is_nan(a), zero, ir_.Select(is_positive, up_to, down_to)});
}

// ---- single precision

Id SoftDouble::from_single(Id single) {
    constexpr std::uint32_t kSingleInfinite = 0x7f800000;
    const Id bits = ir_.bitcast(ir::kI32.with_lanes(lanes_), single), size = ir_.IAnd(bits, word(0x7fffffff));
    const Id field = ir_.UShr(size, word(23)), fraction = ir_.IAnd(size, word(0x7fffff));
    const Id is_small = ir_.IEq(field, word(0));
    const Id raw = ir_.Select(is_small, fraction, ir_.IOr(fraction, word(0x800000)));
    const Id top = ir_.UFindMsb(raw), wide_raw = ir_.convert(Op::UExtend, Kind::I64, raw);
    const Id exponent = ir_.IAdd({ir_.SMax(field, word(1)), ir_.IAdd(top, word(kBias - 127 - 23))});
    const Id sign = ir_.IShl({ir_.convert(Op::UExtend, Kind::I64, ir_.UShr(bits, word(31))), wide(63)});
    const Id finite = packed(sign, exponent, ir_.IShl(wide_raw, count(ir_.ISub(word(63), top))));
    const Id beyond = ir_.IOr(sign, wide(kInfinite));
    const Id clamped = ir_.Select(ir_.IEq(size, word(kSingleInfinite)), beyond, finite);
    return ir_.Select({ir_.ULt(word(kSingleInfinite), size), wide(kQuiet), clamped});
}

Id SoftDouble::to_single(Id a, bool odd) {
    const Parts of = parts(a);
    const Id exponent = ir_.ISub(of.exponent, word(kBias - 127));
    const std::uint32_t rounding = odd ? static_cast<std::uint32_t>(kOdd) : rounding_;
    const Id bits = as_word(pack(of.sign, exponent, ir_.IShl(of.significand, wide(11)), {23, 8}, rounding));
    const Id sign = as_word(ir_.UShr(of.sign, wide(32)));
    const Id clamped = ir_.Select({is_infinite(a), ir_.IOr(sign, word(0x7f800000)), bits});
    return ir_.bitcast(ir::kF32.with_lanes(lanes_), ir_.Select({is_nan(a), word(0x7fc00000), clamped}));
}

} // namespace relit::lang
