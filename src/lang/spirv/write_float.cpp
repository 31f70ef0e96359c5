// Float operations that SPIR-V does not define as exactly as their rows do.
#include "lang/spirv/floats.hpp"
#include "lang/spirv/spelling.hpp"

namespace relit::lang::spirv {
namespace {

using ir::Kind;
using ir::Type;

Value float_literal(Code& code, Type type, int power_of_two) {
    return code.literal(type, float_layout(type.kind).power(power_of_two));
}

Value zero(Code& code, Type type) { return code.literal(type, 0); }

// All bits but the sign, as an integer.
Value magnitude(Code& code, Value value) {
    const Value bits = code.bits(value);
    return code.both({bits, code.literal(bits.type, float_layout(value.type.kind).sign() - 1)});
}

Value product(Code& code, Two in) { return code.exactly(code.op(spv::Op::OpFMul, in.a.type, {in.a, in.b})); }
Value sum(Code& code, Two in) { return code.exactly(code.op(spv::Op::OpFAdd, in.a.type, {in.a, in.b})); }

// As integers, so that no NaN is touched.
Value choose(Code& code, Three in) { return code.as(in.b.type, code.select({in.a, code.bits(in.b), code.bits(in.c)})); }

Value number_that(Code& code, spv::Op opcode, Two in) {
    const Value first = code.either({ordered(code, opcode, in), is_nan(code, in.b)});
    return choose(code, {first, in.a, in.b});
}

} // namespace

FloatLayout float_layout(Kind kind) {
    if (kind == Kind::F16) return {10, 5};
    return kind == Kind::F32 ? FloatLayout{23, 8} : FloatLayout{52, 11};
}

Value is_nan(Code& code, Value value) {
    const Value bits = magnitude(code, value);
    return code.below({code.literal(bits.type, float_layout(value.type.kind).infinity()), bits});
}

namespace {

/// Returns true if a factor is 0 for the device, which may flush denormals, in products and comparisons alike.
Value multiplies_as_zero(Code& code, Value value) {
    return ordered(code, spv::Op::OpFOrdEqual, {value, zero(code, value.type)});
}

} // namespace

Value write_FIsNan(Code& code, Type /*type*/, std::span<const Value> in) { return is_nan(code, in[0]); }

Value write_FIsInf(Code& code, Type /*type*/, std::span<const Value> in) {
    const Value bits = magnitude(code, in[0]);
    return code.equal({bits, code.literal(bits.type, float_layout(in[0].type.kind).infinity())});
}

Value write_FMulZero(Code& code, Type type, std::span<const Value> in) {
    const Value any_zero = code.either({multiplies_as_zero(code, in[0]), multiplies_as_zero(code, in[1])});
    return choose(code, {any_zero, zero(code, type), product(code, {in[0], in[1]})});
}

Value write_FMad(Code& code, Type /*type*/, std::span<const Value> in) {
    return sum(code, {product(code, {in[0], in[1]}), in[2]});
}

Value write_FNeg(Code& code, Type type, std::span<const Value> in) {
    const Value bits = code.bits(in[0]);
    return code.as(type, code.exclusive({bits, code.literal(bits.type, float_layout(type.kind).sign())}));
}

Value write_FAbs(Code& code, Type type, std::span<const Value> in) { return code.as(type, magnitude(code, in[0])); }

Value write_FMin(Code& code, Type /*type*/, std::span<const Value> in) {
    return number_that(code, spv::Op::OpFOrdLessThan, {in[0], in[1]});
}

Value write_FMax(Code& code, Type /*type*/, std::span<const Value> in) {
    return number_that(code, spv::Op::OpFOrdGreaterThan, {in[0], in[1]});
}

Value write_FSat(Code& code, Type type, std::span<const Value> in) {
    const Value one = float_literal(code, type, 0), none = zero(code, type);
    const Value at_most_one = choose(code, {ordered(code, spv::Op::OpFOrdLessThan, {in[0], one}), in[0], one});
    return choose(code, {ordered(code, spv::Op::OpFOrdGreaterThan, {in[0], none}), at_most_one, none});
}

// The bits that a half lacks are rounded off in the integer; where a half is denormal, an addition does it, of what has
// its last bit at the same position.
Value write_FHalf(Code& code, Type type, std::span<const Value> in) {
    constexpr unsigned kHalfBits = 10;
    constexpr int kSmallest = -14, kLargest = 16, kLastBit = -24;
    if (type.kind == Kind::F16) return in[0];
    const FloatLayout layout = float_layout(type.kind);
    const Value bits = code.bits(in[0]), size = magnitude(code, in[0]), sign = code.exclusive({bits, size});
    const auto number = [&](std::uint64_t n) { return code.literal(bits.type, n); };
    const auto power = [&](int n) { return code.bits(float_literal(code, type, n)); };
    const unsigned cut = layout.fraction_bits - kHalfBits;
    const Value odd = code.both({code.right({size, number(cut)}), number(1)});
    const Value up = code.add({code.add({size, number((std::uint64_t{1} << (cut - 1)) - 1)}), odd});
    const Value near =
        code.both({up, number(~((std::uint64_t{1} << cut) - 1) & (layout.sign() | (layout.sign() - 1)))});
    const Value step = float_literal(code, type, kLastBit + static_cast<int>(layout.fraction_bits));
    const Value small = code.exactly(code.op(spv::Op::OpFSub, type, {sum(code, {code.as(type, size), step}), step}));
    const Value is_small = code.compare(spv::Op::OpULessThan, {size, power(kSmallest)});
    const Value is_large = code.compare(spv::Op::OpUGreaterThanEqual, {near, power(kLargest)});
    const Value clamped = code.select({is_large, number(layout.infinity()), near});
    const Value rounded = code.either({sign, code.select({is_small, code.bits(small), clamped})});
    const Value nan = number(layout.infinity() | layout.infinity() >> 1);
    const Value is_nan = code.compare(spv::Op::OpUGreaterThan, {size, number(layout.infinity())});
    return code.as(type, code.select({is_nan, nan, rounded}));
}

Value write_FFract(Code& code, Type type, std::span<const Value> in) {
    const Value floor = code.extended(GLSLstd450Floor, type, {in[0]});
    return code.exactly(code.op(spv::Op::OpFSub, type, {in[0], floor}));
}

Value write_FRcp(Code& code, Type type, std::span<const Value> in) {
    return code.exactly(code.op(spv::Op::OpFDiv, type, {float_literal(code, type, 0), in[0]}));
}

Value write_FDot(Code& code, Type /*type*/, std::span<const Value> in) {
    const Value terms = product(code, {in[0], in[1]});
    if (in[0].type.lanes == 1) return terms;
    Value total = sum(code, {code.lane(terms, 0), code.lane(terms, 1)});
    for (unsigned i = 2; i < terms.type.lanes; ++i) total = sum(code, {total, code.lane(terms, i)});
    return total;
}

namespace {

// n as a 32-bit integer, limited to `most` either way.
Value exponent_within(Code& code, Value n, int most) {
    const auto number = [&](Type type, int value) {
        return code.literal(type, static_cast<std::uint64_t>(std::int64_t{value}));
    };
    if (ir::bits_of(n.type.kind) < 32) n = code.sign_extend(Kind::I32, n);
    const Value high = code.compare(spv::Op::OpSGreaterThan, {n, number(n.type, most)});
    const Value low = code.compare(spv::Op::OpSLessThan, {n, number(n.type, -most)});
    n = code.select({high, number(n.type, most), code.select({low, number(n.type, -most), n})});
    return code.resize(Kind::I32, n);
}

// 2^n for an n that a normal number has.
Value power_of_two(Code& code, Type type, Value n) {
    const FloatLayout layout = float_layout(type.kind);
    const Value biased = code.add({n, code.literal(n.type, static_cast<std::uint64_t>(layout.bias()))});
    const Value wide = code.resize(ir::integer_of(type.kind), biased);
    return code.as(type, code.left({wide, code.literal(wide.type, layout.fraction_bits)}));
}

} // namespace

// a * 2^n in three products: the first two take what is beyond one exponent, downwards leaving room for the fraction,
// so that only the last one rounds. Halves do it in 32 bits, where one product is exact.
Value write_FLdexp(Code& code, Type type, std::span<const Value> in) {
    if (type.kind == Kind::F16) {
        const Type wide = type.with_kind(Kind::F32);
        const Value value = code.op(spv::Op::OpFConvert, wide, {in[0]});
        const Value power = power_of_two(code, wide, exponent_within(code, in[1], 60));
        return code.op(spv::Op::OpFConvert, type, {product(code, {value, power})});
    }
    const FloatLayout layout = float_layout(type.kind);
    const int up = layout.bias(), lowest = 1 - layout.bias(),
              down = lowest + static_cast<int>(layout.fraction_bits) + 1;
    Value value = in[0], n = exponent_within(code, in[1], 3 * layout.bias());
    const auto number = [&](int x) { return code.literal(n.type, static_cast<std::uint64_t>(std::int64_t{x})); };
    for (int step = 0; step < 2; ++step) {
        const Value high = code.compare(spv::Op::OpSGreaterThan, {n, number(up)});
        const Value low = code.compare(spv::Op::OpSLessThan, {n, number(lowest)});
        const Value by = code.select({high, number(up), code.select({low, number(down), number(0)})});
        value = product(code, {value, power_of_two(code, type, by)});
        n = code.sub({n, by});
    }
    const Value above = code.compare(spv::Op::OpSGreaterThan, {n, number(up)});
    const Value below = code.compare(spv::Op::OpSLessThan, {n, number(lowest)});
    n = code.select({above, number(up), code.select({below, number(lowest), n})});
    return product(code, {value, power_of_two(code, type, n)});
}

} // namespace relit::lang::spirv
