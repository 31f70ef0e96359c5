// Integer operations with every shift, division and bit field defined.
#include "lang/spirv/spelling.hpp"

namespace relit::lang::spirv {
namespace {

using ir::Kind;
using ir::Type;

constexpr std::uint64_t kOnes = ~std::uint64_t{0};

unsigned width(Value value) { return ir::bits_of(value.type.kind); }
Value equals(Code& code, Value value, std::uint64_t what) { return code.equal({value, number(code, value, what)}); }
// Returns a shift count that SPIR-V defines. It is the right one only if the count is below the width.
Value masked(Code& code, Value count) { return code.both({count, number(code, count, width(count) - 1)}); }
Value fits(Code& code, Value count) { return code.below({count, number(code, count, width(count))}); }

Value shift_left(Code& code, Two in) {
    const auto [value, by] = in;
    return code.select({fits(code, by), code.left({value, masked(code, by)}), number(code, value, 0)});
}

Value shift_right(Code& code, Two in) {
    const auto [value, by] = in;
    return code.select({fits(code, by), code.right({value, masked(code, by)}), number(code, value, 0)});
}

Value shift_right_signed(Code& code, Two in) {
    const auto [value, by] = in;
    const Value most = number(code, by, width(by) - 1);
    return code.signed_right({value, code.select({fits(code, by), by, most})});
}

// Sets the low `count` bits, or all bits if there are fewer.
Value low_ones(Code& code, Value count) {
    const Value mask = code.sub({code.left({number(code, count, 1), masked(code, count)}), number(code, count, 1)});
    return code.select({fits(code, count), mask, number(code, count, kOnes)});
}

struct Halves {
    Value low, high;
};

Halves halves(Code& code, Value value) {
    return {code.resize(Kind::I32, value), code.resize(Kind::I32, code.right({value, number(code, value, 32)}))};
}

Value combined(Code& code, Halves parts) {
    const Value high = code.resize(Kind::I64, parts.high);
    return code.either({code.resize(Kind::I64, parts.low), code.left({high, number(code, high, 32)})});
}

// SPIR-V in Vulkan counts bits of 32-bit integers only: runs `find` on 32 bits and converts the result back.
Value find_in_words(Code& code, Value value, bool is_signed, Value (*find)(Code&, Value)) {
    const Kind kind = value.type.kind;
    const Value wide = is_signed ? code.sign_extend(Kind::I32, value) : code.resize(Kind::I32, value);
    return kind == Kind::I32 ? find(code, value) : code.resize(kind, find(code, wide));
}

Value msb32(Code& code, Value value) { return code.extended(GLSLstd450FindUMsb, value.type, {value}); }
Value signed_msb32(Code& code, Value value) { return code.extended(GLSLstd450FindSMsb, value.type, {value}); }
Value lsb32(Code& code, Value value) { return code.extended(GLSLstd450FindILsb, value.type, {value}); }
Value count32(Code& code, Value value) { return code.op(spv::Op::OpBitCount, value.type, {value}); }
Value reverse32(Code& code, Value value) { return code.op(spv::Op::OpBitReverse, value.type, {value}); }

Value msb64(Code& code, Value value) {
    const auto [low, high] = halves(code, value);
    const Value above = code.add({msb32(code, high), number(code, high, 32)});
    const Value found = code.select({equals(code, high, 0), msb32(code, low), above});
    return code.sign_extend(Kind::I64, found);
}

struct Product {
    Value low, high;
};

Product wide_product(Code& code, spv::Op opcode, Value a, Value b) {
    const Word id = code.assembly.fresh();
    code.body.op(opcode, {code.assembly.pair(code.assembly.type(a.type)), id, a.id, b.id});
    const std::array<Word, 2> low{id, 0}, high{id, 1};
    return {code.op(spv::Op::OpCompositeExtract, a.type, low), code.op(spv::Op::OpCompositeExtract, a.type, high)};
}

// Schoolbook: four products of halves.
Value high_product64(Code& code, Value a, Value b) {
    const auto [a0, a1] = halves(code, a);
    const auto [b0, b1] = halves(code, b);
    const auto times = [&](Value x, Value y) {
        return code.mul({code.resize(Kind::I64, x), code.resize(Kind::I64, y)});
    };
    const Value by32 = number(code, a, 32), low_half = number(code, a, 0xffffffff);
    const Value middle = code.add({times(a1, b0), code.right({times(a0, b0), by32})});
    const Value other = code.add({times(a0, b1), code.both({middle, low_half})});
    return code.add({code.add({times(a1, b1), code.right({middle, by32})}), code.right({other, by32})});
}

Value high_product(Code& code, bool is_signed, Value a, Value b) {
    const Kind kind = a.type.kind;
    if (kind == Kind::I32) {
        return wide_product(code, is_signed ? spv::Op::OpSMulExtended : spv::Op::OpUMulExtended, a, b).high;
    }
    if (kind == Kind::I64) {
        const Value high = high_product64(code, a, b);
        if (!is_signed) return high;
        const Value top = number(code, a, 63);
        const Value from_a = code.both({code.signed_right({a, top}), b}),
                    from_b = code.both({code.signed_right({b, top}), a});
        return code.sub({code.sub({high, from_a}), from_b});
    }
    const auto wide = [&](Value x) { return is_signed ? code.sign_extend(Kind::I32, x) : code.resize(Kind::I32, x); };
    const Value whole = code.mul({wide(a), wide(b)});
    return code.resize(kind, code.right({whole, number(code, whole, width(a))}));
}

// Returns the divisor, or 1 if the division is undefined.
Value safe_divisor(Code& code, bool is_signed, Value a, Value b) {
    Value bad = equals(code, b, 0);
    if (is_signed) {
        const Value smallest = equals(code, a, std::uint64_t{1} << (width(a) - 1));
        bad = code.either({bad, code.both({smallest, equals(code, b, kOnes)})});
    }
    return code.select({bad, number(code, b, 1), b});
}

Value quotient(Code& code, bool is_signed, Value a, Value b) {
    const spv::Op opcode = is_signed ? spv::Op::OpSDiv : spv::Op::OpUDiv;
    const Value whole = code.op(opcode, a.type, {a, safe_divisor(code, is_signed, a, b)});
    return code.select({equals(code, b, 0), number(code, a, kOnes), whole});
}

// By subtraction, because OpSRem of negative numbers differs between devices.
Value remainder(Code& code, bool is_signed, Value a, Value b) {
    const spv::Op opcode = is_signed ? spv::Op::OpSDiv : spv::Op::OpUDiv;
    const Value safe = safe_divisor(code, is_signed, a, b);
    const Value rest = code.sub({a, code.mul({code.op(opcode, a.type, {a, safe}), safe})});
    return code.select({equals(code, b, 0), a, rest});
}

} // namespace

Value write_UMulHi(Code& code, Type /*type*/, std::span<const Value> in) {
    return high_product(code, false, in[0], in[1]);
}
Value write_SMulHi(Code& code, Type /*type*/, std::span<const Value> in) {
    return high_product(code, true, in[0], in[1]);
}
Value write_UDiv(Code& code, Type /*type*/, std::span<const Value> in) { return quotient(code, false, in[0], in[1]); }
Value write_SDiv(Code& code, Type /*type*/, std::span<const Value> in) { return quotient(code, true, in[0], in[1]); }
Value write_UMod(Code& code, Type /*type*/, std::span<const Value> in) { return remainder(code, false, in[0], in[1]); }
Value write_SRem(Code& code, Type /*type*/, std::span<const Value> in) { return remainder(code, true, in[0], in[1]); }
Value write_IShl(Code& code, Type /*type*/, std::span<const Value> in) { return shift_left(code, {in[0], in[1]}); }
Value write_UShr(Code& code, Type /*type*/, std::span<const Value> in) { return shift_right(code, {in[0], in[1]}); }
Value write_SShr(Code& code, Type /*type*/, std::span<const Value> in) {
    return shift_right_signed(code, {in[0], in[1]});
}

Value write_ICarry(Code& code, Type /*type*/, std::span<const Value> in) {
    const Value wrapped = code.below({code.add({in[0], in[1]}), in[0]});
    return code.select({wrapped, number(code, in[0], 1), number(code, in[0], 0)});
}

Value write_IBorrow(Code& code, Type /*type*/, std::span<const Value> in) {
    return code.select({code.below({in[0], in[1]}), number(code, in[0], 1), number(code, in[0], 0)});
}

Value write_IBitCount(Code& code, Type /*type*/, std::span<const Value> in) {
    if (in[0].type.kind != Kind::I64) return find_in_words(code, in[0], false, count32);
    const auto [low, high] = halves(code, in[0]);
    return code.resize(Kind::I64, code.add({count32(code, low), count32(code, high)}));
}

Value write_IBitReverse(Code& code, Type type, std::span<const Value> in) {
    if (type.kind == Kind::I64) {
        const auto [low, high] = halves(code, in[0]);
        return combined(code, {reverse32(code, high), reverse32(code, low)});
    }
    const Value whole = reverse32(code, code.resize(Kind::I32, in[0]));
    if (type.kind == Kind::I32) return whole;
    return code.resize(type.kind, code.right({whole, number(code, whole, 32 - width(in[0]))}));
}

Value write_UFindMsb(Code& code, Type type, std::span<const Value> in) {
    return type.kind == Kind::I64 ? msb64(code, in[0]) : find_in_words(code, in[0], false, msb32);
}

Value write_SFindMsb(Code& code, Type type, std::span<const Value> in) {
    if (type.kind != Kind::I64) return find_in_words(code, in[0], true, signed_msb32);
    return msb64(code, code.exclusive({in[0], code.signed_right({in[0], number(code, in[0], 63)})}));
}

Value write_IFindLsb(Code& code, Type type, std::span<const Value> in) {
    if (type.kind != Kind::I64) return find_in_words(code, in[0], false, lsb32);
    const auto [low, high] = halves(code, in[0]);
    const Value above = code.add({lsb32(code, high), number(code, high, 32)});
    const Value in_high = code.select({equals(code, high, 0), number(code, high, kOnes), above});
    return code.sign_extend(Kind::I64, code.select({equals(code, low, 0), in_high, lsb32(code, low)}));
}

Value write_UBitField(Code& code, Type /*type*/, std::span<const Value> in) {
    return code.both({shift_right(code, {in[0], in[1]}), low_ones(code, in[2])});
}

Value write_SBitField(Code& code, Type /*type*/, std::span<const Value> in) {
    const Value above = shift_right_signed(code, {in[0], in[1]}), count = in[2];
    // To the top and back; a count of 0 or of the whole word would shift by the width.
    const Value spare = masked(code, code.sub({number(code, count, width(count)), count}));
    const Value field = code.signed_right({code.left({above, spare}), spare});
    const Value cut = code.select({fits(code, count), field, above});
    return code.select({equals(code, count, 0), number(code, cut, 0), cut});
}

Value write_IBitInsert(Code& code, Type /*type*/, std::span<const Value> in) {
    const Value mask = shift_left(code, {low_ones(code, in[3]), in[2]});
    const Value field = code.both({shift_left(code, {in[1], in[2]}), mask});
    return code.either({code.both({in[0], code.invert(mask)}), field});
}

} // namespace relit::lang::spirv
