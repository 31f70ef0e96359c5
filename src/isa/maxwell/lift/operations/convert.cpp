// Conversions between sizes and kinds of numbers.
#include "isa/maxwell/lift/operations/operations.hpp"

#include <algorithm>

namespace relit::isa::maxwell {
namespace {

enum FloatSize : std::uint32_t { kFloat16 = 1, kFloat32, kFloat64 };
/// Values of integer types: the size in the low two bits (8, 16, 32, 64), the sign above.
struct Whole {
    std::uint32_t bits = 32;
    bool is_signed = false;
};
Whole whole_of(std::uint32_t value) { return {8U << (value & 3), (value >> 2 & 1) != 0}; }

ir::Type type_of_float(std::uint32_t size) {
    return size == kFloat16 ? ir::kF16 : size == kFloat64 ? ir::kF64 : ir::kF32;
}

constexpr std::uint32_t bits_of_float(std::uint32_t size) { return 8U << size; }

/// A console stops at conversions between 64 bits and 16 or fewer (nxgpucatch).
void report_sizes(Lift& lift, std::uint32_t from, std::uint32_t to) {
    if (std::max(from, to) == 64 && std::min(from, to) <= 16)
        lift.context.approximate(
            "a conversion between 64 bits and 16 or fewer, at which a console stops, is taken to be done");
}

/// Source B as a float of its size; halves are in the low or the high half of a register.
ir::Id float_source(Lift& lift, std::uint32_t size) {
    if (size != kFloat16) return lift.real(Role::B, type_of_float(size));
    if (source(lift.in, Role::B).kind == Source::Kind::Number) lift.refuse("what a number is as a half is not known");
    const ir::Id word = lift.bits(Role::B);
    const ir::Id low = lift.is_on(Role::HighB) ? lift.ir.UShr(word, lift.i32(16)) : word;
    const ir::Id half = lift.ir.bitcast(ir::kF16, lift.ir.convert(ir::Op::ITruncate, ir::Kind::I16, low));
    return lift.with_sign(Role::B, half);
}

/// A half is in the low half; NaN is all ones but for the sign.
void put_converted_float(Lift& lift, ir::Id value) {
    constexpr std::uint32_t kNoNumber = 0x7fff;
    if (lift.ir.type_of(value) != ir::kF16) return lift.put(value);
    const ir::Id bits = lift.ir.bitcast(ir::Type{ir::Kind::I16, 1}, value);
    const ir::Id word = lift.ir.convert(ir::Op::UExtend, ir::Kind::I32, bits);
    lift.put(lift.ir.Select({lift.ir.FIsNan(value), lift.i32(kNoNumber), word}));
}

ir::Id whole_number(Lift& lift, std::uint32_t how, ir::Id value) {
    switch (how & 3) {
        case 0: return lift.ir.FRoundEven(value);
        case 1: return lift.ir.FFloor(value);
        case 2: return lift.ir.FCeil(value);
        default: return lift.ir.FTrunc(value);
    }
}
/// Whole numbers need no rounding beyond that: hosts that have no such mode can say them.
ir::Id rounded(Lift& lift, std::uint32_t how, ir::Id value) {
    const ir::FloatMode to_nearest = ir::FloatMode(lift.ir.mode()).set(ir::FloatMode::rounding, 0U);
    return lift.ir.in_mode(to_nearest, [&] { return whole_number(lift, how, value); });
}

} // namespace

namespace {

/// FTZ is of floats of 32 bits alone (PTX), and nothing where either side has 64 bits (nxgpucatch).
void flush_in_conversion(Lift& lift, std::uint32_t from, std::uint32_t to) {
    const bool flushes = lift.is_on(Role::Ftz) && from != kFloat64 && to != kFloat64;
    lift.float_mode(flushes && from == kFloat32, flushes && to == kFloat32);
}

} // namespace

// Bit 2 of the rounding: to a whole number of the same size. SAT is nothing where either side has 64 bits (nxgpucatch).
void lift_f2f(Lift& lift) {
    const std::uint32_t from = lift.in[Role::From], to = lift.in[Role::To];
    if (from == 0 || to == 0) return lift.refuse("an unknown float size");
    ir::Id value = float_source(lift, from);
    const std::uint32_t round = lift.in[Role::Round];
    report_sizes(lift, bits_of_float(from), bits_of_float(to));
    flush_in_conversion(lift, from, to);
    if (from != to) value = lift.ir.convert(ir::Op::FConvert, type_of_float(to).kind, value);
    if (from == to && (round & 4) != 0) value = rounded(lift, round, value);
    if (from == to && (round & 4) == 0 && from == kFloat32 && lift.is_on(Role::Ftz))
        value = lift.ir.FAdd(value, lift.negative_zero(value));
    lift.plain_mode();
    if (lift.is_on(Role::Sat) && from != kFloat64 && to != kFloat64) value = lift.ir.FSat(value);
    put_converted_float(lift, value);
    lift.put_float_flags(value);
}

namespace {

/// What does not fit in a byte or in 16 bits becomes the nearest that does.
ir::Id clamped_to(Lift& lift, const Whole& to, ir::Id value) {
    const std::uint32_t most = (1U << (to.bits - (to.is_signed ? 1 : 0))) - 1;
    if (!to.is_signed) return lift.ir.UMin(value, lift.i32(most));
    return lift.ir.SMin({lift.ir.SMax(value, lift.i32(~most)), lift.i32(most)});
}

} // namespace

// Clamped to the range of the result. No number gives 0, or the highest bit alone where one side has 64 bits.
void lift_f2i(Lift& lift) {
    const std::uint32_t from = lift.in[Role::From];
    if (from == 0) return lift.refuse("an unknown float size");
    const Whole to = whole_of(lift.in[Role::To]);
    const ir::Id given = float_source(lift, from);
    report_sizes(lift, bits_of_float(from), to.bits);
    if (to.bits == 8)
        lift.context.approximate("F2I to a byte, which no table has, is taken to hold the result in its range");
    flush_in_conversion(lift, from, to.bits == 64 ? kFloat64 : kFloat16);
    const ir::Id value = rounded(lift, lift.in[Role::Round], given);
    lift.plain_mode();
    const ir::Kind kind = to.bits == 64 ? ir::Kind::I64 : ir::Kind::I32;
    ir::Id whole = lift.ir.convert(to.is_signed ? ir::Op::FToS : ir::Op::FToU, kind, value);
    if (to.bits < 32) whole = clamped_to(lift, to, whole);
    if (to.bits >= 32 && (from == kFloat64 || to.bits == 64)) {
        const ir::Id highest = lift.ir.constant({kind, 1}, std::uint64_t{1} << (to.bits - 1));
        whole = lift.ir.Select(lift.ir.FIsNan(value), highest, whole);
    }
    lift.put(whole);
    if (to.bits != 64) return lift.put_flags(whole);
    if (lift.has_live_flags()) lift.refuse("what it leaves in the flags of 64 bits is not known");
}

namespace {

/// Source B cut to its size; bytes and halves from byte Role::Byte.
ir::Id whole_source(Lift& lift, const Whole& from) {
    const std::uint32_t byte = lift.in[Role::Byte];
    if (from.bits > 16 && byte != 0)
        lift.context.approximate(
            "a place in the register, named with a source of the whole of it, is taken to mean nothing");
    if (from.bits == 16 && byte % 2 != 0)
        lift.context.approximate(
            "half a register from an odd byte on is taken as it stands there, zeros or signs above");
    if (from.bits == 64) return lift.bits(Role::B, ir::kI64);
    const ir::Id word = lift.bits(Role::B);
    if (from.bits == 32) return word;
    const ir::Id at = lift.i32(8 * lift.in[Role::Byte]), bits = lift.i32(from.bits);
    return from.is_signed ? lift.ir.SBitField(word, at, bits) : lift.ir.UBitField(word, at, bits);
}

/// |B| and -B of a number without a sign are not documented.
void report_sign(Lift& lift, const Whole& from) {
    if (!from.is_signed && (lift.is_on(Role::AbsB) || lift.is_on(Role::NegB)))
        lift.context.approximate("I2I turns the sign of a number without one as if it had 32 bits and a sign");
}

/// |B| and -B. A byte or a half with a sign wraps in its width: -(-128) is -128.
ir::Id whole_sign(Lift& lift, const Whole& from, ir::Id value) {
    const bool wide = lift.ir.type_of(value) == ir::kI64;
    const ir::Id zero = wide ? lift.i64(0) : lift.i32(0);
    const bool absolute = lift.is_on(Role::AbsB), negates = lift.is_on(Role::NegB);
    if (absolute) value = lift.ir.Select({lift.ir.SLt(value, zero), lift.ir.INeg(value), value});
    if (negates) value = lift.ir.INeg(value);
    const bool wraps = from.is_signed && from.bits < 32 && (absolute || negates);
    return wraps ? lift.ir.SBitField({value, lift.i32(0), lift.i32(from.bits)}) : value;
}

} // namespace

void lift_i2f(Lift& lift) {
    const std::uint32_t to = lift.in[Role::To];
    if (to == 0) return lift.refuse("an unknown float size");
    const Whole from = whole_of(lift.in[Role::From]);
    const ir::Id given = whole_source(lift, from);
    const ir::Id whole = from.is_signed ? whole_sign(lift, from, given) : given;
    lift.float_mode();
    ir::Id made = lift.ir.convert(from.is_signed ? ir::Op::SToF : ir::Op::UToF, type_of_float(to).kind, whole);
    lift.plain_mode();
    if (!from.is_signed && lift.is_on(Role::NegB)) made = lift.ir.FNeg(made); // what has no sign gets the float's
    if (!from.is_signed && lift.is_on(Role::NegB) && lift.in[Role::Round] != 0)
        lift.context.approximate(
            "I2F of a negated number without a sign: whether it is rounded before or after is not known");
    put_converted_float(lift, made);
    lift.put_float_flags(made);
}

namespace {

/// Clamped to the range of the result. A console compares with signs whatever the source is, so the bound of U32, all ones, is
/// -1, and everything becomes 0.
ir::Id saturated(Lift& lift, ir::Id value, const Whole& from, const Whole& to) {
    ir::Builder& ir = lift.ir;
    if (to.bits == 32 && !to.is_signed) return lift.i32(0);
    const std::uint32_t most = (1U << (to.bits - (to.is_signed ? 1 : 0))) - 1, least = to.is_signed ? ~most : 0;
    if (!from.is_signed) return ir.UMin(value, lift.i32(most));
    return ir.SMin({ir.SMax(value, lift.i32(least)), lift.i32(most)});
}

} // namespace

// Without SAT the low bits are taken, and bits above the result's are 0, whatever its sign; with it they are its sign.
void lift_i2i(Lift& lift) {
    const Whole from = whole_of(lift.in[Role::From]), to = whole_of(lift.in[Role::To]);
    if (from.bits == 64 || to.bits == 64) return lift.refuse("whole numbers of 64 bits");
    report_sign(lift, from);
    ir::Id value = whole_sign(lift, from, whole_source(lift, from));
    const bool saturates = lift.is_on(Role::Sat);
    if (saturates) value = saturated(lift, value, from, to);
    if (to.bits < 32 && !saturates) value = lift.ir.UBitField({value, lift.i32(0), lift.i32(to.bits)});
    lift.put(value);
    lift.put_flags(value);
}

} // namespace relit::isa::maxwell
