// The scalar operations on bytes and halves that were made for video.
#include "isa/maxwell/lift/operations/operations.hpp"

namespace relit::isa::maxwell {
namespace {

constexpr std::uint32_t kPartSign = 8; // of a part

bool is_signed_part(std::uint32_t part) { return (part & kPartSign) != 0; }

/// A byte, a half or the whole of a word, spread to 32 bits.
ir::Id part_of(Lift& lift, ir::Id word, std::uint32_t part) {
    const std::uint32_t which = part & 7;
    if (which >= 6) return word;
    const ir::Id at = lift.i32(which < 4 ? 8 * which : 16 * (which - 4)), bits = lift.i32(which < 4 ? 8 : 16);
    return is_signed_part(part) ? lift.ir.SBitField(word, at, bits) : lift.ir.UBitField(word, at, bits);
}

struct Operands {
    ir::Id a = ir::kNone, b = ir::kNone;
    bool a_signed = false, b_signed = false;
};

/// B is a part of a register, or a number of 16 bits.
Operands operands_of(Lift& lift) {
    Operands two;
    const std::uint32_t part = lift.in[Role::PartA];
    two.a = part_of(lift, lift.bits(Role::A), part);
    two.a_signed = is_signed_part(part);
    const ir::Id b = lift.bits(Role::B);
    const bool has_sign = lift.in.has(Role::ImmSigned);
    if (source(lift.in, Role::B).kind == Source::Kind::Number) {
        two.b_signed = has_sign && lift.is_on(Role::ImmSigned);
        two.b = two.b_signed ? lift.ir.SBitField({b, lift.i32(0), lift.i32(16)}) : b;
        return two;
    }
    const std::uint32_t of_b = lift.in[Role::PartB];
    two.b = part_of(lift, b, of_b);
    two.b_signed = is_signed_part(of_b);
    return two;
}

enum OrderBit : std::uint32_t { kLess = 1, kEqual = 2, kGreater = 4 }; // the bits of a comparison's number

/// A number with a sign against one without.
ir::Id compared_mixed(Lift& lift, std::uint32_t comparison, ir::Id with_sign, ir::Id without) {
    ir::Builder& ir = lift.ir;
    const ir::Id negative = ir.SLt(with_sign, lift.i32(0));
    const ir::Id less = ir.BOr(negative, ir.ULt(with_sign, without));
    const ir::Id equal = ir.BAnd({ir.BNot(negative), ir.IEq(with_sign, without)});
    ir::Id holds = lift.boolean(false);
    if ((comparison & kLess) != 0) holds = ir.BOr(holds, less);
    if ((comparison & kEqual) != 0) holds = ir.BOr(holds, equal);
    if ((comparison & kGreater) != 0) holds = ir.BOr(holds, ir.BNot(ir.BOr(less, equal)));
    return holds;
}

ir::Id holds(Lift& lift, std::uint32_t comparison, const Operands& two) {
    if (two.a_signed == two.b_signed) return compared(lift, comparison, two.a, two.b, two.a_signed);
    if (two.a_signed) return compared_mixed(lift, comparison, two.a, two.b);
    const std::uint32_t swapped = (comparison & kEqual) | (comparison & kLess) << 2 | (comparison & kGreater) >> 2;
    return compared_mixed(lift, swapped, two.b, two.a);
}

/// 64 bits only where what does not fit into 32 counts.
ir::Id widened(Lift& lift, ir::Id value, bool sign) {
    const bool counts = lift.is_on(Role::Sat) || lift.is_on(Role::VideoScale);
    if (!counts) return value;
    return lift.ir.convert(sign ? ir::Op::SExtend : ir::Op::UExtend, ir::Kind::I64, value);
}
ir::Id narrowed(Lift& lift, ir::Id sum) {
    return lift.ir.type_of(sum) == ir::kI32 ? sum : lift.ir.convert(ir::Op::ITruncate, ir::Kind::I32, sum);
}
/// A number as wide as `like`.
ir::Id number_like(Lift& lift, ir::Id like, std::uint32_t value) {
    return lift.ir.constant(lift.ir.type_of(like), value);
}

enum VideoOp : std::uint32_t {
    kVideoHighHalf,
    kVideoLowHalf,
    kVideoByte0,
    kVideoByte2,
    kVideoAdd,
    kVideoMin,
    kVideoMax,
    kVideoNothing
};

/// How many bits of the result the instruction keeps: what it merges with C, or all. PTX: SAT is of that many.
std::uint32_t bits_kept(const Lift& lift) {
    if (!lift.in.has(Role::VideoOp)) return 32;
    switch (lift.in[Role::VideoOp]) {
        case kVideoHighHalf:
        case kVideoLowHalf: return 16;
        case kVideoByte0:
        case kVideoByte2: return 8;
        default: return 32;
    }
}

/// A sum of 64 bits, and whether it can be below zero; else its highest bit is no sign.
struct Wide {
    ir::Id value = ir::kNone;
    bool has_sign = false;
};

/// Clamped to the range of what is kept where the instruction saturates, with a sign or without.
ir::Id saturated_sum(Lift& lift, const Wide& wide, bool sign) {
    if (!lift.is_on(Role::Sat)) return narrowed(lift, wide.value);
    const std::uint64_t most = (std::uint64_t{1} << (bits_kept(lift) - (sign ? 1 : 0))) - 1, least = sign ? ~most : 0;
    if (!wide.has_sign) return narrowed(lift, lift.ir.UMin(wide.value, lift.i64(most)));
    return narrowed(lift, lift.ir.SMin({lift.ir.SMax(wide.value, lift.i64(least)), lift.i64(most)}));
}

/// What the second operation makes of the result and C.
ir::Id joined_with_c(Lift& lift, ir::Id value, bool sign) {
    ir::Builder& ir = lift.ir;
    const ir::Id c = lift.bits(Role::C);
    switch (lift.in[Role::VideoOp]) {
        case kVideoHighHalf: return ir.IBitInsert({c, value, lift.i32(16), lift.i32(16)});
        case kVideoLowHalf: return ir.IBitInsert({c, value, lift.i32(0), lift.i32(16)});
        case kVideoByte0: return ir.IBitInsert({c, value, lift.i32(0), lift.i32(8)});
        case kVideoByte2: return ir.IBitInsert({c, value, lift.i32(16), lift.i32(8)});
        case kVideoAdd: return ir.IAdd(value, c);
        case kVideoMin: return sign ? ir.SMin(value, c) : ir.UMin(value, c);
        case kVideoMax: return sign ? ir.SMax(value, c) : ir.UMax(value, c);
        default: return value;
    }
}

void put_joined(Lift& lift, ir::Id result) {
    const ir::Id value = joined_with_c(lift, result, lift.is_on(Role::Signed));
    lift.put(value);
    lift.put_flags(value);
}
void put_video(Lift& lift, const Wide& sum) { put_joined(lift, saturated_sum(lift, sum, lift.is_on(Role::Signed))); }

} // namespace

void lift_vadd(Lift& lift) {
    const Operands two = operands_of(lift);
    const std::uint32_t negation = lift.in[Role::Negation];
    ir::Id a = widened(lift, two.a, two.a_signed), b = widened(lift, two.b, two.b_signed);
    if (negation == kMinusFirst) a = lift.ir.INeg(a);
    if (negation == kMinusLast) b = lift.ir.INeg(b);
    ir::Id sum = lift.ir.IAdd(a, b);
    if (negation == kPlusOne) sum = lift.ir.IAdd(sum, number_like(lift, sum, 1));
    put_video(lift, {sum, true}); // of 34 bits at most
}

void lift_vabsdiff(Lift& lift) {
    ir::Builder& ir = lift.ir;
    const Operands two = operands_of(lift);
    const ir::Id a = widened(lift, two.a, two.a_signed), b = widened(lift, two.b, two.b_signed);
    put_video(lift, {lift.ir.Select({holds(lift, kLess, two), ir.ISub(b, a), ir.ISub(a, b)}), true});
}

void lift_vmnmx(Lift& lift) {
    const Operands two = operands_of(lift);
    const ir::Id takes_a = holds(lift, lift.is_on(Role::Larger) ? kGreater : kLess, two);
    const ir::Id a = widened(lift, two.a, two.a_signed), b = widened(lift, two.b, two.b_signed);
    put_video(lift, {lift.ir.Select(takes_a, a, b), true});
}

namespace {

/// B as a distance: wrapped, or clamped at the width.
ir::Id video_distance(Lift& lift, ir::Id b) {
    return lift.is_on(Role::Wrap) ? lift.ir.IAnd(b, lift.i32(31)) : lift.ir.UMin(b, lift.i32(32));
}

} // namespace

void lift_vshl(Lift& lift) {
    const Operands two = operands_of(lift);
    const ir::Id amount = widened(lift, video_distance(lift, two.b), false);
    put_video(lift, {lift.ir.IShl(widened(lift, two.a, two.a_signed), amount), two.a_signed});
}

void lift_vshr(Lift& lift) {
    const Operands two = operands_of(lift);
    const ir::Id amount = video_distance(lift, two.b);
    const ir::Id moved = two.a_signed ? lift.ir.SShr(two.a, amount) : lift.ir.UShr(two.a, amount);
    put_video(lift, {widened(lift, moved, two.a_signed), true});
}

void lift_vmad(Lift& lift) {
    ir::Builder& ir = lift.ir;
    const Operands two = operands_of(lift);
    const std::uint32_t negation = lift.in[Role::Negation];
    const bool sign = two.a_signed || two.b_signed || negation == kMinusFirst || negation == kMinusLast;
    ir::Id product = ir.IMul({widened(lift, two.a, two.a_signed), widened(lift, two.b, two.b_signed)});
    ir::Id c = widened(lift, lift.bits(Role::C), sign);
    if (negation == kMinusFirst) product = ir.INeg(product);
    if (negation == kMinusLast) c = ir.INeg(c);
    ir::Id sum = ir.IAdd(product, c);
    if (negation == kPlusOne) sum = ir.IAdd(sum, number_like(lift, sum, 1));
    const std::uint32_t scale = lift.in[Role::VideoScale];
    const ir::Id by = lift.i64(scale == 1 ? 7 : 15);
    if (scale != 0) sum = sign ? ir.SShr(sum, by) : ir.UShr(sum, by); // without a sign it takes all 64 bits
    const ir::Id value = saturated_sum(lift, {sum, sign}, sign);
    lift.put(value);
    lift.put_flags(value);
}

namespace {

ir::Id video_condition(Lift& lift) { return holds(lift, lift.in[Role::Compare], operands_of(lift)); }

} // namespace

void lift_vset(Lift& lift) {
    const ir::Id value = joined_with_c(lift, lift.ir.Select({video_condition(lift), lift.i32(1), lift.i32(0)}), false);
    lift.put(value);
    lift.put_flags(value);
}

void lift_vsetp(Lift& lift) { lift.put_compared(video_condition(lift)); }

namespace {

/// Which bytes of the eight of B and A come to the lanes, the last digit to lane 0; by what the fields say.
constexpr std::uint32_t kNoOrder = ~0U;
constexpr std::uint32_t kOrdersA[16] = {0x0000, 0x1111, 0x2222, 0x3333, 0x3210, kNoOrder, 0x5432,   0x6543,
                                        0x3201, 0x3012, 0x0213, 0x3120, 0x1230, 0x2310,   kNoOrder, kNoOrder};
constexpr std::uint32_t kOrdersB[16] = {0x4444, 0x5555, 0x6666, 0x7777,   0x7654,   kNoOrder, 0x5432,   0x4321,
                                        0x4567, 0x6745, 0x5476, kNoOrder, kNoOrder, kNoOrder, kNoOrder, kNoOrder};

ir::Id byte_of(Lift& lift, std::uint32_t digit, Role sign) {
    const ir::Id word = lift.bits(digit < 4 ? Role::A : Role::B), at = lift.i32(8 * (digit & 3)), bits = lift.i32(8);
    return lift.is_on(sign) ? lift.ir.SBitField(word, at, bits) : lift.ir.UBitField(word, at, bits);
}

} // namespace

// Lanes that the mask leaves out are those of C; or all others are added to it.
void lift_vabsdiff4(Lift& lift) {
    constexpr std::uint32_t kMaskOfLane[] = {4, 8, 1, 2}; // x, y, z, w
    ir::Builder& ir = lift.ir;
    const std::uint32_t a = kOrdersA[lift.in[Role::BytesA]], b = kOrdersB[lift.in[Role::BytesB]];
    if (a == kNoOrder || b == kNoOrder) return lift.refuse("the order of bytes has no meaning");
    const bool adds = lift.is_on(Role::Accumulate), saturates = lift.is_on(Role::Sat);
    const std::uint32_t most = lift.is_on(Role::Signed) ? 127 : 255;
    if (adds && saturates)
        lift.context.approximate(
            "VABSDIFF4 with SAT and ACC, which PTX does not have, holds each difference in a byte");
    ir::Id value = lift.bits(Role::C);
    for (unsigned lane = 0; lane < 4; ++lane) {
        if ((lift.in[Role::Mask] & kMaskOfLane[lane]) == 0) continue;
        const ir::Id first = byte_of(lift, a >> (4 * lane) & 7, Role::SignedA);
        const ir::Id second = byte_of(lift, b >> (4 * lane) & 7, Role::SignedB);
        ir::Id apart = ir.ISub({ir.SMax(first, second), ir.SMin(first, second)});
        if (saturates) apart = ir.SMin(apart, lift.i32(most));
        value = adds ? ir.IAdd(value, apart) : ir.IBitInsert({value, apart, lift.i32(8 * lane), lift.i32(8)});
    }
    lift.put(value);
    lift.put_flags(value);
}

} // namespace relit::isa::maxwell
