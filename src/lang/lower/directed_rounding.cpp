// Float operations that round toward zero, up or down: hosts need have no such mode. They are done in the next wider format, rounded
// to odd there, and made narrow in integers: two roundings of which only the last shows. The same for fused multiply-adds of
// hosts that round them twice.
#include "lang/lower/directed_rounding.hpp"
#include "ir/builder.hpp"
#include "lang/denormals.hpp"
#include "lang/lower/host_wide.hpp"
#include "lang/lower/instructions.hpp"
#include "lang/lower/lower.hpp"
#include "lang/lower/outline.hpp"
#include "lang/lower/soft_double.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace relit::lang {
namespace {

using ir::FloatMode;
using ir::Id;
using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::Type;

enum Toward : std::uint32_t { kNearest, kZero, kUp, kDown }; // as FloatMode::rounding counts them

/// What a float of a kind holds, and the integers in which its bits are counted: those of a half in those of 32 bits.
struct FloatParts {
    Kind carrier;
    unsigned fraction, carrier_fraction;
    std::uint64_t largest; // as a whole number; 0: more than any integer of 64 bits
};
FloatParts float_parts(Kind kind) {
    if (kind == Kind::F16) return {Kind::F32, 10, 23, 65504};
    if (kind == Kind::F32) return {Kind::F32, 23, 23, 0};
    return {Kind::F64, 52, 52, 0};
}

bool is_from_integer(Op op) { return op == Op::SToF || op == Op::UToF; }

// ---- which operations

Kind kind_of_operand(const ir::Module& module, const Inst& inst) { return module[inst.operands[0]].type.kind; }

/// Where integers of 64 bits are taken apart, that rounds them to 32 bits in any direction.
bool are_halves_better(Kind from, Kind to, const Target& target) {
    return from == Kind::I64 && !target.has_int64 && to == Kind::F32;
}

bool has_doubles(const Target& target) { return target.has_float64 && target.has_int64; }

/// The next wider format that the host computes in; Void: none.
Kind host_format(Kind kind, const Target& target) {
    if (kind == Kind::F16) return Kind::F32;
    return kind == Kind::F32 && has_doubles(target) ? Kind::F64 : Kind::Void;
}

/// Returns true if fma() is fused for sure: of SPIR-V the target says it, of Vulkan's GLSL nothing does. OpenGL's is one operation in
/// precise expressions, and stays.
bool fuses(const Target& target) { return target.dialect == Dialect::SpirV && target.fuses; }

} // namespace

bool is_directed(const ir::Module& module, const ir::Inst& inst, const Target& target) {
    if (inst.mode[FloatMode::rounding] == kNearest) return false;
    switch (inst.op) {
        case Op::SToF:
        case Op::UToF: return !are_halves_better(kind_of_operand(module, inst), inst.type.kind, target);
        case Op::FConvert: return true;
        case Op::FLdexp: return inst.type.kind != Kind::F64; // of which no guest asks for it
        default: return ir::info(inst.op).has(ir::kRounds);
    }
}

namespace {

bool is_fused_twice(const ir::Inst& inst, const Target& target) {
    return inst.op == Op::FFma && inst.mode[FloatMode::rounding] == kNearest && inst.type.kind != Kind::F64 &&
           target.dialect != Dialect::GlslOpenGl && !fuses(target) && has_doubles(target);
}

class Directing {
public:
    Directing(ir::Module& module, const Target& target)
        : module_(module), target_(target), ir_(module), outlines_(ir_) {}

    bool run() {
        return rewrite_instructions(
            ir_, [&](Id id) { return is_rewritten(module_[id]); }, [&](Id id) { return rewrite(id); });
    }

private:
    [[nodiscard]] bool is_rewritten(const Inst& inst) const {
        return is_directed(module_, inst, target_) || is_fused_twice(inst, target_);
    }

    Id rewrite(Id id) {
        const Inst inst = module_[id];
        if (is_exact(inst)) {
            module_[id].mode.set(FloatMode::rounding, 0U);
            return id;
        }
        if (inst.op == Op::FFma && inst.type.kind == Kind::F64) // a call itself
            return rounded(inst, inst.operands);
        const OutlineKey key = outline_key(module_, id);
        const auto write = [&](std::span<const Id> params) { return std::optional(rounded(inst, params)); };
        return *outlines_.call(key, inst.type, inst.operands, write);
    }
    /// Writes the instruction with these operands in place of its own.
    Id rounded(Inst inst, std::span<const Id> operands) {
        std::vector<Id> in;
        for (const Id id : operands) in.push_back(inst.mode[FloatMode::flush_inputs] ? write_flushed(ir_, id) : id);
        inst.operands = module_.copy(in);
        const Id value = is_from_integer(inst.op)                     ? from_integer(inst)
                         : inst.op == Op::FConvert                    ? converted(inst, in[0])
                         : inst.mode[FloatMode::rounding] == kNearest ? fused_once(inst.type, in)
                                                                      : computed(inst, in);
        return inst.mode[FloatMode::flush_result] ? write_flushed(ir_, value) : value;
    }
    /// Whether every value of the operand is one of the result.
    [[nodiscard]] bool is_exact(const Inst& inst) const {
        const unsigned from = ir::bits_of(kind_of_operand(module_, inst)), to = ir::bits_of(inst.type.kind);
        if (inst.op == Op::FConvert) return from <= to;
        return is_from_integer(inst.op) && from <= float_parts(inst.type.kind).fraction;
    }

    // ---- small things

    [[nodiscard]] Type bits_type(Id value) const {
        const Type type = module_[value].type;
        return type.with_kind(ir::integer_of(type.kind));
    }
    Id as_bits(Id value) { return ir_.bitcast(bits_type(value), value); }
    Id number(Id like, std::uint64_t value) { return ir_.constant(bits_type(like), value); }
    Id count(Id condition, Id like, std::uint64_t value) {
        return ir_.Select({condition, number(like, value), number(like, 0)});
    }
    /// Bits of a magnitude, one further from zero where something was lost and the mode says so. `is_negative` may be
    /// kNone, which is never.
    Id stepped(Id bits, Id lost, Id is_negative, std::uint32_t toward, std::uint64_t step) {
        if (toward == kZero || (toward == kDown && is_negative == ir::kNone)) return bits;
        Id away = lost;
        if (is_negative != ir::kNone) away = ir_.BAnd(lost, toward == kUp ? ir_.BNot(is_negative) : is_negative);
        return ir_.IAdd(bits, count(away, bits, step));
    }

    // ---- from integers

    /// The highest bits of the magnitude, which a float holds exactly; then its neighbour, where others were lost.
    Id from_integer(const Inst& inst) {
        const FloatParts to = float_parts(inst.type.kind);
        Id whole = inst.operands[0], is_negative = ir::kNone;
        if (ir::bits_of(kind_of_operand(module_, inst)) < 32)
            whole = ir_.convert(inst.op == Op::SToF ? Op::SExtend : Op::UExtend, Kind::I32, whole);
        if (inst.op == Op::SToF) {
            is_negative = ir_.SLt(whole, number(whole, 0));
            whole = ir_.Select(is_negative, ir_.INeg(whole), whole);
        }
        const Id least = number(whole, to.fraction);
        const Id ones = ir_.ISub(
            {ir_.IShl({number(whole, 1), ir_.ISub(ir_.SMax(ir_.UFindMsb(whole), least), least)}), number(whole, 1)});
        Id kept = ir_.IAnd(whole, ir_.INot(ones)), lost = ir_.INe(kept, whole);
        if (to.largest != 0) {
            const Id most = number(whole, to.largest);
            lost = ir_.BOr(lost, ir_.ULt(most, kept));
            kept = ir_.UMin(kept, most);
        }
        Id bits = as_bits(ir_.convert(Op::UToF, to.carrier, kept));
        const std::uint64_t step = std::uint64_t{1} << (to.carrier_fraction - to.fraction);
        bits = stepped(bits, lost, is_negative, inst.mode[FloatMode::rounding], step);
        const std::uint64_t sign = std::uint64_t{1} << (ir::bits_of(to.carrier) - 1);
        if (is_negative != ir::kNone) bits = ir_.IOr(bits, count(is_negative, bits, sign));
        const Id made = ir_.bitcast(inst.type.with_kind(to.carrier), bits);
        return to.carrier == inst.type.kind ? made : ir_.convert(Op::FConvert, inst.type.kind, made);
    }

    // ---- to narrower floats

    Id converted(const Inst& inst, Id value) {
        const std::uint32_t toward = inst.mode[FloatMode::rounding];
        if (kind_of_operand(module_, inst) == Kind::F32) return to_half(value, toward);
        SoftDouble soft(ir_, outlines_, inst.type.lanes, toward);
        return narrowed(soft, as_bits(value), inst.type.kind, toward);
    }
    /// From the bits of a 64-bit float, of which the lowest also stands for what was lost below it.
    Id narrowed(SoftDouble& soft, Id wide, Kind kind, std::uint32_t toward) {
        return kind == Kind::F32 ? soft.to_single(wide) : to_half(soft.to_single(wide, true), toward);
    }
    Id to_half(Id value, std::uint32_t toward) {
        constexpr std::uint32_t kSign = 0x80000000, kInfinity = 0x7f800000;
        constexpr std::uint32_t kSmallestNormal = 0x38800000, kLargest = 0x477fe000, kLowBits = 0x1fff;
        const Id all = as_bits(value), sign = ir_.IAnd(all, number(all, kSign)), size = ir_.IXor(all, sign);
        const Id is_negative = ir_.INe(sign, number(all, 0));
        const Id kept = ir_.UMin({ir_.IAnd(size, number(all, ~kLowBits)), number(all, kLargest)});
        const Id normal = stepped(kept, ir_.INe(kept, size), is_negative, toward, kLowBits + 1);
        const Id small = small_half(size, is_negative, toward);
        const Id finite = ir_.Select(ir_.ULt(size, number(all, kSmallestNormal)), small, normal);
        const Id rounded = ir_.Select(ir_.ULt(size, number(all, kInfinity)), finite, size);
        return ir_.convert(Op::FConvert, Kind::F16, ir_.bitcast(module_[value].type, ir_.IOr(rounded, sign)));
    }
    /// Denormal halves count steps of 2^-24. What is denormal in 32 bits, too, is less than one, whether or not the host
    /// takes it for 0.
    Id small_half(Id size, Id is_negative, std::uint32_t toward) {
        constexpr std::uint32_t kSteps = 0x4b800000, kStep = 0x33800000; // 2^24, 2^-24
        const Type type = module_[size].type.with_kind(Kind::F32);
        const Id steps = ir_.FMul({ir_.bitcast(type, size), ir_.constant(type, kSteps)});
        const auto scaled = [&](Id whole) {
            return as_bits(ir_.FMul({ir_.convert(Op::UToF, Kind::F32, whole), ir_.constant(type, kStep)}));
        };
        const Id whole = ir_.convert(Op::FToU, Kind::I32, steps);
        if (toward == kZero) return scaled(whole);
        return scaled(stepped(whole, ir_.INe(scaled(whole), size), is_negative, toward, 1));
    }

    // ---- arithmetic

    Id computed(const Inst& inst, const std::vector<Id>& in) {
        const FloatMode mode = inst.mode;
        const auto rounded = [&](Op op, std::vector<Id> operands) {
            return rounded_once(op, module_[operands[0]].type, mode[FloatMode::rounding], operands);
        };
        switch (inst.op) {
            case Op::FMad: return rounded(Op::FAdd, {between(rounded(Op::FMul, {in[0], in[1]}), mode), in[2]});
            case Op::FFract: return rounded(Op::FSub, {in[0], ir_.FFloor(in[0])});
            case Op::FDot: break;
            default: return rounded(inst.op, in);
        }
        const auto term = [&](unsigned lane) {
            const Id a = ir_.lane(in[0], lane), b = ir_.lane(in[1], lane);
            return rounded(Op::FMul, {a, b});
        };
        Id sum = term(0);
        for (unsigned lane = 1; lane < module_[in[0]].type.lanes; ++lane) {
            const Id before = between(sum, mode);
            sum = rounded(Op::FAdd, {before, between(term(lane), mode)});
        }
        return sum;
    }
    /// Returns what one step of an operation hands to the next: without denormals if the mode flushes any.
    Id between(Id value, FloatMode mode) { return flushes_any(mode) ? write_flushed(ir_, value) : value; }

    /// Down is up of what is negated, which also gives zeros their sign.
    Id rounded_once(Op op, Type type, std::uint32_t toward, std::vector<Id> in) {
        const bool is_down = toward == kDown;
        if (is_down) {
            toward = kUp;
            const bool is_product = op == Op::FMul || op == Op::FMulZero || op == Op::FLdexp;
            in[0] = ir_.FNeg(in[0]);
            if (!is_product) in.back() = ir_.FNeg(in.back());
        }
        Id value = in_wide(op, type, toward, in);
        if (is_down) value = ir_.FNeg(value);
        return op == Op::FMulZero ? ir_.Select({any_zero(in), ir_.constant(type, 0), value}) : value;
    }
    Id in_wide(Op op, Type type, std::uint32_t toward, const std::vector<Id>& in) {
        const Kind host = host_format(type.kind, target_);
        if (host != Kind::Void) {
            HostWide wide(ir_, type.with_kind(host));
            const Id value = arithmetic(wide, op, in);
            return host == Kind::F32 ? to_half(ir_.bitcast(type.with_kind(host), value), toward)
                                     : wide.to_single(value, toward == kUp);
        }
        if (type.kind == Kind::F64) {
            SoftDouble soft(ir_, outlines_, type.lanes, toward);
            return ir_.bitcast(type, arithmetic(soft, op, in));
        }
        SoftDouble soft(ir_, outlines_, type.lanes, SoftDouble::kToOdd), last(ir_, outlines_, type.lanes, toward);
        return narrowed(last, arithmetic(soft, op, in), type.kind, toward);
    }
    /// Of the bits of wide numbers.
    template <class Wide>
    Id arithmetic(Wide& wide, Op op, const std::vector<Id>& in) {
        const Id first = widened(wide, in[0]);
        if (op == Op::FLdexp) return wide.product(first, wide.power_of_two(in[1]));
        const Id second = widened(wide, in[1]);
        switch (op) {
            case Op::FAdd: return wide.sum(first, second);
            case Op::FSub: return wide.sum(first, wide.negated(second));
            case Op::FFma: return wide.fused(first, second, widened(wide, in[2]));
            default: return wide.product(first, second);
        }
    }
    Id widened(SoftDouble& soft, Id value) {
        const Kind kind = module_[value].type.kind;
        if (kind == Kind::F64) return as_bits(value);
        return soft.from_single(kind == Kind::F16 ? ir_.convert(Op::FConvert, Kind::F32, value) : value);
    }
    static Id widened(HostWide& wide, Id value) { return wide.from_narrow(value); }
    Id fused_once(Type type, const std::vector<Id>& in) {
        const Type doubles = type.with_kind(Kind::F64);
        HostWide wide(ir_, doubles);
        const Id sum = ir_.bitcast(doubles, arithmetic(wide, Op::FFma, in));
        return ir_.convert(Op::FConvert, type.kind, sum);
    }
    Id any_zero(const std::vector<Id>& in) {
        const auto is_zero = [&](Id value) {
            const Id bits = as_bits(value); // without the sign
            return ir_.IEq({ir_.IShl(bits, number(bits, 1)), number(bits, 0)});
        };
        const Id first = is_zero(in[0]);
        return ir_.BOr(first, is_zero(in[1]));
    }

    ir::Module& module_;
    const Target& target_;
    ir::Builder ir_;
    Outlines outlines_;
};

} // namespace

bool lower_directed_rounding(ir::Module& module, const Target& target) { return Directing(module, target).run(); }

} // namespace relit::lang
