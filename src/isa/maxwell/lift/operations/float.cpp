// Floats of 32 and 64 bits, and functions of them.
#include "isa/maxwell/lift/operations/operations.hpp"

#include <bit>
#include <cmath>
#include <optional>

namespace relit::isa::maxwell {
namespace {

bool saturates(const Lift& lift) { return lift.is_on(Role::Sat); }

/// The result of an operation, with SAT; flags as of its bits.
void put_float(Lift& lift, ir::Id value) {
    if (saturates(lift)) value = lift.ir.FSat(value);
    lift.put(value);
    if (lift.sets_flags()) lift.put_float_flags(value);
}

} // namespace

ir::Id compared_floats(Lift& lift, std::uint32_t comparison, ir::Id a, ir::Id b) {
    ir::Builder& ir = lift.ir;
    const auto unordered = [&] { return ir.BOr({ir.FIsNan(a), ir.FIsNan(b)}); };
    switch (comparison) {
        case 0: return lift.boolean(false);
        case 1: return ir.FLt(a, b);
        case 2: return ir.FEq(a, b);
        case 3: return ir.FLe(a, b);
        case 4: return ir.FGt(a, b);
        case 5: return ir.BOr({ir.FLt(a, b), ir.FGt(a, b)});
        case 6: return ir.FGe(a, b);
        case 7: return ir.BNot(unordered());
        case 8: return unordered();
        case 9: return ir.BNot(ir.FGe(a, b));
        case 10: return ir.BNot(ir.BOr({ir.FLt(a, b), ir.FGt(a, b)}));
        case 11: return ir.BNot(ir.FGt(a, b));
        case 12: return ir.BNot(ir.FLe(a, b));
        case 13: return ir.FNe(a, b);
        case 14: return ir.BNot(ir.FLt(a, b));
        default: return lift.boolean(true);
    }
}

void lift_fadd(Lift& lift) {
    // Only where it is plain: what flushes is a routine of the host, and one is enough.
    const bool plain = lift.in[Role::Ftz] == 0 && lift.in[Role::Round] == 0 && lift.context.builds_ssa();
    const bool minus = plain && lift.is_on(Role::NegB);
    const ir::Id a = lift.real(Role::A), given = lift.bits(Role::B, ir::kF32);
    const ir::Id b = minus ? lift.with_absolute(Role::B, given) : lift.with_sign(Role::B, given);
    lift.float_mode();
    const ir::Id sum = minus ? lift.ir.FSub(a, b) : lift.ir.FAdd(a, b);
    lift.plain_mode();
    put_float(lift, sum);
}

namespace {

constexpr float kScales[] = {1, 0.5F, 0.25F, 0.125F, 8, 4, 2};
// The product of two factors on that side of it is out of range, whatever the scale.
constexpr float kSmallFactor = 0x1p-100F, kLargeFactor = 0x1p100F;

/// Factors whose product is the scaled one, rounded once: a scale goes up with the smaller factor and down with the larger
/// one, exactly, but where it changes nothing that the product shows.
struct Factors {
    ir::Id a = ir::kNone, b = ir::kNone;
};
Factors scaled(Lift& lift, Factors in, float scale) {
    ir::Builder& ir = lift.ir;
    const bool up = scale > 1;
    const ir::Id size_a = ir.FAbs(in.a), size_b = ir.FAbs(in.b);
    const ir::Id takes_a = up ? ir.FLt(size_a, size_b) : ir.FGt(size_a, size_b);
    const ir::Id taken = lift.ir.Select(takes_a, in.a, in.b), other = lift.ir.Select(takes_a, in.b, in.a);
    const ir::Id size = ir.FAbs(taken), multiplied = ir.FMul(taken, ir.f32(scale));
    const ir::Id beyond = up ? ir.FGt(size, ir.f32(kLargeFactor)) : ir.FLt(size, ir.f32(kSmallFactor));
    return {lift.ir.Select(beyond, taken, multiplied), other};
}

/// The number of an instruction times the scale, where that is exact.
std::optional<float> scaled_number(Lift& lift, float scale) {
    const Source from = source(lift.in, Role::B);
    if (from.kind != Source::Kind::Number) return {};
    const auto number = std::bit_cast<float>(static_cast<std::uint32_t>(from.number));
    const float made = number * scale;
    const bool exact = std::isnormal(number) && std::isnormal(made);
    return exact ? std::optional(lift.is_on(Role::NegB) ? -made : made) : std::nullopt;
}

} // namespace

// FMZ: 0 times anything is 0. D2 to M2 divide and multiply the product before it is rounded.
void lift_fmul(Lift& lift) {
    const bool zeroes = lift.in[Role::Ftz] == kFmz;
    const std::uint32_t which = lift.in.has(Role::Scale) ? lift.in[Role::Scale] : 0;
    if (which >= std::size(kScales)) return lift.refuse("an unknown scale");
    Factors in{lift.real(Role::A), ir::kNone};
    const std::optional<float> number = which == 0 ? std::nullopt : scaled_number(lift, kScales[which]);
    in.b = number ? lift.ir.f32(*number) : lift.real(Role::B);
    lift.float_mode();
    if (which != 0 && !number) in = scaled(lift, in, kScales[which]);
    const ir::Id product = zeroes ? lift.ir.FMulZero(in.a, in.b) : lift.ir.FMul(in.a, in.b);
    lift.plain_mode();
    put_float(lift, product);
}

void lift_ffma(Lift& lift) {
    ir::Id a = lift.real(Role::A), b = lift.real(Role::B);
    const ir::Id c = lift.real(Role::C);
    const bool zeroes = lift.in[Role::Ftz] == kFmz;
    lift.float_mode();
    if (zeroes) {
        const ir::Id zero = lift.ir.f32(0);
        const ir::Id nothing = lift.ir.BOr({lift.ir.FEq(a, zero), lift.ir.FEq(b, zero)});
        a = lift.ir.Select(nothing, zero, a);
        b = lift.ir.Select(nothing, zero, b);
    }
    const ir::Id value = lift.ir.FFma(a, b, c);
    lift.plain_mode();
    put_float(lift, value);
}

namespace {

/// What a value may be of zeros; under FTZ a denormal number is one.
enum class Zeros : std::uint8_t { Any, Positive, Negative, None };
Zeros zeros_of(Lift& lift, ir::Id value) {
    const ir::Inst& inst = lift.ir.module()[value];
    if (inst.op != ir::Op::Const) return Zeros::Any;
    const std::uint64_t bits = lift.ir.module().literal(inst)[0], exponent = std::uint64_t{0x7f800000};
    const std::uint64_t sign = std::uint64_t{1} << (bits_of(inst.type.kind) - 1);
    const bool is_zero = (bits & ~sign) == 0 || (lift.is_on(Role::Ftz) && (bits & exponent) == 0);
    return !is_zero ? Zeros::None : (bits & sign) == 0 ? Zeros::Positive : Zeros::Negative;
}

/// Denormals as zeros of their sign where the instruction says so.
ir::Id flushed(Lift& lift, ir::Id value) {
    return lift.is_on(Role::Ftz) ? lift.ir.FAdd(value, lift.negative_zero(value)) : value;
}

/// The smaller or the larger one; +0 is more than -0. Of two that are equal FMin and FMax give the second, so that a number
/// that is given is where that is right; else the signs are joined.
ir::Id extreme(Lift& lift, ir::Id a, ir::Id b, bool least) {
    ir::Builder& ir = lift.ir;
    const auto of = [&](ir::Id x, ir::Id y) { return least ? ir.FMin(x, y) : ir.FMax(x, y); };
    const Zeros first = zeros_of(lift, a), second = zeros_of(lift, b);
    const Zeros wins = least ? Zeros::Negative : Zeros::Positive, loses = least ? Zeros::Positive : Zeros::Negative;
    if (first == Zeros::None || second == Zeros::None || second == wins || first == loses) return of(a, b);
    if (first == wins || second == loses) return of(b, a);
    const ir::Type type = ir.type_of(a), bits = type == ir::kF64 ? ir::kI64 : ir::kI32;
    const ir::Id x = ir.bitcast(bits, flushed(lift, a)), y = ir.bitcast(bits, flushed(lift, b));
    const ir::Id joined = ir.bitcast(type, least ? ir.IOr(x, y) : ir.IAnd(x, y));
    return lift.ir.Select({ir.FEq(a, b), joined, of(a, b)});
}

ir::Id extreme_by_predicate(Lift& lift, ir::Id a, ir::Id b) {
    lift.float_mode();
    const ir::Id value =
        lift.choose_by(Role::Ps, [&] { return extreme(lift, a, b, true); }, [&] { return extreme(lift, a, b, false); });
    lift.plain_mode();
    return value;
}

} // namespace

void lift_fmnmx(Lift& lift) {
    const ir::Id a = lift.real(Role::A), b = lift.real(Role::B);
    put_float(lift, extreme_by_predicate(lift, a, b));
}

void lift_fcmp(Lift& lift) {
    lift.float_mode();
    const ir::Id c = lift.bits(Role::C, ir::kF32);
    const ir::Id holds = compared_floats(lift, lift.in[Role::Compare], c, lift.ir.f32(0));
    lift.plain_mode();
    lift.put(lift.ir.Select({holds, lift.bits(Role::A), lift.bits(Role::B)}));
}

namespace {

ir::Id float_condition(Lift& lift, ir::Type type) {
    const ir::Id a = lift.real(Role::A, type), b = lift.real(Role::B, type);
    if (type == ir::kF32) lift.float_mode();
    const ir::Id holds = compared_floats(lift, lift.in[Role::Compare], a, b);
    lift.plain_mode();
    return holds;
}

} // namespace

void lift_fset(Lift& lift) { lift.put_set(float_condition(lift, ir::kF32)); }
void lift_fsetp(Lift& lift) { lift.put_compared(float_condition(lift, ir::kF32)); }

// Whether a quotient cannot be had by a reciprocal and its correction: exponents at the ends of their range.
void lift_fchk(Lift& lift) {
    constexpr std::uint32_t kExponentAt = 23, kExponentBits = 8;
    ir::Builder& ir = lift.ir;
    const auto exponent = [&](Role role) {
        const ir::Id bits = ir.bitcast(ir::kI32, lift.real(role));
        return ir.UBitField({bits, lift.i32(kExponentAt), lift.i32(kExponentBits)});
    };
    const ir::Id a = exponent(Role::A), b = exponent(Role::B);
    const auto outside = [&](ir::Id value, std::uint32_t least, std::uint32_t most) {
        return ir.ULt({lift.i32(most - least), ir.ISub(value, lift.i32(least))});
    };
    const ir::Id apart = ir.ISub(a, b);
    const ir::Id far = ir.BOr({ir.SLt(apart, lift.i32(~125U)), ir.SLt(lift.i32(125), apart)});
    lift.put_predicate(Role::Pd, ir.BOr(far, ir.BOr({outside(a, 25, 254), outside(b, 2, 252)})));
}

// ---- functions

namespace {

enum Function : std::uint32_t { kCos, kSin, kExp2, kLog2, kRcp, kRsq, kRcp64High, kRsq64High, kSqrt };

/// On the high word of a double, whose low one counts as zero. Denormals count as zeros of their sign.
ir::Id of_high_word(Lift& lift, bool root) {
    constexpr std::uint32_t kExponent = 0x7ff00000, kSign = 0x80000000;
    const ir::Id given = lift.ir.bitcast(ir::kI32, lift.real(Role::A));
    const ir::Id is_small = lift.ir.IEq({lift.ir.IAnd(given, lift.i32(kExponent)), lift.i32(0)});
    const ir::Id high = lift.ir.Select(is_small, lift.ir.IAnd(given, lift.i32(kSign)), given);
    const ir::Id wide = lift.ir.bitcast(ir::kF64, lift.ir.compose({lift.i32(0), high}));
    const ir::Id one = lift.number(ir::kF64, std::bit_cast<std::uint64_t>(1.0));
    const ir::Id value = lift.ir.FDiv(one, root ? lift.ir.FSqrt(wide) : wide);
    return lift.ir.lane(lift.ir.bitcast(ir::kI32.with_lanes(2), value), 1);
}

ir::Id function_of(Lift& lift, ir::Id a) {
    ir::Builder& ir = lift.ir;
    switch (lift.in[Role::Function]) {
        case kCos: return ir.FCos(a);
        case kSin: return ir.FSin(a);
        case kExp2: return ir.FExp2(a);
        case kLog2: return ir.FLog2(a);
        case kRcp: return ir.FRcp(a);
        case kRsq: return ir.FRsq(a);
        case kSqrt: return ir.FSqrt(a);
        default: return ir::kNone;
    }
}

/// Operations that read denormals as zeros of their sign, whatever the instruction says.
ir::FloatMode flushing_inputs() { return ir::FloatMode{}.set(ir::FloatMode::flush_inputs, true); }

} // namespace

// Denormals count as zeros of their sign.
void lift_mufu(Lift& lift) {
    const std::uint32_t function = lift.in[Role::Function];
    if (function == kRcp64High || function == kRsq64High) {
        if (lift.is_on(Role::Sat))
            return lift.refuse("what saturation makes of the high word of a double is not known");
        return lift.put(of_high_word(lift, function == kRsq64High));
    }
    const ir::Id a = lift.real(Role::A);
    lift.ir.mode(flushing_inputs());
    const ir::Id value = function_of(lift, a);
    lift.plain_mode();
    value == ir::kNone ? lift.refuse("an unknown function") : put_float(lift, value);
}

// Prepares an argument for MUFU. How is the machine's own affair; the functions here take it as it is, but that of an angle
// nothing is left of the sign of zeros and denormals.
void lift_rro(Lift& lift) {
    constexpr std::uint32_t kAngle = 0;
    const ir::Id b = lift.real(Role::B);
    if (lift.in[Role::Reduce] != kAngle) return lift.put(b);
    lift.ir.mode(flushing_inputs().set(ir::FloatMode::flush_result, true));
    const ir::Id angle = lift.ir.FAdd(b, lift.ir.f32(0));
    lift.plain_mode();
    lift.put(angle);
}

// ---- doubles

namespace {

/// Numbers hold the top 20 bits of a double, registers are pairs.
ir::Id wide(Lift& lift, Role role) { return lift.real(role, ir::kF64); }

} // namespace

void lift_dadd(Lift& lift) {
    const ir::Id a = wide(lift, Role::A), b = wide(lift, Role::B);
    lift.float_mode();
    const ir::Id sum = lift.ir.FAdd(a, b);
    lift.plain_mode();
    put_float(lift, sum);
}

void lift_dmul(Lift& lift) {
    const ir::Id a = wide(lift, Role::A), b = wide(lift, Role::B);
    lift.float_mode();
    const ir::Id product = lift.ir.FMul(a, b);
    lift.plain_mode();
    put_float(lift, product);
}

void lift_dfma(Lift& lift) {
    const ir::Id a = wide(lift, Role::A), b = wide(lift, Role::B), c = wide(lift, Role::C);
    lift.float_mode();
    const ir::Id value = lift.ir.FFma(a, b, c);
    lift.plain_mode();
    put_float(lift, value);
}

void lift_dmnmx(Lift& lift) {
    const ir::Id a = wide(lift, Role::A), b = wide(lift, Role::B);
    put_float(lift, extreme_by_predicate(lift, a, b));
}

void lift_dset(Lift& lift) { lift.put_set(float_condition(lift, ir::kF64)); }
void lift_dsetp(Lift& lift) { lift.put_compared(float_condition(lift, ir::kF64)); }

} // namespace relit::isa::maxwell
