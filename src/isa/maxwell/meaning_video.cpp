// The scalar operations on bytes and halves that were made for video.
#include "isa/maxwell/meaning.hpp"

namespace relit::isa::maxwell {
namespace {

constexpr std::uint32_t kSign = 8; // of a part

bool is_signed_part(std::uint32_t part) { return (part & kSign) != 0; }

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
        two.b = two.b_signed ? lift.ir.SBitField(b, lift.i32(0), lift.i32(16)) : b;
        return two;
    }
    const std::uint32_t of_b = lift.in[Role::PartB];
    two.b = part_of(lift, b, of_b);
    two.b_signed = is_signed_part(of_b);
    return two;
}

ir::Id widened(Lift& lift, ir::Id value, bool sign) {
    return lift.ir.convert(sign ? ir::Op::SExtend : ir::Op::UExtend, ir::Kind::I64, value);
}
ir::Id narrowed(Lift& lift, ir::Id wide) { return lift.ir.convert(ir::Op::ITruncate, ir::Kind::I32, wide); }

/// Held in the range of 32 bits where the instruction saturates.
ir::Id held(Lift& lift, ir::Id wide, bool sign) {
    if (!lift.is_on(Role::Sat)) return narrowed(lift, wide);
    const std::uint64_t least = sign ? 0xffffffff80000000U : 0, most = sign ? 0x7fffffff : 0xffffffff;
    return narrowed(lift, lift.ir.SMin(lift.ir.SMax(wide, lift.i64(least)), lift.i64(most)));
}

enum VideoOp : std::uint32_t { kHighHalf, kLowHalf, kByte0, kByte2, kAdd, kMin, kMax, kNothing };

/// What the second operation makes of the result and C.
ir::Id joined_with_c(Lift& lift, ir::Id value, bool sign) {
    ir::Builder& ir = lift.ir;
    const ir::Id c = lift.bits(Role::C);
    switch (lift.in[Role::VideoOp]) {
        case kHighHalf: return ir.IBitInsert(c, value, lift.i32(16), lift.i32(16));
        case kLowHalf: return ir.IBitInsert(c, value, lift.i32(0), lift.i32(16));
        case kByte0: return ir.IBitInsert(c, value, lift.i32(0), lift.i32(8));
        case kByte2: return ir.IBitInsert(c, value, lift.i32(16), lift.i32(8));
        case kAdd: return ir.IAdd(value, c);
        case kMin: return sign ? ir.SMin(value, c) : ir.UMin(value, c);
        case kMax: return sign ? ir.SMax(value, c) : ir.UMax(value, c);
        default: return value;
    }
}

void put_video(Lift& lift, ir::Id wide, bool sign) {
    const ir::Id value = joined_with_c(lift, held(lift, wide, sign), sign);
    lift.put(value);
    lift.put_flags(value);
}

enum Negation : std::uint32_t { kPlain, kMinusLast, kMinusFirst, kPlusOne };

} // namespace

void mean_vadd(Lift& lift) {
    const Operands two = operands_of(lift);
    const std::uint32_t negation = lift.in[Role::Negation];
    ir::Id a = widened(lift, two.a, two.a_signed), b = widened(lift, two.b, two.b_signed);
    if (negation == kMinusFirst) a = lift.ir.INeg(a);
    if (negation == kMinusLast) b = lift.ir.INeg(b);
    ir::Id sum = lift.ir.IAdd(a, b);
    if (negation == kPlusOne) sum = lift.ir.IAdd(sum, lift.i64(1));
    put_video(lift, sum, lift.is_on(Role::Signed));
}

void mean_vabsdiff(Lift& lift) {
    const Operands two = operands_of(lift);
    const ir::Id apart = lift.ir.ISub(widened(lift, two.a, two.a_signed), widened(lift, two.b, two.b_signed));
    const ir::Id size = lift.choose(lift.ir.SLt(apart, lift.i64(0)), lift.ir.INeg(apart), apart);
    put_video(lift, size, lift.is_on(Role::Signed));
}

void mean_vmnmx(Lift& lift) {
    const Operands two = operands_of(lift);
    const ir::Id a = widened(lift, two.a, two.a_signed), b = widened(lift, two.b, two.b_signed);
    const ir::Id value = lift.is_on(Role::Larger) ? lift.ir.SMax(a, b) : lift.ir.SMin(a, b);
    put_video(lift, value, lift.is_on(Role::Signed));
}

namespace {

/// B as a distance of 64 bits: wrapped, or held at the width.
ir::Id distance(Lift& lift, ir::Id b) {
    const ir::Id amount = lift.is_on(Role::Wrap) ? lift.ir.IAnd(b, lift.i32(31)) : lift.ir.UMin(b, lift.i32(32));
    return widened(lift, amount, false);
}

} // namespace

void mean_vshl(Lift& lift) {
    const Operands two = operands_of(lift);
    const ir::Id amount = distance(lift, two.b);
    put_video(lift, lift.ir.IShl(widened(lift, two.a, two.a_signed), amount), lift.is_on(Role::Signed));
}

void mean_vshr(Lift& lift) {
    const Operands two = operands_of(lift);
    const ir::Id amount = distance(lift, two.b);
    put_video(lift, lift.ir.SShr(widened(lift, two.a, two.a_signed), amount), lift.is_on(Role::Signed));
}

void mean_vmad(Lift& lift) {
    ir::Builder& ir = lift.ir;
    const Operands two = operands_of(lift);
    const std::uint32_t negation = lift.in[Role::Negation];
    const bool sign = two.a_signed || two.b_signed || negation == kMinusFirst || negation == kMinusLast;
    ir::Id product = ir.IMul(widened(lift, two.a, two.a_signed), widened(lift, two.b, two.b_signed));
    ir::Id c = widened(lift, lift.bits(Role::C), sign);
    if (negation == kMinusFirst) product = ir.INeg(product);
    if (negation == kMinusLast) c = ir.INeg(c);
    ir::Id sum = ir.IAdd(product, c);
    if (negation == kPlusOne) sum = ir.IAdd(sum, lift.i64(1));
    const std::uint32_t scale = lift.in[Role::VideoScale];
    if (scale != 0) sum = ir.SShr(sum, lift.i64(scale == 1 ? 7 : 15));
    const ir::Id value = held(lift, sum, sign);
    lift.put(value);
    lift.put_flags(value);
}

namespace {

ir::Id video_condition(Lift& lift) {
    const Operands two = operands_of(lift);
    return compared(lift, lift.in[Role::Compare], widened(lift, two.a, two.a_signed),
                    widened(lift, two.b, two.b_signed), true);
}

} // namespace

void mean_vset(Lift& lift) {
    const ir::Id value = joined_with_c(lift, lift.choose(video_condition(lift), lift.i32(1), lift.i32(0)), false);
    lift.put(value);
    lift.put_flags(value);
}

void mean_vsetp(Lift& lift) { lift.put_compared(video_condition(lift)); }

} // namespace relit::isa::maxwell
