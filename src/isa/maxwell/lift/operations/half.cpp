// Two halves in a register.
#include "isa/maxwell/lift/operations/operations.hpp"

namespace relit::isa::maxwell {
namespace {

constexpr ir::Type kHalves = ir::kF16.with_lanes(2);

enum HalfSwizzle : std::uint32_t { kBothHalves, kOneFloat, kBothLow, kBothHigh };
enum Merge : std::uint32_t { kMergePair, kAsFloat, kMergeLow, kMergeHigh };

ir::Id halves(Lift& lift, ir::Id word) { return lift.ir.bitcast(kHalves, word); }

/// Whether the source is one float of 32 bits that stands for two halves; constants are.
bool is_one_float(const Lift& lift, Role role, Role swizzle) {
    if (lift.in.has(swizzle)) return lift.in[swizzle] == kOneFloat;
    return source(lift.in, role).kind == Source::Kind::Constant;
}
bool has_one_float(const Lift& lift) {
    return is_one_float(lift, Role::A, Role::SwizzleA) || is_one_float(lift, Role::B, Role::SwizzleB) ||
           (source(lift.in, Role::C).kind != Source::Kind::None && is_one_float(lift, Role::C, Role::SwizzleC));
}

/// FTZ of floats of 32 bits, which no half is; until plain_mode().
void flush_floats(Lift& lift) {
    if (has_one_float(lift)) lift.float_mode();
}

/// Two floats that stand for halves, denormal halves as zeros with their sign.
ir::Id flushed_halves(Lift& lift, ir::Id pair) {
    constexpr float kSmallest = 6.103515625e-05F; // of normal halves
    constexpr std::uint32_t kSign = 0x80000000;
    ir::Builder& ir = lift.ir;
    const ir::Type bits = ir::kI32.with_lanes(2);
    const ir::Id zero = ir.IAnd({ir.bitcast(bits, pair), ir.i32(kSign, 2)});
    return ir.Select({ir.FLt({ir.FAbs(pair), ir.f32(kSmallest, 2)}), ir.bitcast(ir::kF32.with_lanes(2), zero), pair});
}
ir::Id widened_halves(Lift& lift, ir::Id halves) {
    const ir::Id wide = lift.ir.convert(ir::Op::FConvert, ir::Kind::F32, halves);
    return lift.is_on(Role::Ftz) ? flushed_halves(lift, wide) : wide;
}

/// A source as two floats, its halves chosen; one float stands for both.
ir::Id pair(Lift& lift, Role role, Role swizzle) {
    ir::Builder& ir = lift.ir;
    if (is_one_float(lift, role, swizzle)) return ir.splat(lift.bits(role, ir::kF32), 2);
    const std::uint32_t how = lift.in.has(swizzle) ? lift.in[swizzle] : 0;
    const ir::Id wide = widened_halves(lift, halves(lift, lift.bits(role)));
    if (how == kBothLow) return ir.splat(ir.lane(wide, 0), 2);
    return how == kBothHigh ? ir.splat(ir.lane(wide, 1), 2) : wide;
}

ir::Id signed_pair(Lift& lift, Role role, Role swizzle) { return lift.with_sign(role, pair(lift, role, swizzle)); }

/// NaN is all ones but for the sign, in either half (measured on a console).
ir::Id with_no_numbers(Lift& lift, ir::Id wide, ir::Id word) {
    constexpr std::uint32_t kNoNumber = 0x7fff;
    ir::Builder& ir = lift.ir;
    const ir::Id is_none = ir.FIsNan(wide);
    for (unsigned i = 0; i < 2; ++i) {
        const ir::Id other = ir.IAnd(word, lift.i32(0xffff0000U >> (16 * i)));
        word = lift.ir.Select({ir.lane(is_none, i), ir.IOr(other, lift.i32(kNoNumber << (16 * i))), word});
    }
    return word;
}

/// Halves as one float are the result before it is rounded to halves: not documented. Of a sum with RZ there is nothing to round.
void report_one_float(Lift& lift) {
    const auto is_zero = [&](Role role) {
        const Source from = source(lift.in, role);
        return from.kind == Source::Kind::Register && from.index == kZeroRegister;
    };
    const bool is_sum = lift.in.op() == Op::HADD2;
    if (is_sum && (is_zero(Role::A) || is_zero(Role::B))) return;
    lift.context.approximate(
        "operations on halves that give one float are taken to round to that, not to a half before");
}

/// The results go to one half, both, or as one float to the whole register.
void put_pair(Lift& lift, ir::Id wide) {
    ir::Builder& ir = lift.ir;
    if (lift.is_on(Role::Sat)) wide = ir.FSat(wide);
    const std::uint32_t merge = lift.in.has(Role::Merge) ? lift.in[Role::Merge] : 0;
    if (merge == kAsFloat) return report_one_float(lift), lift.put(ir.lane(wide, 0));
    ir::Id made = ir.convert(ir::Op::FConvert, ir::Kind::F16, wide);
    if (lift.is_on(Role::Ftz)) made = ir.convert(ir::Op::FConvert, ir::Kind::F16, widened_halves(lift, made));
    ir::Id word = ir.bitcast(ir::kI32, made);
    if (!lift.is_on(Role::Sat)) word = with_no_numbers(lift, wide, word);
    if (merge == kMergePair) return lift.put(word);
    const ir::Id old = halves(lift, lift.reg(lift.in[Role::D]));
    lift.put(ir.bitcast(ir::kI32, ir.blend(old, halves(lift, word), merge == kMergeLow ? 1 : 2)));
}

} // namespace

void lift_hadd2(Lift& lift) {
    const ir::Id a = signed_pair(lift, Role::A, Role::SwizzleA), b = signed_pair(lift, Role::B, Role::SwizzleB);
    flush_floats(lift);
    const ir::Id sum = lift.ir.FAdd(a, b);
    lift.plain_mode();
    put_pair(lift, sum);
}

void lift_hmul2(Lift& lift) {
    const ir::Id a = signed_pair(lift, Role::A, Role::SwizzleA), b = signed_pair(lift, Role::B, Role::SwizzleB);
    const bool zeroes = lift.in[Role::Ftz] == kFmz;
    flush_floats(lift);
    const ir::Id product = zeroes ? lift.ir.FMulZero(a, b) : lift.ir.FMul(a, b);
    lift.plain_mode();
    put_pair(lift, product);
}

namespace {

/// a * b + c of halves such that rounding it to a half once more is rounding once: where the sum of floats is not exact, its
/// last bit is set. The product is exact.
ir::Id sum_to_round(Lift& lift, ir::Id a, ir::Id b, ir::Id c) {
    ir::Builder& ir = lift.ir;
    const ir::Type words = ir::kI32.with_lanes(2), floats = ir::kF32.with_lanes(2);
    const ir::Id product = ir.FMul(a, b), sum = ir.FAdd(product, c), of_c = ir.FSub(sum, product);
    const ir::Id rest =
        ir.FAdd({ir.FSub(product, ir.FSub(sum, of_c)), ir.FSub(c, of_c)}); // what the sum lacks, exactly
    const ir::Id bits = ir.bitcast(words, sum);
    const ir::Id is_even = ir.IEq({ir.IAnd(bits, ir.i32(1, 2)), ir.i32(0, 2)});
    const ir::Id is_short = ir.BAnd(ir.FLt({ir.f32(0, 2), ir.FAbs(rest)}), is_even);
    const ir::Id apart = ir.IXor(bits, ir.bitcast(words, rest)); // below zero: the rest leads toward zero
    const ir::Id step = ir.Select({ir.SLt(apart, ir.i32(0, 2)), ir.i32(~0U, 2), ir.i32(1, 2)});
    return ir.bitcast(floats, ir.Select(is_short, ir.IAdd(bits, step), bits));
}

} // namespace

void lift_hfma2(Lift& lift) {
    ir::Builder& ir = lift.ir;
    ir::Id a = signed_pair(lift, Role::A, Role::SwizzleA), b = signed_pair(lift, Role::B, Role::SwizzleB);
    const ir::Id c = signed_pair(lift, Role::C, Role::SwizzleC);
    flush_floats(lift);
    if (lift.in[Role::Ftz] == kFmz) {
        const ir::Id zero = ir.f32(0, 2), nothing = ir.BOr({ir.FEq(a, zero), ir.FEq(b, zero)});
        a = ir.Select(nothing, zero, a);
        b = ir.Select(nothing, zero, b);
    }
    const bool of_halves = !has_one_float(lift) && (!lift.in.has(Role::Merge) || lift.in[Role::Merge] != kAsFloat);
    const ir::Id value = of_halves ? sum_to_round(lift, a, b, c) : ir.FFma(a, b, c);
    lift.plain_mode();
    put_pair(lift, value);
}

namespace {

ir::Id both_conditions(Lift& lift) {
    const ir::Id a = signed_pair(lift, Role::A, Role::SwizzleA), b = signed_pair(lift, Role::B, Role::SwizzleB);
    const auto of = [&](unsigned i) {
        const ir::Id first = lift.ir.lane(a, i), second = lift.ir.lane(b, i);
        return compared_floats(lift, lift.in[Role::Compare], first, second);
    };
    flush_floats(lift);
    const ir::Id low = of(0), high = of(1);
    lift.plain_mode();
    return lift.ir.compose({low, high});
}

} // namespace

void lift_hset2(Lift& lift) {
    constexpr std::uint32_t kOne = 0x3c00, kOnes = 0xffff;
    ir::Builder& ir = lift.ir;
    const ir::Id holds = both_conditions(lift);
    const std::uint32_t yes = lift.is_on(Role::Float) ? kOne : kOnes;
    const auto half = [&](unsigned i) {
        const ir::Id all = lift.joined(ir.lane(holds, i), Role::Ps, lift.in[Role::Bool]);
        return lift.ir.Select({all, lift.i32(yes << (16 * i)), lift.i32(0)});
    };
    const ir::Id low = half(0), high = half(1);
    lift.put(ir.IOr(low, high));
}

void lift_hsetp2(Lift& lift) {
    ir::Builder& ir = lift.ir;
    const ir::Id holds = both_conditions(lift);
    const ir::Id low = ir.lane(holds, 0), high = ir.lane(holds, 1);
    const std::uint32_t how = lift.in[Role::Bool];
    if (lift.is_on(Role::BothHalves)) {
        if (how != 0 || lift.in[Role::Ps] != kTruePredicate)
            lift.context.approximate("with H_AND both halves are taken to be joined before Ps is");
        return lift.put_compared(ir.BAnd(low, high));
    }
    const ir::Id first = lift.joined(low, Role::Ps, how), second = lift.joined(high, Role::Ps, how);
    lift.put_predicate(Role::Pd, first);
    lift.put_predicate(Role::Pq, second);
}

} // namespace relit::isa::maxwell
