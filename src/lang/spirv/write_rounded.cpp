// Float operations that round toward zero, up or down. Vulkan has no such mode that devices must have, so they are done in
// the next wider format, rounded to odd there, and made narrow by integers: two roundings of which only the last shows.
#include "lang/spirv/floats.hpp"
#include "lang/spirv/spelling.hpp"

#include <optional>

namespace relit::lang::spirv {
namespace {

using ir::Kind;
using ir::Op;
using ir::Type;

enum class Toward : std::uint8_t { Nearest, Zero, Up, Down }; // as FloatMode::rounding counts them

Toward direction(const Code& code) { return static_cast<Toward>(code.mode[ir::FloatMode::rounding]); }

std::optional<Kind> wider(const Code& code, Kind kind) {
    if (kind == Kind::F16) return Kind::F32;
    if (kind == Kind::F32 && code.target.has_float64 && code.target.has_int64) return Kind::F64;
    return {};
}

/// A wide float taken apart: its magnitude cut to the narrow format, and whether that lost anything.
struct Cut {
    Value bits, is_inexact;
};

// What has an exponent of the narrow format.
Cut cut_normal(Code& code, Value magnitude, FloatLayout from, FloatLayout to) {
    const unsigned shift = from.fraction_bits - to.fraction_bits;
    const auto rebias = static_cast<std::uint64_t>(from.bias() - to.bias()) << from.fraction_bits;
    const Value moved = code.sub({magnitude, number(code, magnitude, rebias)});
    const Value lost = code.both({moved, number(code, magnitude, (std::uint64_t{1} << shift) - 1)});
    const Value bits = code.right({moved, number(code, magnitude, shift)});
    return {bits, code.compare(spv::Op::OpINotEqual, {lost, number(code, magnitude, 0)})};
}

// What becomes a denormal: the whole significand goes to the right, at most until nothing of it is left.
Cut cut_denormal(Code& code, Value magnitude, Value exponent, FloatLayout from, FloatLayout to) {
    const unsigned least = from.fraction_bits - to.fraction_bits;
    const auto difference = static_cast<std::uint64_t>(from.bias() - to.bias());
    const Value hidden = number(code, magnitude, std::uint64_t{1} << from.fraction_bits);
    const Value fraction =
        code.both({magnitude, number(code, magnitude, (std::uint64_t{1} << from.fraction_bits) - 1)});
    const Value is_tiny = code.equal({exponent, number(code, magnitude, 0)});
    const Value significand = code.select({is_tiny, fraction, code.either({fraction, hidden})});
    const Value missing = code.sub({number(code, magnitude, difference + 1), exponent});
    const Value most = number(code, magnitude, to.fraction_bits + 2);
    const Value clamped = code.select({code.below({missing, most}), missing, most});
    const Value shift = code.add({clamped, number(code, magnitude, least)});
    const Value bits = code.right({significand, shift});
    return {bits, code.compare(spv::Op::OpINotEqual, {code.left({bits, shift}), significand})};
}

// Whether what is inexact goes away from zero. Nothing: never.
std::optional<Value> goes_away(Code& code, Value is_negative) {
    switch (direction(code)) {
        case Toward::Up: return code.negate(is_negative);
        case Toward::Down: return is_negative;
        default: return {};
    }
}

Value narrowed(Code& code, Value wide, Kind kind) {
    const FloatLayout from = float_layout(wide.type.kind), to = float_layout(kind);
    const Value bits = code.bits(wide);
    const auto same = [&](std::uint64_t value) { return number(code, bits, value); };
    const Value magnitude = code.both({bits, same(from.sign() - 1)});
    const Value sign = code.both({bits, same(from.sign())});
    const Value exponent = code.right({magnitude, same(from.fraction_bits)});
    const Value is_normal = code.below({same(static_cast<std::uint64_t>(from.bias() - to.bias())), exponent});
    const Cut normal = cut_normal(code, magnitude, from, to);
    const Cut denormal = cut_denormal(code, magnitude, exponent, from, to);
    Value cut = code.select({is_normal, normal.bits, denormal.bits});
    const Value is_too_large = code.both({is_normal, code.negate(code.below({cut, same(to.infinity())}))});
    cut = code.select({is_too_large, same(to.infinity() - 1), cut});
    if (const auto away = goes_away(code, code.equal({sign, same(from.sign())}))) {
        const Value lost = code.select({is_normal, normal.is_inexact, denormal.is_inexact});
        const Value grows = code.both({code.either({is_too_large, lost}), *away});
        cut = code.add({cut, code.select({grows, same(1), same(0)})});
    }
    const Value quiet_nan = same(to.infinity() | (std::uint64_t{1} << (to.fraction_bits - 1)));
    const Value special = code.select({is_nan(code, wide), quiet_nan, same(to.infinity())});
    const Value is_finite = code.below({magnitude, same(from.infinity())});
    const Value result = code.select({is_finite, cut, special});
    const Value moved_sign = code.right({sign, same(from.bits() - to.bits())});
    const Type type = wide.type.with_kind(kind);
    return code.as(type, code.resize(ir::integer_of(kind), code.either({result, moved_sign})));
}

Value widened(Code& code, Kind kind, Value value) {
    return code.op(spv::Op::OpFConvert, value.type.with_kind(kind), {value});
}

// Of wide numbers. Rounding down, zeros of different signs, or x - x, give -0.
Value wide_sum(Code& code, Two in) {
    const Value sum = sum_to_odd(code, in);
    if (direction(code) != Toward::Down) return sum;
    const Value bits = code.bits(sum), signs = code.either({code.bits(in.a), code.bits(in.b)});
    const Value sign = code.both({signs, number(code, bits, float_layout(sum.type.kind).sign())});
    return code.as(sum.type, code.select({is_zero(code, sum), sign, bits}));
}

Value negated(Code& code, Value value) { return write_FNeg(code, value.type, std::span(&value, 1)); }

/// One operation on numbers of `kind`, done in `wide`.
class Rounded {
public:
    Rounded(Code& code, Kind kind, Kind wide) : code_(code), kind_(kind), wide_(wide) {}

    Value add(Value a, Value b) { return narrowed(code_, wide_sum(code_, {widen(a), widen(b)}), kind_); }
    Value multiply(Value a, Value b) { return narrowed(code_, product(a, b), kind_); }
    Value fused(Value a, Value b, Value c) {
        return narrowed(code_, wide_sum(code_, {product(a, b), widen(c)}), kind_);
    }
    Value multiply_zero(Value a, Value b) {
        const Value any_zero = code_.either({multiplies_as_zero(code_, a), multiplies_as_zero(code_, b)});
        const Value bits = code_.bits(multiply(a, b));
        return code_.as(a.type, code_.select({any_zero, number(code_, bits, 0), bits}));
    }
    Value dot(Value a, Value b) {
        const auto term = [&](unsigned i) {
            const Value x = code_.lane(a, i), y = code_.lane(b, i);
            return multiply(x, y);
        };
        Value total = term(0);
        for (unsigned i = 1; i < a.type.lanes; ++i) {
            const Value before = flushed_intermediate(code_, total);
            total = add(before, flushed_intermediate(code_, term(i)));
        }
        return total;
    }
    Value fraction(Value a) {
        const Value floor = code_.extended(GLSLstd450Floor, a.type, {a});
        return add(a, negated(code_, floor));
    }
    Value scale(Value a, Value n) { return narrowed(code_, scaled(code_, widen(a), n), kind_); }

private:
    Value widen(Value value) { return widened(code_, wide_, value); }
    Value product(Value a, Value b) {
        const Value x = widen(a), y = widen(b);
        return code_.exactly(code_.op(spv::Op::OpFMul, x.type, {x, y}));
    }

    Code& code_;
    Kind kind_, wide_;
};

Value refused(Code& code, Op op, Type type) {
    return code.refuse("SPIR-V: rounding other than to the nearest (" + std::string(ir::info(op).mnemonic) + ")", type);
}

} // namespace

Value write_rounded(Code& code, Op op, Type type, std::span<const Value> in) {
    const bool converts =
        op == Op::SToF || op == Op::UToF || op == Op::FConvert; // which lang/lower/directed_rounding.cpp rewrites
    const auto wide = wider(code, type.kind);
    if (!wide || converts) return refused(code, op, type);
    Rounded rounded(code, type.kind, *wide);
    switch (op) {
        case Op::FAdd: return rounded.add(in[0], in[1]);
        case Op::FSub: return rounded.add(in[0], negated(code, in[1]));
        case Op::FMul: return rounded.multiply(in[0], in[1]);
        case Op::FMulZero: return rounded.multiply_zero(in[0], in[1]);
        case Op::FMad: return rounded.add(flushed_intermediate(code, rounded.multiply(in[0], in[1])), in[2]);
        case Op::FFma: return rounded.fused(in[0], in[1], in[2]);
        case Op::FFract: return rounded.fraction(in[0]);
        case Op::FLdexp: return rounded.scale(in[0], in[1]);
        default: return rounded.dot(in[0], in[1]);
    }
}

} // namespace relit::lang::spirv
