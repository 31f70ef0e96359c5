// Bits: logic, shifts, fields, counts, bytes.
#include "isa/maxwell/lift/operations/operations.hpp"

#include <array>

namespace relit::isa::maxwell {
namespace {

/// What Role::PredicateOp says of a result: false, true, zero, not zero.
void put_result_test(Lift& lift, ir::Id value) {
    if (!lift.in.has(Role::PredicateOp)) return;
    switch (lift.in[Role::PredicateOp]) {
        case 0: return lift.put_predicate(Role::Pd, lift.boolean(false));
        case 1: return lift.put_predicate(Role::Pd, lift.boolean(true));
        case 2: return lift.put_predicate(Role::Pd, lift.ir.IEq(value, lift.i32(0)));
        default: return lift.put_predicate(Role::Pd, lift.ir.INe(value, lift.i32(0)));
    }
}

/// What X adds to bits joined or shifted is not documented.
void refuse_extended(Lift& lift) {
    if (lift.is_on(Role::X)) lift.refuse("what X does here is not known");
}

void put_logic(Lift& lift, ir::Id value) {
    refuse_extended(lift);
    lift.put(value);
    lift.put_flags(value);
    put_result_test(lift, value);
}

ir::Id inverted_if(Lift& lift, Role role, ir::Id value) { return lift.is_on(role) ? lift.ir.INot(value) : value; }

} // namespace

void lift_lop(Lift& lift) {
    const ir::Id a = inverted_if(lift, Role::NotA, lift.bits(Role::A));
    const ir::Id b = inverted_if(lift, Role::NotB, lift.bits(Role::B));
    switch (lift.in[Role::Logic]) {
        case 0: return put_logic(lift, lift.ir.IAnd(a, b));
        case 1: return put_logic(lift, lift.ir.IOr(a, b));
        case 2: return put_logic(lift, lift.ir.IXor(a, b));
        default: return put_logic(lift, b);
    }
}

namespace {

/// A function of two bits by its table: bit 2x + y is its value.
ir::Id of_two(Lift& lift, std::uint32_t table, ir::Id x, ir::Id y) {
    ir::Builder& ir = lift.ir;
    switch (table) {
        case 0: return lift.i32(0);
        case 1: return ir.INot(ir.IOr(x, y));
        case 2: return ir.IAnd(ir.INot(x), y);
        case 3: return ir.INot(x);
        case 4: return ir.IAnd(x, ir.INot(y));
        case 5: return ir.INot(y);
        case 6: return ir.IXor(x, y);
        case 7: return ir.INot(ir.IAnd(x, y));
        case 8: return ir.IAnd(x, y);
        case 9: return ir.INot(ir.IXor(x, y));
        case 10: return y;
        case 11: return ir.IOr(ir.INot(x), y);
        case 12: return x;
        case 13: return ir.IOr(x, ir.INot(y));
        case 14: return ir.IOr(x, y);
        default: return lift.i32(~0U);
    }
}

/// Of three: bit 4a + 2b + c.
ir::Id of_three(Lift& lift, std::uint32_t table, ir::Id a, ir::Id b, ir::Id c) {
    ir::Builder& ir = lift.ir;
    const std::uint32_t without = table & 15, with = table >> 4; // what it is where a is 0, and where it is 1
    if (without == with) return of_two(lift, without, b, c);
    if (without == (with ^ 15)) return ir.IXor(a, of_two(lift, without, b, c));
    if (without == 0) return ir.IAnd(a, of_two(lift, with, b, c));
    if (with == 0) return ir.IAnd({ir.INot(a), of_two(lift, without, b, c)});
    if (with == 15) return ir.IOr(a, of_two(lift, without, b, c));
    if (without == 15) return ir.IOr({ir.INot(a), of_two(lift, with, b, c)});
    return ir.IOr({ir.IAnd(a, of_two(lift, with, b, c)), ir.IAnd({ir.INot(a), of_two(lift, without, b, c)})});
}

} // namespace

void lift_lop3(Lift& lift) {
    const ir::Id a = lift.bits(Role::A), b = lift.bits(Role::B), c = lift.bits(Role::C);
    put_logic(lift, of_three(lift, lift.in[Role::Table], a, b, c));
}

// ---- shifts

namespace {

ir::Id shift_distance(Lift& lift) {
    const ir::Id amount = lift.bits(Role::B);
    return lift.is_on(Role::Wrap) ? lift.ir.IAnd(amount, lift.i32(31)) : amount;
}

void put_shifted(Lift& lift, ir::Id value) {
    lift.put(value);
    lift.put_flags(value);
}

} // namespace

void lift_shl(Lift& lift) {
    refuse_extended(lift);
    put_shifted(lift, lift.ir.IShl({lift.bits(Role::A), shift_distance(lift)}));
}

void lift_shr(Lift& lift) {
    if (lift.is_on(Role::Part)) return lift.refuse("parts of wide numbers are not known");
    ir::Id a = lift.bits(Role::A);
    if (lift.is_on(Role::Brev)) a = lift.ir.IBitReverse(a);
    const ir::Id amount = shift_distance(lift);
    put_shifted(lift, lift.is_on(Role::Signed) ? lift.ir.SShr(a, amount) : lift.ir.UShr(a, amount));
}

namespace {

enum MaxShift : std::uint32_t { kShift32, kShiftUnknown, kShiftU64, kShiftS64 };
enum ShiftPart : std::uint32_t { kShiftWhole, kShiftHigh, kShiftExtended, kShiftExtendedHigh };

/// X goes on with bits of other words, in a way that is not known.
void refuse_extended_part(Lift& lift) {
    if (lift.in[Role::ShiftPart] >= kShiftExtended) lift.refuse("what X does here is not known");
}

/// The distance of a shift of two words: wrapped, or clamped at the width.
ir::Id wide_distance(Lift& lift) {
    const std::uint32_t most = lift.in[Role::MaxShift] == kShift32 ? 32 : 64;
    const ir::Id amount = lift.bits(Role::B);
    const ir::Id clamped =
        lift.is_on(Role::Wrap) ? lift.ir.IAnd(amount, lift.i32(most - 1)) : lift.ir.UMin(amount, lift.i32(most));
    return lift.ir.convert(ir::Op::UExtend, ir::Kind::I64, clamped);
}

/// C above A.
ir::Id both_words(Lift& lift) {
    return lift.ir.bitcast(ir::kI64, lift.ir.compose({lift.bits(Role::A), lift.bits(Role::C)}));
}

} // namespace

void lift_shf_l(Lift& lift) {
    refuse_extended_part(lift);
    const ir::Id shifted = lift.ir.IShl({both_words(lift), wide_distance(lift)});
    put_shifted(lift, lift.ir.convert(ir::Op::ITruncate, ir::Kind::I32, lift.ir.UShr(shifted, lift.i64(32))));
}

void lift_shf_r(Lift& lift) {
    refuse_extended_part(lift);
    const bool sign = lift.in[Role::MaxShift] == kShiftS64;
    const ir::Id words = both_words(lift), amount = wide_distance(lift);
    ir::Id shifted = sign ? lift.ir.SShr(words, amount) : lift.ir.UShr(words, amount);
    if (lift.in[Role::ShiftPart] == kShiftHigh) shifted = lift.ir.UShr(shifted, lift.i64(32));
    put_shifted(lift, lift.ir.convert(ir::Op::ITruncate, ir::Kind::I32, shifted));
}

// ---- fields and counts

namespace {

struct FieldOfB {
    ir::Id at = ir::kNone, bits = ir::kNone;
};
FieldOfB field_of_b(Lift& lift) {
    const ir::Id b = lift.bits(Role::B);
    return {lift.ir.IAnd(b, lift.i32(0xff)), lift.ir.IAnd({lift.ir.UShr(b, lift.i32(8)), lift.i32(0xff)})};
}

} // namespace

void lift_bfe(Lift& lift) {
    ir::Id a = lift.bits(Role::A);
    if (lift.is_on(Role::Brev)) a = lift.ir.IBitReverse(a);
    const FieldOfB field = field_of_b(lift);
    put_shifted(lift, lift.is_on(Role::Signed) ? lift.ir.SBitField(a, field.at, field.bits)
                                               : lift.ir.UBitField(a, field.at, field.bits));
}

void lift_bfi(Lift& lift) {
    const FieldOfB field = field_of_b(lift);
    put_shifted(lift, lift.ir.IBitInsert({lift.bits(Role::C), lift.bits(Role::A), field.at, field.bits}));
}

void lift_flo(Lift& lift) {
    const ir::Id b = inverted_if(lift, Role::NotB, lift.bits(Role::B));
    ir::Id found = lift.is_on(Role::Signed) ? lift.ir.SFindMsb(b) : lift.ir.UFindMsb(b);
    if (lift.is_on(Role::ShiftAmount)) {
        const ir::Id none = lift.ir.IEq(found, lift.i32(~0U));
        found = lift.ir.Select(none, found, lift.ir.ISub(lift.i32(31), found));
    }
    put_shifted(lift, found);
}

void lift_popc(Lift& lift) { lift.put(lift.ir.IBitCount(inverted_if(lift, Role::NotB, lift.bits(Role::B)))); }

// ---- bytes

namespace {

enum Permute : std::uint32_t { kByNibble, kForward, kBackward, kReplicate8, kEdgeLeft, kEdgeRight, kReplicate16 };

/// Which of the eight bytes comes to byte `i`; n: the low bits of B.
ir::Id byte_for(Lift& lift, std::uint32_t how, std::uint32_t i, ir::Id n) {
    ir::Builder& ir = lift.ir;
    switch (how) {
        case kForward: return ir.IAdd(n, lift.i32(i));
        case kBackward: return ir.IAnd({ir.ISub(n, lift.i32(i)), lift.i32(7)});
        case kReplicate8: return n;
        case kEdgeLeft: return ir.UMax(n, lift.i32(i));
        case kEdgeRight: return ir.UMin(n, lift.i32(i));
        default: return ir.IAdd({ir.IShl({ir.IAnd(n, lift.i32(1)), lift.i32(1)}), lift.i32(i & 1)});
    }
}

} // namespace

// The eight bytes are those of A, then those of C.
void lift_prmt(Lift& lift) {
    ir::Builder& ir = lift.ir;
    const ir::Id bytes = ir.bitcast(ir::kI64, ir.compose({lift.bits(Role::A), lift.bits(Role::C)}));
    const ir::Id b = lift.bits(Role::B), n = ir.IAnd(b, lift.i32(3));
    const std::uint32_t how = lift.in[Role::Permute];
    ir::Id value = lift.i32(0);
    for (std::uint32_t i = 0; i < 4; ++i) {
        const ir::Id nibble = ir.UShr(b, lift.i32(4 * i));
        const ir::Id which = how == kByNibble ? ir.IAnd(nibble, lift.i32(7)) : byte_for(lift, how, i, n);
        const ir::Id at = ir.convert(ir::Op::UExtend, ir::Kind::I64, ir.IShl(which, lift.i32(3)));
        ir::Id byte = ir.convert(ir::Op::ITruncate, ir::Kind::I32, ir.UShr(bytes, at));
        if (how == kByNibble) { // or its sign, in every bit
            const ir::Id sign = ir.SBitField({byte, lift.i32(7), lift.i32(1)});
            byte = lift.ir.Select(ir.INe({ir.IAnd(nibble, lift.i32(8)), lift.i32(0)}), sign, byte);
        }
        value = ir.IBitInsert({value, byte, lift.i32(8 * i), lift.i32(8)});
    }
    lift.put(value);
}

} // namespace relit::isa::maxwell
