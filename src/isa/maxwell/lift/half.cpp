// Two halves in a register.
#include "isa/maxwell/lift/operations.hpp"

namespace relit::isa::maxwell {
namespace {

constexpr ir::Type kHalves = ir::kF16.with_lanes(2);

enum Swizzle : std::uint32_t { kBoth, kOneFloat, kLow, kHigh };
enum Merge : std::uint32_t { kPair, kAsFloat, kMergeLow, kMergeHigh };
constexpr std::uint32_t kFmz = 2;

ir::Id halves(Lift& lift, ir::Id word) { return lift.ir.bitcast(kHalves, word); }

/// Two floats that stand for halves, denormal halves as zeros with their sign.
ir::Id flushed(Lift& lift, ir::Id pair) {
    constexpr float kSmallest = 6.103515625e-05F; // of normal halves
    constexpr std::uint32_t kSign = 0x80000000;
    ir::Builder& ir = lift.ir;
    const ir::Type bits = ir::kI32.with_lanes(2);
    const ir::Id zero = ir.IAnd(ir.bitcast(bits, pair), ir.i32(kSign, 2));
    return ir.Select(ir.FLt(ir.FAbs(pair), ir.f32(kSmallest, 2)), ir.bitcast(ir::kF32.with_lanes(2), zero), pair);
}
ir::Id widened(Lift& lift, ir::Id halves) {
    const ir::Id wide = lift.ir.convert(ir::Op::FConvert, ir::Kind::F32, halves);
    return lift.is_on(Role::Ftz) ? flushed(lift, wide) : wide;
}

/// A source as two floats, its halves chosen; one float stands for both.
ir::Id pair(Lift& lift, Role role, Role swizzle) {
    ir::Builder& ir = lift.ir;
    const std::uint32_t how = lift.in.has(swizzle) ? lift.in[swizzle] : 0;
    const ir::Id word = lift.bits(role);
    if (how == kOneFloat) return ir.splat(ir.bitcast(ir::kF32, word), 2);
    const ir::Id wide = widened(lift, halves(lift, word));
    if (how == kLow) return ir.splat(ir.lane(wide, 0), 2);
    return how == kHigh ? ir.splat(ir.lane(wide, 1), 2) : wide;
}

ir::Id signed_pair(Lift& lift, Role role, Role swizzle) {
    // A constant buffer has no swizzle field: it holds one float.
    ir::Id value = pair(lift, role, swizzle);
    const bool constant = source(lift.in, role).kind == Source::Kind::Constant && !lift.in.has(swizzle);
    if (constant) value = lift.ir.splat(lift.bits(role, ir::kF32), 2);
    return lift.with_sign(role, value);
}

/// The results go to one half, both, or as one float to the whole register.
void put_pair(Lift& lift, ir::Id wide) {
    ir::Builder& ir = lift.ir;
    if (lift.is_on(Role::Sat)) wide = ir.FSat(wide);
    const std::uint32_t merge = lift.in.has(Role::Merge) ? lift.in[Role::Merge] : 0;
    if (merge == kAsFloat) return lift.put(ir.lane(wide, 0));
    ir::Id made = ir.convert(ir::Op::FConvert, ir::Kind::F16, wide);
    if (lift.is_on(Role::Ftz)) made = ir.convert(ir::Op::FConvert, ir::Kind::F16, widened(lift, made));
    if (merge == kPair) return lift.put(ir.bitcast(ir::kI32, made));
    const ir::Id old = halves(lift, lift.reg(lift.in[Role::D]));
    lift.put(ir.bitcast(ir::kI32, ir.blend(old, made, merge == kMergeLow ? 1 : 2)));
}

} // namespace

void lift_hadd2(Lift& lift) {
    const ir::Id a = signed_pair(lift, Role::A, Role::SwizzleA), b = signed_pair(lift, Role::B, Role::SwizzleB);
    put_pair(lift, lift.ir.FAdd(a, b));
}

void lift_hmul2(Lift& lift) {
    const ir::Id a = signed_pair(lift, Role::A, Role::SwizzleA), b = signed_pair(lift, Role::B, Role::SwizzleB);
    const bool zeroes = lift.in[Role::Ftz] == kFmz;
    const ir::Id product = zeroes ? lift.ir.FMulZero(a, b) : lift.ir.FMul(a, b);
    put_pair(lift, product);
}

void lift_hfma2(Lift& lift) {
    ir::Builder& ir = lift.ir;
    ir::Id a = signed_pair(lift, Role::A, Role::SwizzleA), b = signed_pair(lift, Role::B, Role::SwizzleB);
    const ir::Id c = signed_pair(lift, Role::C, Role::SwizzleC);
    if (lift.in[Role::Ftz] == kFmz) {
        const ir::Id zero = ir.f32(0, 2), nothing = ir.BOr(ir.FEq(a, zero), ir.FEq(b, zero));
        a = ir.Select(nothing, zero, a);
        b = ir.Select(nothing, zero, b);
    }
    put_pair(lift, ir.FFma(a, b, c));
}

namespace {

ir::Id both_conditions(Lift& lift) {
    const ir::Id a = signed_pair(lift, Role::A, Role::SwizzleA), b = signed_pair(lift, Role::B, Role::SwizzleB);
    const auto of = [&](unsigned i) {
        return compared_floats(lift, lift.in[Role::Compare], lift.ir.lane(a, i), lift.ir.lane(b, i));
    };
    const ir::Id low = of(0), high = of(1);
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
        return lift.choose(all, lift.i32(yes << (16 * i)), lift.i32(0));
    };
    const ir::Id low = half(0), high = half(1);
    lift.put(ir.IOr(low, high));
}

void lift_hsetp2(Lift& lift) {
    ir::Builder& ir = lift.ir;
    const ir::Id holds = both_conditions(lift);
    const ir::Id low = ir.lane(holds, 0), high = ir.lane(holds, 1);
    const std::uint32_t how = lift.in[Role::Bool];
    if (lift.is_on(Role::BothHalves)) return lift.put_compared(ir.BAnd(low, high));
    const ir::Id first = lift.joined(low, Role::Ps, how), second = lift.joined(high, Role::Ps, how);
    lift.put_predicate(Role::Pd, first);
    lift.put_predicate(Role::Pq, second);
}

} // namespace relit::isa::maxwell
