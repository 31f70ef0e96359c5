// Denormals that count as zeros: who makes them so, the device, by an execution mode for the whole shader, or the shader, before and
// after each operation that requires it. An operation that needs more than one such step, and comes often, is a function.
#include "ir/builder.hpp"
#include "lang/denormals.hpp"
#include "lang/lower/instructions.hpp"
#include "lang/lower/lower.hpp"
#include "lang/lower/outline.hpp"

#include <algorithm>
#include <bit>
#include <vector>

namespace relit::lang {
namespace {

using ir::FloatMode;
using ir::Id;
using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::Type;

bool is_float_letter(char letter) { return letter == 'F' || letter == 'f'; }
bool has_float_result(const ir::OpInfo& row) { return is_float_letter(row.result); }

/// Others only hand on what has a mode.
bool is_of_floats(const ir::OpInfo& row) {
    return row.has(ir::kPure) && (has_float_result(row) || std::ranges::any_of(row.operands, is_float_letter));
}

FloatMode without_flushing(FloatMode mode) {
    return mode.set(FloatMode::flush_inputs, false).set(FloatMode::flush_result, false);
}

// ---- by the device

bool has_words(const ir::Module& module, const Inst& inst) {
    const auto is_word = [&](Id id) { return module[id].type.kind == Kind::F32; };
    return inst.type.kind == Kind::F32 || std::ranges::any_of(inst.operands, is_word);
}

/// Between 16 and 32 bits: what is denormal in 32 is 0 in 16, and nothing in 16 is denormal in 32.
bool is_of_halves(const ir::Module& module, const Inst& inst) {
    return inst.type.kind == Kind::F16 || module[inst.operands[0]].type.kind == Kind::F16;
}

/// Returns true if an operation gives the same of a denormal and of zero, or only reads bits, or is one that devices do as near as
/// they can.
bool is_indifferent(const ir::Module& module, const Inst& inst) {
    const bool to_nearest = inst.mode[FloatMode::rounding] == 0;
    switch (inst.op) {
        case Op::FNeg:
        case Op::FAbs:
        case Op::FIsNan:
        case Op::FIsInf:
        case Op::FDdx:
        case Op::FDdy:
        case Op::FHalf:
        case Op::FTrunc:
        case Op::FRoundEven:
        case Op::SToF:
        case Op::UToF: return true;
        case Op::FToS:
        case Op::FToU: return to_nearest;
        case Op::FConvert: return to_nearest && is_of_halves(module, inst);
        case Op::FSat: return is_never_denormal(module, inst.operands[0]);
        default: return ir::info(inst.op).error_ulp() != 0;
    }
}

bool can_tell(const ir::Module& module, const Inst& inst) {
    if (!is_of_floats(ir::info(inst.op)) || !has_words(module, inst)) return false;
    const bool flushes = inst.mode[FloatMode::flush_inputs] && inst.mode[FloatMode::flush_result];
    return !flushes && !is_indifferent(module, inst);
}

/// The device's mode is one for all operations: none may be such that it must not.
bool flushes_on_device(const ir::Module& module, const Target& target) {
    return target.dialect == Dialect::SpirV && target.flushes_denormals &&
           !any_instruction(module, [&](const Inst& inst) { return can_tell(module, inst); });
}

/// Returns true for what devices do as arithmetic of 32 bits, and not by tests of bits.
bool is_arithmetic(const ir::Module& module, const Inst& inst) {
    if (inst.mode[FloatMode::rounding] != 0) return false;
    switch (inst.op) {
        case Op::FAdd:
        case Op::FSub:
        case Op::FMul:
        case Op::FMad:
        case Op::FDot:
        case Op::FDiv:
        case Op::FRcp:
        case Op::FEq:
        case Op::FNe:
        case Op::FLt:
        case Op::FLe:
        case Op::FGt:
        case Op::FGe: return module[inst.operands[0]].type.kind == Kind::F32;
        case Op::FFma: return inst.type.kind == Kind::F32;
        default: return false;
    }
}

// ---- by the shader

/// Which values of an operation are flushed; operands by number.
struct Steps {
    std::uint8_t operands = 0;
    bool between = false, result = false;
    [[nodiscard]] int count() const { return std::popcount(operands) + (between ? 1 : 0) + (result ? 1 : 0); }
};

class FlushLowering {
public:
    FlushLowering(ir::Module& module, const Target& target)
        : module_(module), target_(target), ir_(module), outlines_(ir_), on_device_(flushes_on_device(module, target)),
          steps_(module.insts.size()) {}

    bool run() {
        for (const ir::Function& function : module_.functions)
            for (const ir::Block& block : function.blocks)
                for (const Id id : block.insts) look_at(id);
        return rewrite_instructions(
            ir_, [&](Id id) { return is_changed(module_[id]); }, [&](Id id) { return rewrite(id); });
    }

private:
    [[nodiscard]] bool is_changed(const Inst& inst) const {
        return flushes_any(inst.mode) && !(on_device_ && is_arithmetic(module_, inst));
    }
    /// Before anything changes, for what operands are says whether they can be denormal.
    void look_at(Id id) {
        const Inst& inst = module_[id];
        if (!is_changed(inst)) return;
        steps_[id] = steps_of(inst, true);
        if (steps_[id].count() > 1) outlines_.count(outline_key(module_, id));
    }

    /// `knows`: what the operands are counts.
    [[nodiscard]] Steps steps_of(const Inst& inst, bool knows) const {
        const ir::OpInfo& row = ir::info(inst.op);
        if (!is_of_floats(row)) return {};
        const bool flips_sign = inst.op == Op::FNeg || inst.op == Op::FAbs; // flushes its operand for either reason
        const bool inputs = inst.mode[FloatMode::flush_inputs] || (flips_sign && inst.mode[FloatMode::flush_result]);
        Steps steps;
        for (std::size_t i = 0; inputs && i < std::min(inst.operands.size(), row.operands.size()); ++i) {
            const bool may_be =
                is_float_letter(row.operands[i]) && !(knows && is_never_denormal(module_, inst.operands[i]));
            if (may_be) steps.operands |= static_cast<std::uint8_t>(1U << i);
        }
        steps.between = inst.op == Op::FMad || (inst.op == Op::FDot && module_[inst.operands[0]].type.lanes > 1);
        const bool gives_operands = inst.op == Op::FMin || inst.op == Op::FMax || inst.op == Op::FSat;
        const bool never = inst.type.kind == Kind::F32 && gives_no_denormals(inst.op);
        steps.result = inst.mode[FloatMode::flush_result] && has_float_result(row) && !flips_sign && !never &&
                       !(inputs && gives_operands);
        return steps;
    }

    Id rewrite(Id id) {
        const Inst inst = module_[id];
        const Steps steps = steps_[id];
        if (steps.count() == 0) {
            module_[id].mode = without_flushing(inst.mode);
            return id;
        }
        const OutlineKey key = outline_key(module_, id);
        return is_function(key, steps) ? called(key, inst) : written(inst, inst.operands, steps);
    }
    /// Operations that look at other invocations stay where they are.
    [[nodiscard]] bool is_function(const OutlineKey& key, Steps steps) const {
        if (steps.count() < 2 || ir::info(key.op).has(ir::kAcross)) return false;
        return target_.literal || outlines_.uses(key) > 1;
    }
    Id called(const OutlineKey& key, const Inst& inst) {
        const auto write = [&](std::span<const Id> in) {
            return std::optional(written(inst, in, steps_of(inst, false)));
        };
        return *outlines_.call(key, inst.type, inst.operands, write);
    }

    /// The instruction with these operands, and its steps.
    Id written(const Inst& inst, std::span<const Id> operands, Steps steps) {
        std::vector<Id> in(operands.begin(), operands.end());
        for (std::size_t i = 0; i < in.size(); ++i)
            if ((steps.operands >> i & 1) != 0) in[i] = flushed(in[i]);
        const Id made = ir_.in_mode(without_flushing(inst.mode), [&] {
            return steps.between ? in_steps(inst.op, in) : ir_.add(inst.op, inst.type, in, inst.imm);
        });
        return steps.result ? flushed(made) : made;
    }
    /// Writes the steps of an operation that rounds between them; each hands on what is flushed.
    Id in_steps(Op op, const std::vector<Id>& in) {
        if (op == Op::FMad) return ir_.FAdd({flushed(ir_.FMul(in[0], in[1])), in[2]});
        const auto term = [&](unsigned lane) {
            const Id a = ir_.lane(in[0], lane);
            return ir_.FMul(a, ir_.lane(in[1], lane));
        };
        Id sum = term(0);
        for (unsigned lane = 1; lane < module_[in[0]].type.lanes; ++lane) {
            const Id before = flushed(sum);
            sum = ir_.FAdd({before, flushed(term(lane))});
        }
        return sum;
    }

    /// By a call of the function that does it for the type.
    Id flushed(Id value) {
        const Type type = module_[value].type;
        const OutlineKey key{Op::Copy, type, type, type, FloatMode{}.set(FloatMode::flush_result, true)};
        const auto write = [&](std::span<const Id> in) { return std::optional(zero_if_denormal(in[0])); };
        return *outlines_.call(key, type, std::array{value}, write);
    }
    Id zero_if_denormal(Id value) {
        switch (module_[value].type.kind) {
            case Kind::F16: return of_half(value);
            case Kind::F64: return of_double(value);
            default: return write_flushed(ir_, value);
        }
    }
    /// By its value in 32 bits, where it is never a denormal: so the target needs no integers of 16 bits. NaN keeps its bits.
    Id of_half(Id value) {
        const Type single = module_[value].type.with_kind(Kind::F32), bits_type = single.with_kind(Kind::I32);
        const Id bits = ir_.bitcast(bits_type, ir_.convert(Op::FConvert, Kind::F32, value));
        const Id size = ir_.IAnd(bits, ir_.constant(bits_type, 0x7fffffff));
        const Id is_small = ir_.ULt({size, ir_.constant(bits_type, 0x38800000)}); // 2^-14
        const Id zero = ir_.bitcast(single, ir_.IAnd(bits, ir_.constant(bits_type, 0x80000000)));
        return ir_.Select(is_small, ir_.convert(Op::FConvert, Kind::F16, zero), value);
    }
    /// By its words, lane by lane: so it needs none of 64.
    Id of_double(Id value) {
        std::vector<Id> lanes;
        for (unsigned i = 0; i < module_[value].type.lanes; ++i) {
            const Id words =
                ir_.bitcast(ir::kI32.with_lanes(2), module_[value].type.lanes == 1 ? value : ir_.lane(value, i));
            const Id low = ir_.lane(words, 0), high = ir_.lane(words, 1);
            const Id is_small = ir_.IEq({ir_.IAnd(high, ir_.i32(0x7ff00000)), ir_.i32(0)});
            const Id kept = ir_.Select({is_small, ir_.i32(0), low});
            const Id above = ir_.Select({is_small, ir_.IAnd(high, ir_.i32(0x80000000)), high});
            lanes.push_back(ir_.bitcast(ir::kF64, ir_.compose({kept, above})));
        }
        return lanes.size() == 1 ? lanes[0] : ir_.compose(lanes);
    }
    ir::Module& module_;
    const Target& target_;
    ir::Builder ir_;
    Outlines outlines_;
    bool on_device_;
    std::vector<Steps> steps_; // by Id, of what there was
};

} // namespace

bool lower_flushing(ir::Module& module, const Target& target) {
    const auto flushes = [](const Inst& inst) { return flushes_any(inst.mode); };
    return any_instruction(module, flushes) && FlushLowering(module, target).run();
}

} // namespace relit::lang
