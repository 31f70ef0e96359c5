// Floats of 32 and 64 bits, and functions of them.
#include "isa/maxwell/meaning.hpp"

#include <bit>

namespace relit::isa::maxwell {
namespace {

bool saturates(const Lift& lift) { return lift.is_on(Role::Sat); }

/// The result of an operation, with SAT; flags as of its bits.
void put_float(Lift& lift, ir::Id value) {
    if (saturates(lift)) value = lift.ir.FSat(value);
    lift.put(value);
    if (lift.sets_flags()) lift.put_float_flags(value);
}

constexpr std::uint32_t kFmz = 2; // of Role::Ftz

} // namespace

ir::Id compared_floats(Lift& lift, std::uint32_t comparison, ir::Id a, ir::Id b) {
    ir::Builder& ir = lift.ir;
    const auto unordered = [&] { return ir.BOr(ir.FIsNan(a), ir.FIsNan(b)); };
    switch (comparison) {
        case 0: return lift.boolean(false);
        case 1: return ir.FLt(a, b);
        case 2: return ir.FEq(a, b);
        case 3: return ir.FLe(a, b);
        case 4: return ir.FGt(a, b);
        case 5: return ir.BOr(ir.FLt(a, b), ir.FGt(a, b));
        case 6: return ir.FGe(a, b);
        case 7: return ir.BNot(unordered());
        case 8: return unordered();
        case 9: return ir.BNot(ir.FGe(a, b));
        case 10: return ir.BNot(ir.BOr(ir.FLt(a, b), ir.FGt(a, b)));
        case 11: return ir.BNot(ir.FGt(a, b));
        case 12: return ir.BNot(ir.FLe(a, b));
        case 13: return ir.FNe(a, b);
        case 14: return ir.BNot(ir.FLt(a, b));
        default: return lift.boolean(true);
    }
}

void mean_fadd(Lift& lift) {
    // Only where it is plain: what flushes is a routine of the host, and one is enough.
    const bool plain = lift.in[Role::Ftz] == 0 && lift.in[Role::Round] == 0 && !lift.context.spoken();
    const bool minus = plain && lift.is_on(Role::NegB);
    const ir::Id a = lift.real(Role::A), given = lift.bits(Role::B, ir::kF32);
    const ir::Id b = minus ? lift.with_absolute(Role::B, given) : lift.with_sign(Role::B, given);
    lift.float_mode();
    const ir::Id sum = minus ? lift.ir.FSub(a, b) : lift.ir.FAdd(a, b);
    lift.plain_mode();
    put_float(lift, sum);
}

// FMZ: 0 times anything is 0. D2 to M2 divide and multiply the product, exactly.
void mean_fmul(Lift& lift) {
    constexpr float kScales[] = {1, 0.5F, 0.25F, 0.125F, 8, 4, 2, 1};
    const ir::Id a = lift.real(Role::A), b = lift.real(Role::B);
    const bool zeroes = lift.in[Role::Ftz] == kFmz;
    const std::uint32_t scale = lift.in.has(Role::Scale) ? lift.in[Role::Scale] : 0;
    lift.float_mode();
    const ir::Id scaled = scale == 0 ? a : lift.ir.FMul(a, lift.ir.f32(kScales[scale]));
    const ir::Id product = zeroes ? lift.ir.FMulZero(scaled, b) : lift.ir.FMul(scaled, b);
    lift.plain_mode();
    put_float(lift, product);
}

void mean_ffma(Lift& lift) {
    ir::Id a = lift.real(Role::A), b = lift.real(Role::B);
    const ir::Id c = lift.real(Role::C);
    const bool zeroes = lift.in[Role::Ftz] == kFmz;
    lift.float_mode();
    if (zeroes) {
        const ir::Id zero = lift.ir.f32(0);
        const ir::Id nothing = lift.ir.BOr(lift.ir.FEq(a, zero), lift.ir.FEq(b, zero));
        a = lift.choose(nothing, zero, a);
        b = lift.choose(nothing, zero, b);
    }
    const ir::Id value = lift.ir.FFma(a, b, c);
    lift.plain_mode();
    put_float(lift, value);
}

void mean_fmnmx(Lift& lift) {
    const ir::Id a = lift.real(Role::A), b = lift.real(Role::B);
    lift.float_mode();
    const ir::Id value =
        lift.choose_by(Role::Ps, [&] { return lift.ir.FMin(a, b); }, [&] { return lift.ir.FMax(a, b); });
    lift.plain_mode();
    put_float(lift, value);
}

void mean_fcmp(Lift& lift) {
    lift.float_mode();
    const ir::Id holds = compared_floats(lift, lift.in[Role::Compare], lift.bits(Role::C, ir::kF32), lift.ir.f32(0));
    lift.plain_mode();
    lift.put(lift.choose(holds, lift.bits(Role::A), lift.bits(Role::B)));
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

void mean_fset(Lift& lift) { lift.put_set(float_condition(lift, ir::kF32)); }
void mean_fsetp(Lift& lift) { lift.put_compared(float_condition(lift, ir::kF32)); }

// Whether a quotient cannot be had by a reciprocal and its correction: exponents at the ends of their range.
void mean_fchk(Lift& lift) {
    constexpr std::uint32_t kExponentAt = 23, kExponentBits = 8;
    ir::Builder& ir = lift.ir;
    const auto exponent = [&](Role role) {
        const ir::Id bits = ir.bitcast(ir::kI32, lift.real(role));
        return ir.UBitField(bits, lift.i32(kExponentAt), lift.i32(kExponentBits));
    };
    const ir::Id a = exponent(Role::A), b = exponent(Role::B);
    const auto outside = [&](ir::Id value, std::uint32_t least, std::uint32_t most) {
        return ir.ULt(lift.i32(most - least), ir.ISub(value, lift.i32(least)));
    };
    const ir::Id apart = ir.ISub(a, b);
    const ir::Id far = ir.BOr(ir.SLt(apart, lift.i32(~125U)), ir.SLt(lift.i32(125), apart));
    lift.put_predicate(Role::Pd, ir.BOr(far, ir.BOr(outside(a, 25, 254), outside(b, 2, 252))));
}

// ---- functions

namespace {

enum Function : std::uint32_t { kCos, kSin, kExp2, kLog2, kRcp, kRsq, kRcp64High, kRsq64High, kSqrt };

/// On the high word of a double, whose low one counts as zero.
ir::Id of_high_word(Lift& lift, bool root) {
    const ir::Id high = lift.ir.bitcast(ir::kI32, lift.real(Role::A));
    const ir::Id wide = lift.ir.bitcast(ir::kF64, lift.ir.compose({lift.i32(0), high}));
    const ir::Id one = lift.number(ir::kF64, std::bit_cast<std::uint64_t>(1.0));
    const ir::Id value = lift.ir.FDiv(one, root ? lift.ir.FSqrt(wide) : wide);
    return lift.ir.lane(lift.ir.bitcast(ir::kI32.with_lanes(2), value), 1);
}

ir::Id function_of(Lift& lift) {
    ir::Builder& ir = lift.ir;
    const ir::Id a = lift.real(Role::A);
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

} // namespace

void mean_mufu(Lift& lift) {
    const std::uint32_t function = lift.in[Role::Function];
    if (function == kRcp64High || function == kRsq64High) return lift.put(of_high_word(lift, function == kRsq64High));
    const ir::Id value = function_of(lift);
    value == ir::kNone ? lift.refuse("a function that is not known") : put_float(lift, value);
}

// Prepares an argument for MUFU. How is the machine's own affair; the functions here take it as it is.
void mean_rro(Lift& lift) { lift.put(lift.real(Role::B)); }

// ---- doubles

namespace {

/// Numbers hold the top 20 bits of a double, registers are pairs.
ir::Id wide(Lift& lift, Role role) { return lift.real(role, ir::kF64); }

} // namespace

void mean_dadd(Lift& lift) {
    const ir::Id a = wide(lift, Role::A), b = wide(lift, Role::B);
    lift.float_mode();
    const ir::Id sum = lift.ir.FAdd(a, b);
    lift.plain_mode();
    put_float(lift, sum);
}

void mean_dmul(Lift& lift) {
    const ir::Id a = wide(lift, Role::A), b = wide(lift, Role::B);
    lift.float_mode();
    const ir::Id product = lift.ir.FMul(a, b);
    lift.plain_mode();
    put_float(lift, product);
}

void mean_dfma(Lift& lift) {
    const ir::Id a = wide(lift, Role::A), b = wide(lift, Role::B), c = wide(lift, Role::C);
    lift.float_mode();
    const ir::Id value = lift.ir.FFma(a, b, c);
    lift.plain_mode();
    put_float(lift, value);
}

void mean_dmnmx(Lift& lift) {
    const ir::Id a = wide(lift, Role::A), b = wide(lift, Role::B);
    put_float(lift, lift.choose_by(Role::Ps, [&] { return lift.ir.FMin(a, b); }, [&] { return lift.ir.FMax(a, b); }));
}

void mean_dset(Lift& lift) { lift.put_set(float_condition(lift, ir::kF64)); }
void mean_dsetp(Lift& lift) { lift.put_compared(float_condition(lift, ir::kF64)); }

} // namespace relit::isa::maxwell
