// Whole numbers: sums, products, comparisons.
#include "isa/maxwell/lift/operations/operations.hpp"

namespace relit::isa::maxwell {

ir::Id compared(Lift& lift, std::uint32_t comparison, ir::Id a, ir::Id b, bool is_signed) {
    ir::Builder& ir = lift.ir;
    const auto less = [&](ir::Id x, ir::Id y) { return is_signed ? ir.SLt(x, y) : ir.ULt(x, y); };
    const auto at_most = [&](ir::Id x, ir::Id y) { return is_signed ? ir.SLe(x, y) : ir.ULe(x, y); };
    switch (comparison) {
        case 0: return lift.boolean(false);
        case 1: return less(a, b);
        case 2: return ir.IEq(a, b);
        case 3: return at_most(a, b);
        case 4: return less(b, a);
        case 5: return ir.INe(a, b);
        case 6: return at_most(b, a);
        default: return lift.boolean(true);
    }
}

namespace {

struct Sum {
    ir::Id value = ir::kNone, carry = ir::kNone, overflow = ir::kNone;
};

/// Whether anything reads the flags of the sum that the instruction makes.
bool has_live_carry(const Lift& lift) {
    return lift.is_live(Flag::Carry) || (lift.in.has(Role::Pd) && lift.in[Role::Pd] != kTruePredicate);
}
bool has_live_overflow(const Lift& lift) { return lift.is_live(Flag::Overflow) || lift.is_on(Role::Sat); }

/// Whether signs say that a sum or a difference does not fit: both differ from what each is compared with.
ir::Id both_differ(Lift& lift, ir::Id a, ir::Id b, ir::Id c) {
    return lift.ir.SLt({lift.ir.IAnd({lift.ir.IXor(a, b), lift.ir.IXor(a, c)}), lift.i32(0)});
}

/// a + b + carry in; its carry only where `carries`.
Sum carried_sum(Lift& lift, ir::Id a, ir::Id b, ir::Id carry_in, bool carries) {
    Sum sum{lift.ir.IAdd(a, b), ir::kNone, ir::kNone};
    if (carries) sum.carry = lift.ir.ULt(sum.value, a);
    if (carry_in == ir::kNone) return sum;
    const ir::Id both = sum.value;
    sum.value = lift.ir.IAdd(both, lift.ir.Select({carry_in, lift.i32(1), lift.i32(0)}));
    if (carries) sum.carry = lift.ir.BOr(sum.carry, lift.ir.ULt(sum.value, both));
    return sum;
}

/// The same with the live flags.
Sum sum_of(Lift& lift, ir::Id a, ir::Id b, ir::Id carry_in) {
    Sum sum = carried_sum(lift, a, b, carry_in, has_live_carry(lift));
    if (has_live_overflow(lift)) sum.overflow = both_differ(lift, sum.value, a, b); // two signs alike give another
    return sum;
}

/// a - b. The carry says that nothing is borrowed.
Sum difference_of(Lift& lift, ir::Id a, ir::Id b) {
    Sum sum{lift.ir.ISub(a, b), ir::kNone, ir::kNone};
    if (has_live_carry(lift)) sum.carry = lift.ir.ULe(b, a);
    if (has_live_overflow(lift)) sum.overflow = both_differ(lift, a, b, sum.value);
    return sum;
}

/// The result of some combinations of modes is not documented: an approximation says so.
void report_sum(Lift& lift) {
    if (lift.is_on(Role::X) && lift.in[Role::Negation] == kPlusOne)
        lift.context.approximate("PO with X, on which a console stops, is taken to add the carry alone");
    if (lift.is_on(Role::Sat) && lift.has_live_flags())
        lift.context.approximate(
            "the flags of a sum with SAT are taken from the value that is held and the sum that is not");
}

/// The sum with its flags; where SAT is on and it overflows, the bound on the side of `first`.
void put_saturated(Lift& lift, ir::Id first, const Sum& sum) {
    ir::Id value = sum.value;
    if (lift.is_on(Role::Sat)) {
        const ir::Id most =
            lift.ir.Select({lift.ir.SLt(first, lift.i32(0)), lift.i32(0x80000000), lift.i32(0x7fffffff)});
        value = lift.ir.Select(sum.overflow, most, value);
    }
    lift.put(value);
    lift.put_flags(value, sum.carry, sum.overflow);
}

/// A sum with the negations of the instruction, of which only the value is used.
ir::Id plain_sum(Lift& lift, ir::Id a, ir::Id b) {
    switch (lift.in[Role::Negation]) {
        case kMinusLast: return lift.ir.ISub(a, b);
        case kMinusFirst: return lift.ir.ISub(b, a);
        case kPlusOne: return lift.ir.IAdd({lift.ir.IAdd(a, b), lift.i32(1)});
        default: return lift.ir.IAdd(a, b);
    }
}

/// The carry flag as the next word of a wide number takes it in.
ir::Id carry_taken_in(Lift& lift) {
    if (lift.flag_writer() == Op::IADD3)
        lift.context.approximate(
            "after IADD3.CC, X of other operations is taken to add the carry of its second sum alone");
    return lift.flag(Flag::Carry);
}

/// The same with flags. X goes on from the carry instead of the 1 in a - b = a + ~b + 1.
void put_sum(Lift& lift, ir::Id a, ir::Id b) {
    report_sum(lift);
    const bool goes_on = lift.is_on(Role::X);
    if (!goes_on && !lift.sets_flags() && !lift.is_on(Role::Sat)) return lift.put(plain_sum(lift, a, b));
    const std::uint32_t negation = lift.in[Role::Negation];
    if (!goes_on && negation == kMinusLast) return put_saturated(lift, a, difference_of(lift, a, b));
    if (!goes_on && negation == kMinusFirst) return put_saturated(lift, b, difference_of(lift, b, a));
    if (negation == kMinusFirst) a = lift.ir.INot(a);
    if (negation == kMinusLast) b = lift.ir.INot(b);
    ir::Id carry_in = ir::kNone;
    if (negation != kNotNegated) carry_in = lift.boolean(true);
    if (goes_on) carry_in = carry_taken_in(lift);
    put_saturated(lift, a, sum_of(lift, a, b, carry_in));
}

bool is_signed(const Lift& lift) { return lift.in[Role::Signed] != 0; }

/// 0 the whole word, 1 its low half, 2 the high one.
ir::Id half_of_word(Lift& lift, Role role, ir::Id value) {
    const std::uint32_t which = lift.in.has(role) ? lift.in[role] : 0;
    if (which == 1) return lift.ir.IAnd(value, lift.i32(0xffff));
    return which == 2 ? lift.ir.UShr(value, lift.i32(16)) : value;
}

ir::Id negated_if(Lift& lift, Role role, ir::Id value) { return lift.is_on(role) ? lift.ir.INeg(value) : value; }

} // namespace

void lift_iadd(Lift& lift) {
    const ir::Id a = lift.bits(Role::A);
    put_sum(lift, a, lift.bits(Role::B));
}

void lift_iscadd(Lift& lift) {
    const ir::Id a = lift.ir.IShl({lift.bits(Role::A), lift.i32(lift.in[Role::Shift])});
    put_sum(lift, a, lift.bits(Role::B));
}

namespace {

enum SumShift : std::uint32_t { kRight = 1, kLeft };

/// The carries that X takes in: of the first sum and of the second. After IADD3.CC each of its own, else the usual one.
struct CarriesIn {
    ir::Id first = ir::kNone, second = ir::kNone;
};
CarriesIn carries_in(Lift& lift) {
    if (!lift.is_on(Role::X)) return {};
    const std::optional<Op> writer = lift.flag_writer();
    if (!writer || *writer == Op::IADD3)
        lift.context.approximate(
            "IADD3.X is taken to add both carries of an IADD3.CC right before it, else the carry flag alone");
    if (writer == Op::IADD3) return {lift.flag(Flag::Overflow), lift.flag(Flag::Carry)};
    return {lift.flag(Flag::Carry), ir::kNone};
}

/// Bit 32 of the first sum where one of its sources is negated has not been measured.
void report_negated_carry(Lift& lift) {
    if (lift.is_on(Role::NegA) || lift.is_on(Role::NegB))
        lift.context.approximate(
            "the first sum of IADD3 is taken to carry, where a source is negated, as the sum of the source's "
            "complement and 1");
}

ir::Id shifted_sum(Lift& lift, const Sum& sum, std::uint32_t shift) {
    ir::Builder& ir = lift.ir;
    if (shift == kLeft) return ir.IShl(sum.value, lift.i32(16));
    if (shift != kRight) return sum.value;
    return ir.IOr({ir.UShr(sum.value, lift.i32(16)), lift.ir.Select({sum.carry, lift.i32(0x10000), lift.i32(0)})});
}

} // namespace

namespace {

/// The sources of IADD3. Where a carry counts, a negated one is its complement, and the 1 that belongs to it is added to
/// the sum that it is in; with X the carries stand in for the 1, as in IADD.X.
struct Summands {
    ir::Id a = ir::kNone, b = ir::kNone, c = ir::kNone;
    CarriesIn in;
};
Summands summands(Lift& lift, bool carries) {
    const bool goes_on = lift.is_on(Role::X), negates = carries || goes_on;
    const bool both = lift.is_on(Role::NegA) && lift.is_on(Role::NegB); // then the 1 of b goes to the second sum
    const auto source = [&](Role role, Role half, Role negate, bool complements) {
        const ir::Id value = half_of_word(lift, half, lift.bits(role));
        return complements && lift.is_on(negate) ? lift.ir.INot(value) : negated_if(lift, negate, value);
    };
    Summands all{.in = carries_in(lift)};
    all.a = source(Role::A, Role::HalfA, Role::NegA, negates);
    all.b = source(Role::B, Role::HalfB, Role::NegB, negates);
    all.c = source(Role::C, Role::HalfC, Role::NegC, goes_on || (negates && !both));
    if (goes_on || !negates) return all;
    if (lift.is_on(Role::NegA) || lift.is_on(Role::NegB)) all.in.first = lift.boolean(true);
    if (both || lift.is_on(Role::NegC)) all.in.second = lift.boolean(true);
    return all;
}

} // namespace

// The first sum has 33 bits, which RS and LS shift; its carry is left in the overflow flag, that of the second in the carry
// flag (measured on a console).
void lift_iadd3(Lift& lift) {
    const std::uint32_t shift = lift.in.has(Role::ShiftSum) ? lift.in[Role::ShiftSum] : 0;
    const bool carries = shift == kRight || lift.is_live(Flag::Overflow);
    if (carries) report_negated_carry(lift);
    if (lift.is_live(Flag::Overflow))
        lift.context.approximate("the overflow flag of IADD3.CC is taken for the carry of the first sum alone");
    const Summands in = summands(lift, carries || lift.is_live(Flag::Carry));
    const Sum first = carried_sum(lift, in.a, in.b, in.in.first, carries);
    const Sum all = carried_sum(lift, shifted_sum(lift, first, shift), in.c, in.in.second, lift.is_live(Flag::Carry));
    lift.put(all.value);
    lift.put_flags(all.value, all.carry, first.carry);
}

namespace {

/// A sum with its flags. The predicate is not documented; it is taken to be the carry, as on later machines.
void put_address(Lift& lift, const Sum& sum) {
    lift.put(sum.value);
    lift.put_flags(sum.value, sum.carry, sum.overflow);
    if (lift.in[Role::Pd] == kTruePredicate) return;
    lift.context.approximate("the predicate that LEA writes is taken for the carry of its sum");
    lift.put_predicate(Role::Pd, sum.carry);
}

/// A scaled index on the base. A minus is that of the scaled word, as in ISCADD: its complement and 1, for which X takes the
/// carry. Mesa's NAK tested that on the machine's successor, whose LEA is the same but for the places of its fields.
Sum on_base(Lift& lift, ir::Id scaled) {
    const ir::Id b = lift.bits(Role::B);
    const bool minus = lift.is_on(Role::NegA), goes_on = lift.is_on(Role::X);
    if (minus && !goes_on) return difference_of(lift, b, scaled);
    if (minus) scaled = lift.ir.INot(scaled);
    return sum_of(lift, scaled, b, goes_on ? carry_taken_in(lift) : ir::kNone);
}

void report_negated_index(Lift& lift, bool of_high_word) {
    const bool shows = of_high_word || lift.is_on(Role::X) || has_live_carry(lift) || has_live_overflow(lift);
    if (lift.is_on(Role::NegA) && shows)
        lift.context.approximate("LEA is taken to negate its index after scaling it, as on later machines");
}

} // namespace

// The address of an element: an index times its size on a base.
void lift_lea(Lift& lift) {
    report_negated_index(lift, false);
    const ir::Id scaled = lift.ir.IShl({lift.bits(Role::A), lift.i32(lift.in[Role::Shift])});
    put_address(lift, on_base(lift, scaled));
}

void lift_lea_hi(Lift& lift) {
    report_negated_index(lift, true);
    const ir::Id wide = lift.ir.bitcast(ir::kI64, lift.ir.compose({lift.bits(Role::A), lift.bits(Role::C)}));
    const ir::Id scaled = lift.ir.IShl(wide, lift.i64(lift.in[Role::Shift]));
    const ir::Id high = lift.ir.convert(ir::Op::ITruncate, ir::Kind::I32, lift.ir.UShr(scaled, lift.i64(32)));
    put_address(lift, on_base(lift, high));
}

// ---- products

namespace {

/// The product of 64 bits; bit 0 of `signs`: a has a sign, bit 1: b has.
ir::Id wide_product(Lift& lift, ir::Id a, ir::Id b, std::uint32_t signs) {
    const auto widened = [&](ir::Id value, bool sign) {
        return lift.ir.convert(sign ? ir::Op::SExtend : ir::Op::UExtend, ir::Kind::I64, value);
    };
    return lift.ir.IMul({widened(a, (signs & 1) != 0), widened(b, (signs & 2) != 0)});
}

ir::Id product(Lift& lift, ir::Id a, ir::Id b, bool minus) {
    if (!lift.is_on(Role::High)) {
        const ir::Id low = lift.ir.IMul(a, b);
        return minus ? lift.ir.INeg(low) : low;
    }
    ir::Id wide = wide_product(lift, a, b, lift.in[Role::Signs]);
    if (minus) wide = lift.ir.INeg(wide);
    return lift.ir.convert(ir::Op::ITruncate, ir::Kind::I32, lift.ir.UShr(wide, lift.i64(32)));
}

} // namespace

void lift_imul(Lift& lift) {
    const ir::Id a = lift.bits(Role::A), value = product(lift, a, lift.bits(Role::B), false);
    lift.put(value);
    lift.put_flags(value);
}

void lift_imad(Lift& lift) {
    report_sum(lift);
    if (lift.is_on(Role::Sat) && !lift.is_on(Role::High))
        lift.context.approximate(
            "SAT, which PTX has for the high half of a product alone, holds the sum of a low one, too");
    const std::uint32_t negation = lift.in[Role::Negation];
    if (negation == kMinusFirst && (lift.is_on(Role::X) || has_live_carry(lift)))
        lift.context.approximate("a negated product of IMAD carries as the number that it is");
    const ir::Id a = lift.bits(Role::A), of_two = product(lift, a, lift.bits(Role::B), negation == kMinusFirst);
    const ir::Id c = negation == kMinusLast ? lift.ir.INot(lift.bits(Role::C)) : lift.bits(Role::C);
    const bool one = negation == kMinusLast || negation == kPlusOne;
    ir::Id carry_in = one ? lift.boolean(true) : ir::kNone;
    if (lift.is_on(Role::X)) carry_in = carry_taken_in(lift);
    put_saturated(lift, of_two, sum_of(lift, of_two, c, carry_in));
}

namespace {

/// A source of IMADSP: 0 the word, 1 24 bits, 2 the low half, 3 the high one.
ir::Id narrowed_source(Lift& lift, ir::Id value, std::uint32_t part, bool sign) {
    const auto field = [&](std::uint32_t at, std::uint32_t bits) {
        return sign ? lift.ir.SBitField({value, lift.i32(at), lift.i32(bits)})
                    : lift.ir.UBitField({value, lift.i32(at), lift.i32(bits)});
    };
    switch (part) {
        case 1: return field(0, 24);
        case 2: return field(0, 16);
        case 3: return field(16, 16);
        default: return value;
    }
}

/// C has the sign of A's type, with which it shares a bit. On Kepler Mesa's NAK found a sign where B alone has one.
void report_sign_of_addend(Lift& lift) {
    const std::uint32_t type_a = lift.in[Role::TypeA], type_b = lift.in[Role::TypeB], type_c = lift.in[Role::TypeC];
    if (type_c >> 1 != 0 && (type_a & 1) == 0 && (type_b & 1) != 0)
        lift.context.approximate("the addend of IMADSP is taken to have a sign only where the first factor has one");
}

} // namespace

void lift_imadsp(Lift& lift) {
    const std::uint32_t type_a = lift.in[Role::TypeA], type_b = lift.in[Role::TypeB], type_c = lift.in[Role::TypeC];
    report_sign_of_addend(lift);
    const ir::Id a = narrowed_source(lift, lift.bits(Role::A), type_a >> 1, (type_a & 1) != 0);
    const ir::Id b = narrowed_source(lift, lift.bits(Role::B), (type_b >> 1) + 1, (type_b & 1) != 0);
    const ir::Id c = narrowed_source(lift, lift.bits(Role::C), type_c >> 1, (type_c & 1) != 0);
    lift.put(lift.ir.IAdd(lift.ir.IMul(a, b), c));
}

namespace {

enum Addend : std::uint32_t { kAddendWhole, kAddendLow, kAddendHigh, kAddendSignFix, kAddendPlusB };

/// Half of a source of XMAD, spread to 32 bits.
ir::Id xmad_half(Lift& lift, ir::Id value, Role high, bool sign) {
    const bool upper = lift.is_on(high);
    if (sign) return lift.ir.SBitField({value, lift.i32(upper ? 16 : 0), lift.i32(16)});
    return upper ? lift.ir.UShr(value, lift.i32(16)) : lift.ir.IAnd(value, lift.i32(0xffff));
}

/// A and B before their halves are taken.
struct XmadSources {
    ir::Id a = ir::kNone, b = ir::kNone, c = ir::kNone;
};

/// c, less 65536 for each half that is negative, `a` and `b`, where the low half of the other source, whichever of its
/// halves was chosen, is not 0.
ir::Id corrected_for_signs(Lift& lift, const XmadSources& in, ir::Id a, ir::Id b) {
    ir::Builder& ir = lift.ir;
    const auto corrected = [&](ir::Id c, ir::Id half, ir::Id other) {
        const ir::Id low = ir.INe({ir.IAnd(other, lift.i32(0xffff)), lift.i32(0)});
        const ir::Id both = ir.BAnd(ir.SLt(half, lift.i32(0)), low);
        return lift.ir.Select(both, ir.ISub(c, lift.i32(0x10000)), c);
    };
    ir::Id c = in.c;
    if ((lift.in[Role::Signs] & 1) != 0) c = corrected(c, a, in.b);
    if ((lift.in[Role::Signs] & 2) != 0) c = corrected(c, b, in.a);
    return c;
}

ir::Id xmad_addend(Lift& lift, const XmadSources& in, ir::Id a, ir::Id b) {
    ir::Builder& ir = lift.ir;
    const ir::Id c = in.c;
    switch (lift.in[Role::Addend]) {
        case kAddendLow: return ir.IAnd(c, lift.i32(0xffff));
        case kAddendHigh: return ir.UShr(c, lift.i32(16));
        case kAddendSignFix: return corrected_for_signs(lift, in, a, b);
        case kAddendPlusB: return ir.IAdd(c, ir.IShl(in.b, lift.i32(16)));
        default: return c;
    }
}

/// Above the low half of `value` the low half of `b`.
ir::Id merged(Lift& lift, ir::Id value, ir::Id b) {
    const ir::Id upper = lift.ir.IShl(b, lift.i32(16));
    return lift.ir.IOr(lift.ir.IAnd(value, lift.i32(0xffff)), upper);
}

/// Where the product or the addend has lost bits, or the result takes a half from elsewhere.
void report_xmad_flags(Lift& lift) {
    const bool is_open =
        lift.is_on(Role::Product) || lift.is_on(Role::MergeLow) || lift.in[Role::Addend] >= kAddendSignFix;
    if (is_open && lift.has_live_flags())
        lift.context.approximate(
            "the flags of XMAD with PSL, MRG, CSFU or CBCC are taken from its last sum of 32 bits");
}

} // namespace

// Compilers make a product of 32 bits of two or three; the rewrites of words in ir/rewrite/rewrites.inc make it one again.
void lift_xmad(Lift& lift) {
    report_xmad_flags(lift);
    const std::uint32_t signs = lift.in[Role::Signs];
    const XmadSources in{lift.bits(Role::A), lift.bits(Role::B), lift.bits(Role::C)};
    const ir::Id a = xmad_half(lift, in.a, Role::HighA, (signs & 1) != 0);
    const ir::Id b = xmad_half(lift, in.b, Role::HighB, (signs & 2) != 0);
    ir::Id of_two = lift.ir.IMul(a, b);
    if (lift.is_on(Role::Product)) of_two = lift.ir.IShl(of_two, lift.i32(16));
    const ir::Id addend = xmad_addend(lift, in, a, b);
    const Sum sum = sum_of(lift, of_two, addend, lift.is_on(Role::X) ? carry_taken_in(lift) : ir::kNone);
    const ir::Id value = lift.is_on(Role::MergeLow) ? merged(lift, sum.value, in.b) : sum.value;
    lift.put(value);
    lift.put_flags(value, sum.carry, sum.overflow);
}

// Products of four bytes each, or of two halves and two bytes.
void lift_idp(Lift& lift) {
    constexpr std::uint32_t kHalves = 1, kSigned = 2, kUpper = 4; // of Role::Dot
    const ir::Id a = lift.bits(Role::A), b = lift.bits(Role::B);
    const std::uint32_t how = lift.in[Role::Dot];
    const auto part = [&](ir::Id value, std::uint32_t at, std::uint32_t bits, bool sign) {
        return sign ? lift.ir.SBitField({value, lift.i32(at), lift.i32(bits)})
                    : lift.ir.UBitField({value, lift.i32(at), lift.i32(bits)});
    };
    const bool halves = (how & kHalves) != 0;
    const std::uint32_t count = halves ? 2 : 4, width = halves ? 16 : 8, first = (how & kUpper) != 0 ? 16 : 0;
    ir::Id sum = lift.bits(Role::C);
    for (std::uint32_t i = 0; i < count; ++i) {
        const ir::Id of_a = part(a, i * width, width, (how & kSigned) != 0);
        const ir::Id of_b = part(b, first + i * 8, 8, lift.is_on(Role::SignedB));
        sum = lift.ir.IAdd(sum, lift.ir.IMul(of_a, of_b));
    }
    lift.put(sum);
}

// ---- comparisons

namespace {

/// How a wide number stands to another one, as far as its words have been compared.
struct Order {
    ir::Id less = ir::kNone, equal = ir::kNone;
};

/// Of the words of the instruction, of which the highest, XHI, comes first; where the words above are equal, those below
/// decide. The carry flag says "not less", the zero flag "equal".
Order order_of_words(Lift& lift, ir::Id a, ir::Id b) {
    constexpr std::uint32_t kHighest = 3;
    ir::Builder& ir = lift.ir;
    const ir::Id equal = ir.IEq(a, b);
    if (lift.in[Role::Part] == kHighest) return {compared(lift, 1, a, b, is_signed(lift)), equal};
    if (lift.flag_writer() != Op::IMNMX)
        lift.context.approximate("IMNMX.XLO and XMED are taken to go on from the flags of an IMNMX.XHI.CC");
    const ir::Id equal_above = lift.flag(Flag::Zero);
    const ir::Id less_above = ir.BNot(ir.BOr(equal_above, lift.flag(Flag::Carry)));
    return {ir.BOr(less_above, ir.BAnd(equal_above, ir.ULt(a, b))), ir.BAnd(equal_above, equal)};
}

/// One word of the smaller or the larger of two wide numbers.
void lift_part_of_extreme(Lift& lift) {
    const ir::Id a = lift.bits(Role::A), b = lift.bits(Role::B);
    const Order order = order_of_words(lift, a, b);
    const ir::Id least = lift.ir.Select(order.less, a, b), most = lift.ir.Select(order.less, b, a);
    lift.put(lift.choose_by(Role::Ps, [&] { return least; }, [&] { return most; }));
    if (!lift.has_live_flags()) return;
    lift.put_flag(Flag::Zero, order.equal);
    lift.put_flag(Flag::Sign, order.less);
    lift.put_flag(Flag::Carry, lift.ir.BNot(order.less));
    lift.put_flag(Flag::Overflow, lift.boolean(false));
}

} // namespace

void lift_imnmx(Lift& lift) {
    if (lift.is_on(Role::Part)) return lift_part_of_extreme(lift);
    const ir::Id a = lift.bits(Role::A), b = lift.bits(Role::B);
    const auto least = [&] { return is_signed(lift) ? lift.ir.SMin(a, b) : lift.ir.UMin(a, b); };
    const auto most = [&] { return is_signed(lift) ? lift.ir.SMax(a, b) : lift.ir.UMax(a, b); };
    const ir::Id value = lift.choose_by(Role::Ps, least, most);
    lift.put(value);
    lift.put_flags(value);
}

void lift_icmp(Lift& lift) {
    const ir::Id c = lift.bits(Role::C);
    const ir::Id holds = compared(lift, lift.in[Role::Compare], c, lift.i32(0), is_signed(lift));
    lift.put(lift.ir.Select({holds, lift.bits(Role::A), lift.bits(Role::B)}));
}

namespace {

/// With X the words are the high ones of wider numbers, whose low ones were subtracted before: what is compared with 0
/// is a + ~b + carry, and equal needs the zero of the low words too.
ir::Id set_condition(Lift& lift) {
    ir::Builder& ir = lift.ir;
    const ir::Id a = lift.bits(Role::A), b = lift.bits(Role::B);
    const std::uint32_t comparison = lift.in[Role::Compare];
    if (!lift.is_on(Role::X)) return compared(lift, comparison, a, b, is_signed(lift));
    if (lift.in[Role::Ps] != kTruePredicate)
        lift.context.approximate("a comparison with X is taken to join its predicate as one without X does");
    const ir::Id carry = lift.flag(Flag::Carry);
    const ir::Id apart = ir.IAdd({ir.IAdd(a, ir.INot(b)), lift.ir.Select({carry, lift.i32(1), lift.i32(0)})});
    const ir::Id all_equal = ir.BAnd({ir.IEq(apart, lift.i32(0)), lift.flag(Flag::Zero)});
    const ir::Id all_less = ir.BOr({compared(lift, 1, a, b, is_signed(lift)), ir.BAnd({ir.IEq(a, b), ir.BNot(carry)})});
    switch (comparison) {
        case 1: return all_less;
        case 2: return all_equal;
        case 3: return ir.BOr(all_less, all_equal);
        case 4: return ir.BNot(ir.BOr(all_less, all_equal));
        case 5: return ir.BNot(all_equal);
        case 6: return ir.BNot(all_less);
        default: return lift.boolean(comparison != 0);
    }
}

} // namespace

void lift_iset(Lift& lift) { lift.put_set(set_condition(lift)); }
void lift_isetp(Lift& lift) { lift.put_compared(set_condition(lift)); }

} // namespace relit::isa::maxwell
