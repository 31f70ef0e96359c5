#include "lang/lower/pairs.hpp"

#include <algorithm>
#include <bit>

namespace relit::lang {

using ir::Id;
using ir::Kind;
using ir::Op;

namespace {

constexpr std::uint32_t kOnes = ~0U;
constexpr double kTwoTo32 = 0x1p32, kTwoTo63 = 0x1p63, kTwoTo64 = 0x1p64;
constexpr std::uint64_t kHighest = std::uint64_t{1} << 63;

} // namespace

Pair Pairs::constant(std::uint64_t value, unsigned lanes) {
    return {ir_.i32(static_cast<std::uint32_t>(value), lanes), ir_.i32(static_cast<std::uint32_t>(value >> 32), lanes)};
}

Pair Pairs::choose(Id condition, Pair yes, Pair no) {
    return {ir_.Select(condition, yes.low, no.low), ir_.Select(condition, yes.high, no.high)};
}

Pair Pairs::extended(Id words, bool is_signed) {
    return {words, is_signed ? ir_.SShr(words, word(31, words)) : word(0, words)};
}

Id Pairs::real(double value, Id like) {
    const ir::Type type = ir_.type_of(like);
    const auto single = std::bit_cast<std::uint32_t>(static_cast<float>(value));
    return ir_.constant(type, type.kind == Kind::F64 ? std::bit_cast<std::uint64_t>(value) : single);
}

// ---- sums and products

Pair Pairs::add(Pair a, Pair b) {
    return {ir_.IAdd(a.low, b.low), ir_.IAdd({ir_.IAdd(a.high, b.high), ir_.ICarry(a.low, b.low)})};
}
Pair Pairs::add_all(std::initializer_list<Pair> terms) {
    Pair sum = *terms.begin();
    for (const Pair& term : std::span(terms.begin(), terms.size()).subspan(1)) sum = add(sum, term);
    return sum;
}
Pair Pairs::subtract(Pair a, Pair b) {
    return {ir_.ISub(a.low, b.low), ir_.ISub({ir_.ISub(a.high, b.high), ir_.IBorrow(a.low, b.low)})};
}
Pair Pairs::negate(Pair a) { return subtract(constant(0, lanes(a.low)), a); }
Pair Pairs::invert(Pair a) { return {ir_.INot(a.low), ir_.INot(a.high)}; }
Pair Pairs::both(Pair a, Pair b) { return {ir_.IAnd(a.low, b.low), ir_.IAnd(a.high, b.high)}; }
Pair Pairs::either(Pair a, Pair b) { return {ir_.IOr(a.low, b.low), ir_.IOr(a.high, b.high)}; }

Pair Pairs::times(Pair a, Pair b) {
    const Id across = ir_.IAdd({ir_.IMul(a.low, b.high), ir_.IMul(a.high, b.low)});
    return {ir_.IMul(a.low, b.low), ir_.IAdd(ir_.UMulHi(a.low, b.low), across)};
}

Pair Pairs::high_product(Pair a, Pair b) {
    const auto product = [&](Id x, Id y) { return Pair{ir_.IMul(x, y), ir_.UMulHi(x, y)}; };
    const auto extend = [&](Id x) { return extended(x, false); };
    const Pair inner = product(a.low, b.high), outer = product(a.high, b.low);
    const Pair sum = add_all({extend(ir_.UMulHi(a.low, b.low)), extend(inner.low), extend(outer.low)});
    return add_all({product(a.high, b.high), extend(sum.high), extend(inner.high), extend(outer.high)});
}

// As without signs, less the other factor where one is negative.
Pair Pairs::signed_high_product(Pair a, Pair b) {
    const Pair zero = constant(0, lanes(a.low));
    const auto if_negative = [&](Pair factor, Pair other) { return choose(below(factor, zero, Op::SLt), other, zero); };
    const Pair less = add_all({if_negative(a, b), if_negative(b, a)});
    return subtract(high_product(a, b), less);
}

// ---- shifts: those of 32 bits give 0 where they are by 32 or more, and differences that wrap are more

Pair Pairs::left(Pair a, Id by) {
    const Id full = word(32, by);
    const Id over = ir_.IOr({ir_.UShr(a.low, ir_.ISub(full, by)), ir_.IShl(a.low, ir_.ISub(by, full))});
    return {ir_.IShl(a.low, by), ir_.IOr(ir_.IShl(a.high, by), over)};
}

Pair Pairs::right(Pair a, Id by) {
    const Id full = word(32, by);
    const Id over = ir_.IOr({ir_.IShl(a.high, ir_.ISub(full, by)), ir_.UShr(a.high, ir_.ISub(by, full))});
    return {ir_.IOr(ir_.UShr(a.low, by), over), ir_.UShr(a.high, by)};
}

Pair Pairs::signed_right(Pair a, Id by) {
    const Id full = word(32, by);
    const Id near = ir_.IOr({ir_.UShr(a.low, by), ir_.IShl(a.high, ir_.ISub(full, by))});
    const Id far = ir_.SShr(a.high, ir_.ISub(by, full));
    return {ir_.Select(ir_.ULt(by, full), near, far), ir_.SShr(a.high, by)};
}

// What every lane of it is, where it is in the program.
std::optional<std::uint32_t> Pairs::known(Id value) const {
    const ir::Inst& inst = ir_.module()[value];
    if (inst.op != Op::Const) return {};
    const auto lanes = ir_.module().literal(inst);
    if (!std::ranges::all_of(lanes, [&](std::uint64_t lane) { return lane == lanes[0]; })) return {};
    return static_cast<std::uint32_t>(lanes[0]);
}

Pair Pairs::shifted(Op op, Pair a, std::uint32_t by) {
    if (by == 0) return a;
    const bool up = op == Op::IShl, far = by >= 32;
    const auto move = [&](Op how, Id half, std::uint32_t bits) {
        return bits == 0 ? half : ir_.add(how, ir_.type_of(half), {half, word(bits, half)});
    };
    const auto side = [&](Id from, Id over, Op back) { // one half, with what comes over from the other
        return ir_.IOr({move(up ? Op::IShl : Op::UShr, from, by), move(back, over, 32 - by)});
    };
    const Id fill = op == Op::SShr ? move(Op::SShr, a.high, 31) : word(0, a.high);
    if (by >= 64) return {fill, fill};
    if (up)
        return far ? Pair{fill, move(op, a.low, by - 32)} : Pair{move(op, a.low, by), side(a.high, a.low, Op::UShr)};
    return far ? Pair{move(op, a.high, by - 32), fill} : Pair{side(a.low, a.high, Op::IShl), move(op, a.high, by)};
}

Pair Pairs::shift(Op op, Pair a, Pair by) {
    if (const auto low = known(by.low), high = known(by.high); low && high)
        return shifted(op, a, *high != 0 ? 64 : *low);
    const Id is_near = ir_.IEq(by.high, word(0, by.high));
    if (op != Op::SShr) {
        const Pair shifted = op == Op::IShl ? left(a, by.low) : right(a, by.low);
        return choose(is_near, shifted, constant(0, lanes(a.low)));
    }
    return signed_right(a, ir_.Select(is_near, by.low, word(kOnes, by.low)));
}

// ---- single bits

Pair Pairs::bit(Id condition) {
    return extended(ir_.Select({condition, ir_.i32(1, lanes(condition)), ir_.i32(0, lanes(condition))}), false);
}

Pair Pairs::carry(Pair a, Pair b) { return bit(below(add(a, b), a, Op::ULt)); }

Id Pairs::highest_bit(Pair a) {
    const Id above = ir_.IAdd({ir_.UFindMsb(a.high), word(32, a.high)});
    return ir_.Select({ir_.INe(a.high, word(0, a.high)), above, ir_.UFindMsb(a.low)});
}

Id Pairs::lowest_bit(Pair a) {
    const Id none = word(kOnes, a.high), zero = word(0, a.high);
    const Id above = ir_.Select({ir_.INe(a.high, zero), ir_.IAdd({ir_.IFindLsb(a.high), word(32, a.high)}), none});
    return ir_.Select({ir_.INe(a.low, zero), ir_.IFindLsb(a.low), above});
}

Pair Pairs::low_bits(Pair a, Pair count) { return both(a, low_ones(count)); }

Pair Pairs::low_ones(Pair count) {
    const Pair one = constant(1, lanes(count.low));
    return subtract(shift(Op::IShl, one, count), one);
}

Pair Pairs::signed_field(Pair a, Pair from, Pair count) {
    const Pair width = constant(64, lanes(a.low)), zero = constant(0, lanes(a.low)), left = subtract(width, count);
    const Pair up = choose(below(count, width, Op::ULt), left, zero);
    return shift(Op::SShr, shift(Op::IShl, shift(Op::SShr, a, from), up), up);
}

Pair Pairs::insert(Pair a, Pair b, Pair to, Pair count) {
    const Pair mask = shift(Op::IShl, low_ones(count), to);
    const Pair kept = both(a, invert(mask));
    return either(kept, both(shift(Op::IShl, b, to), mask));
}

// ---- comparisons

Id Pairs::equal(Pair a, Pair b) { return ir_.BAnd({ir_.IEq(a.low, b.low), ir_.IEq(a.high, b.high)}); }

/// `high`: how the halves above are compared.
Id Pairs::below(Pair a, Pair b, Op high) {
    const Id above = high == Op::SLt ? ir_.SLt(a.high, b.high) : ir_.ULt(a.high, b.high);
    return ir_.BOr(above, ir_.BAnd({ir_.IEq(a.high, b.high), ir_.ULt(a.low, b.low)}));
}

std::optional<Id> Pairs::compare(Op op, Pair a, Pair b) {
    switch (op) {
        case Op::IEq: return equal(a, b);
        case Op::INe: return ir_.BNot(equal(a, b));
        case Op::ULt: return below(a, b, Op::ULt);
        case Op::ULe: return ir_.BNot(below(b, a, Op::ULt));
        case Op::SLt: return below(a, b, Op::SLt);
        case Op::SLe: return ir_.BNot(below(b, a, Op::SLt));
        default: return {};
    }
}

std::optional<Pair> Pairs::compute(Op op, std::span<const Pair> in) {
    const Pair a = in[0], b = in.size() > 1 ? in[1] : Pair{};
    switch (op) {
        case Op::IAdd: return add(a, b);
        case Op::ISub: return subtract(a, b);
        case Op::IMul: return times(a, b);
        case Op::UMulHi: return high_product(a, b);
        case Op::SMulHi: return signed_high_product(a, b);
        case Op::INeg: return negate(a);
        case Op::INot: return invert(a);
        case Op::IAnd: return both(a, b);
        case Op::IOr: return either(a, b);
        case Op::IXor: return Pair{ir_.IXor({a.low, b.low}), ir_.IXor({a.high, b.high})};
        case Op::IShl:
        case Op::UShr:
        case Op::SShr: return shift(op, a, b);
        case Op::UMin: return choose(below(a, b, Op::ULt), a, b);
        case Op::UMax: return choose(below(a, b, Op::ULt), b, a);
        case Op::SMin: return choose(below(a, b, Op::SLt), a, b);
        case Op::SMax: return choose(below(a, b, Op::SLt), b, a);
        case Op::ICarry: return carry(a, b);
        case Op::IBorrow: return bit(below(a, b, Op::ULt));
        case Op::IBitCount: return extended(ir_.IAdd({ir_.IBitCount(a.low), ir_.IBitCount(a.high)}), false);
        case Op::IBitReverse: return Pair{ir_.IBitReverse(a.high), ir_.IBitReverse(a.low)};
        case Op::UFindMsb: return extended(highest_bit(a), true);
        case Op::SFindMsb: {
            const Id sign = ir_.SShr({a.high, word(31, a.high)}); // all ones where the bits below are turned
            return extended(highest_bit({ir_.IXor(a.low, sign), ir_.IXor(a.high, sign)}), true);
        }
        case Op::IFindLsb: return extended(lowest_bit(a), true);
        case Op::UBitField: return low_bits(shift(Op::UShr, a, b), in[2]);
        case Op::SBitField: return signed_field(a, b, in[2]);
        case Op::IBitInsert: return insert(a, b, in[2], in[3]);
        default: return {};
    }
}

// ---- floats

// The significand, moved to where its exponent says; by 32 or more to the right nothing is left of it.
Pair Pairs::whole_single(Id magnitude) {
    constexpr std::uint32_t kFraction = 23, kUnits = 127 + kFraction; // exponent of numbers whose last bit counts ones
    const Id bits = ir_.bitcast(ir::kI32.with_lanes(lanes(magnitude)), magnitude);
    const Id exponent = ir_.UShr(bits, word(kFraction, bits)), units = word(kUnits, bits);
    const Id low = ir_.IAnd(bits, word((1U << kFraction) - 1, bits));
    const Id significand = ir_.IOr(low, word(1U << kFraction, bits));
    const Pair extended_significand = extended(significand, false);
    Pair whole = left(extended_significand, ir_.ISub(exponent, units));
    whole.low = ir_.IOr(whole.low, ir_.UShr(significand, ir_.ISub(units, exponent)));
    return whole;
}

Pair Pairs::whole_double(Id magnitude) {
    const Id high = ir_.FTrunc(ir_.FMul(magnitude, real(1 / kTwoTo32, magnitude)));
    const Id low = ir_.FSub(magnitude, ir_.FMul(high, real(kTwoTo32, magnitude)));
    return {ir_.convert(Op::FToU, Kind::I32, low), ir_.convert(Op::FToU, Kind::I32, high)};
}

// NaN gives 0 of itself: its exponent is beyond all shifts.
Pair Pairs::from_float(Id value, bool is_signed) {
    ir_.mode({});
    if (ir_.type_of(value).kind == Kind::F16) value = ir_.convert(Op::FConvert, Kind::F32, value);
    const unsigned count = lanes(value);
    const Id magnitude = ir_.FAbs(value);
    const Pair whole = ir_.type_of(value).kind == Kind::F64 ? whole_double(magnitude) : whole_single(magnitude);
    const Id is_positive = ir_.FGt(value, real(0, value));
    if (!is_signed) {
        const Pair highest = constant(~std::uint64_t{0}, count);
        const Pair clamped = choose(ir_.FGe(value, real(kTwoTo64, value)), highest, whole);
        return choose(is_positive, clamped, constant(0, count));
    }
    const Pair highest = constant(kHighest - 1, count), lowest = constant(kHighest, count), negated = negate(whole);
    const Pair up = choose(ir_.FGe(value, real(kTwoTo63, value)), highest, whole);
    const Pair down = choose(ir_.FLe(value, real(-kTwoTo63, value)), lowest, negated);
    return choose(is_positive, up, down);
}

Id Pairs::sum_of_parts(Pair value, bool is_signed, ir::FloatMode mode) {
    const Id high = ir_.convert(is_signed ? Op::SToF : Op::UToF, Kind::F64, value.high);
    const Id low = ir_.convert(Op::UToF, Kind::F64, value.low);
    const Id scaled = ir_.FMul(high, real(kTwoTo32, high));
    ir_.mode(mode);
    return ir_.FAdd(scaled, low); // the one step that rounds
}

// `top`: 31 bits, the highest of them set, the lowest also for all that is cut off below them. What the 24 of a float
// cannot hold goes away here, but for the nearest, which the conversion finds; to a half it is kept in the last of them,
// so that rounding again does no harm.
Id Pairs::rounded(Id top, Kind kind, Rounding rounding) {
    constexpr std::uint32_t kBeyond = 0x7f, kUp = 2;
    const std::uint32_t to = rounding.mode[ir::FloatMode::rounding];
    const Id beyond = word(kBeyond, top), zero = word(0, top);
    if (kind == Kind::F16) {
        const Id sticky = ir_.Select({ir_.INe(ir_.IAnd(top, beyond), zero), word(kBeyond + 1, top), zero});
        return ir_.IOr(ir_.IAnd(top, word(~kBeyond, top)), sticky);
    }
    if (to == 0) return top;
    if (to >= kUp) { // away from zero on one side
        const Id away =
            to == kUp ? ir_.Select(rounding.is_negative, zero, beyond) : ir_.Select(rounding.is_negative, beyond, zero);
        top = ir_.IAdd(top, away);
    }
    return ir_.IAnd(top, word(~kBeyond, top));
}

Id Pairs::to_float(Pair value, Kind kind, bool is_signed, ir::FloatMode mode) {
    constexpr std::uint32_t kTopBit = 30, kFraction = 23, kBias = 127;
    ir_.mode({});
    if (kind == Kind::F64) return sum_of_parts(value, is_signed, mode);
    const Id zero = word(0, value.high), one = word(1, value.high);
    const Id is_negative =
        is_signed ? ir_.SLt(value.high, zero) : ir_.constant({Kind::Bool, ir_.type_of(zero).lanes}, 0);
    const Pair size = is_signed ? choose(is_negative, negate(value), value) : value;
    const Id highest = highest_bit(size); // -1 of 0, which then is moved out whole
    const Pair all = left(size, ir_.ISub(word(63, highest), highest));
    const Id rest = ir_.IOr(all.low, ir_.IAnd(all.high, one));
    const Id sticky = ir_.Select(ir_.INe(rest, zero), one, zero);
    const Id top = rounded(ir_.IOr(ir_.UShr(all.high, one), sticky), kind, {mode, is_negative});
    const Id exponent = ir_.IShl({ir_.IAdd(highest, word(kBias - kTopBit, highest)), word(kFraction, highest)});
    const Id scale = ir_.bitcast(ir::kF32.with_lanes(lanes(exponent)), exponent);
    const Id found = ir_.FMul(ir_.convert(Op::UToF, Kind::F32, top), scale);
    const Id result = is_signed ? ir_.Select(is_negative, ir_.FNeg(found), found) : found;
    if (kind == Kind::F32) return result;
    ir_.mode(mode);
    return ir_.convert(Op::FConvert, kind, result);
}

} // namespace relit::lang
