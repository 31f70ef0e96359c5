// 64-bit floats as whole numbers that hold their bits: arithmetic, comparisons and conversions become such of 64-bit integers;
// what has no form in them keeps its kind, and the language refuses it. Quotients and roots are rounded exactly.
#include "lang/denormals.hpp"
#include "lang/lower/instructions.hpp"
#include "lang/lower/kinds.hpp"
#include "lang/lower/lower.hpp"
#include "lang/lower/outline.hpp"
#include "lang/lower/soft_double.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace relit::lang {
namespace {

using ir::Id;
using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::Type;

constexpr std::uint64_t kOne = 0x3ff0000000000000;

bool is_double(Type type) { return type.kind == Kind::F64; }

/// Operations that only move bits, of whatever kind: from other invocations come lanes as the file has them.
bool moves_any_kind(Op op) {
    const ir::OpInfo& row = ir::info(op);
    return row.has(ir::kMoves) && !(row.loads(ir::Memory::Registers) && row.has(ir::kAcross));
}

/// Operations that take a few instructions, one of which may be a call.
bool is_short(Op op) {
    return op == Op::FNeg || op == Op::FAbs || op == Op::FIsNan || op == Op::FIsInf || op == Op::FFma;
}

class Rewriting {
public:
    explicit Rewriting(ir::Module& module) : module_(module), ir_(module), outlines_(ir_), was_(module.insts.size()) {
        for (Id id = 0; id < was_.size(); ++id) was_[id] = module[id].type;
    }

    bool run() {
        for (ir::Function& function : module_.functions) rewrite_types(function);
        return rewrite_instructions(ir_, [&](Id id) { return touches_double(id); }, [&](Id id) { return rewrite(id); });
    }

private:
    [[nodiscard]] bool was_double(Id id) const { return id < was_.size() && is_double(was_[id]); }
    [[nodiscard]] static Type stored_as(Type type) { return is_double(type) ? type.with_kind(Kind::I64) : type; }

    void rewrite_types(ir::Function& function) {
        function.result = stored_as(function.result);
        for (Type& param : function.params) param = stored_as(param);
        for (const ir::Block& block : function.blocks) {
            for (const Id id : block.params) module_[id].type = stored_as(module_[id].type);
            for (const Id id : block.insts) module_[id].type = stored_as(module_[id].type);
        }
    }
    [[nodiscard]] bool touches_double(Id id) const {
        return was_double(id) ||
               std::ranges::any_of(module_[id].operands, [&](Id operand) { return was_double(operand); });
    }

    Id rewrite(Id id) {
        const Inst inst = module_[id];
        if (moves_any_kind(inst.op)) return id;
        const auto value = flushes_halves(inst) ? std::nullopt
                           : is_short(inst.op)  ? flushing(id, inst)
                                                : called(id, inst);
        return value ? *value : kept(id, inst);
    }

    /// By a call of the function that does the same with its parameters.
    [[nodiscard]] std::optional<Id> called(Id id, Inst inst) {
        const auto type = [&](Id value) { return was_double(value) ? was_[value] : module_[value].type; };
        const OutlineKey key{inst.op, type(id), type(inst.operands.front()), type(inst.operands.back()), inst.mode};
        return outlines_.call(key, module_[id].type, inst.operands, [&](std::span<const Id> params) {
            for (std::size_t i = 0; i < params.size(); ++i)
                if (was_double(inst.operands[i])) note_double(params[i], was_[inst.operands[i]]);
            inst.operands = module_.copy(params);
            return flushing(id, inst);
        });
    }
    [[nodiscard]] std::optional<Id> flushing(Id id, const Inst& inst) {
        const auto value = computed(id, with_flushed_inputs(inst));
        return value && inst.mode[ir::FloatMode::flush_result] ? flushed(*value, was_double(id)) : value;
    }
    void note_double(Id id, Type type) {
        if (id >= was_.size()) was_.resize(id + std::size_t{1});
        was_[id] = type;
    }

    // ---- denormals that count as zeros

    [[nodiscard]] bool flushes_halves(const Inst& inst) const {
        const Id first = inst.operands.empty() ? ir::kNone : inst.operands[0];
        return flushes_any(inst.mode) && (inst.type.kind == Kind::F16 || module_[first].type.kind == Kind::F16);
    }
    Inst with_flushed_inputs(Inst inst) {
        if (!inst.mode[ir::FloatMode::flush_inputs]) return inst;
        std::vector<Id> operands;
        for (const Id operand : inst.operands) operands.push_back(flushed(operand, was_double(operand)));
        inst.operands = module_.copy(operands);
        return inst;
    }
    /// Other values than floats are as they were.
    Id flushed(Id value, bool is_double) {
        const Type type = module_[value].type;
        if (is_double) {
            const Id made = SoftDouble(ir_, outlines_, type.lanes, 0).flushed(value);
            note_double(made, type.with_kind(Kind::F64));
            return made;
        }
        return type.kind == Kind::F32 ? write_flushed(ir_, value) : value;
    }

    /// As it was, between bits that are seen as floats.
    Id kept(Id id, const Inst& inst) {
        std::vector<Id> operands;
        for (const Id operand : inst.operands)
            operands.push_back(was_double(operand) ? ir_.bitcast(was_[operand], operand) : operand);
        if (!was_double(id)) {
            module_[id].operands = module_.copy(operands);
            return id;
        }
        ir_.mode(inst.mode);
        const Id value = ir_.add(inst.op, was_[id], operands, inst.imm);
        ir_.mode({});
        return ir_.bitcast(module_[id].type, value);
    }

    // ---- operations

    [[nodiscard]] std::optional<Id> computed(Id id, const Inst& inst) {
        const Type of = was_double(id) ? was_[id] : module_[inst.operands[0]].type;
        SoftDouble soft(ir_, outlines_, of.lanes, inst.mode[ir::FloatMode::rounding]);
        if (const auto value = converted(soft, id, inst)) return value;
        if (!std::ranges::all_of(inst.operands, [&](Id operand) { return was_double(operand); })) return {};
        if (const auto value = arithmetic(soft, inst)) return value;
        return compared(soft, inst);
    }

    [[nodiscard]] std::optional<Id> converted(SoftDouble& soft, Id id, const Inst& inst) {
        const Id a = inst.operands[0];
        switch (inst.op) {
            case Op::FConvert: return was_double(id) ? widened(soft, a) : narrowed(soft, a, inst);
            case Op::FToS:
            case Op::FToU: {
                const Id whole = soft.to_integer(a, ir::bits_of(inst.type.kind), inst.op == Op::FToS);
                return inst.type.kind == Kind::I64 ? whole : ir_.convert(Op::ITruncate, inst.type.kind, whole);
            }
            case Op::SToF:
            case Op::UToF: {
                const Op extend = inst.op == Op::SToF ? Op::SExtend : Op::UExtend;
                const bool is_long = module_[a].type.kind == Kind::I64;
                return soft.from_integer(is_long ? a : ir_.convert(extend, Kind::I64, a), inst.op == Op::SToF);
            }
            default: return {};
        }
    }
    Id widened(SoftDouble& soft, Id a) {
        if (was_double(a)) return a;
        return soft.from_single(module_[a].type.kind == Kind::F16 ? ir_.convert(Op::FConvert, Kind::F32, a) : a);
    }
    Id narrowed(SoftDouble& soft, Id a, const Inst& inst) {
        if (inst.type.kind == Kind::F32) return soft.to_single(a);
        const Id single = soft.to_single(a, true); // so that rounding again does no harm
        ir_.mode(inst.mode);
        return ir_.convert(Op::FConvert, inst.type.kind, single);
    }

    [[nodiscard]] std::optional<Id> arithmetic(SoftDouble& soft, const Inst& inst) {
        const auto& in = inst.operands;
        const Id a = in[0], b = in.size() > 1 ? in[1] : a;
        const auto number = [&](std::uint64_t bits) { return ir_.constant(inst.type, bits); };
        using Whole = SoftDouble::Whole;
        switch (inst.op) {
            case Op::FAdd: return soft.sum(a, b);
            case Op::FSub: return soft.sum(a, soft.negated(b));
            case Op::FMul: return soft.product(a, b);
            case Op::FMad: return soft.sum(product_in_mode(soft, a, b, inst.mode), in[2]);
            case Op::FFma: return soft.fused(a, b, in[2]);
            case Op::FDiv: return soft.quotient(a, b);
            case Op::FSqrt: return soft.root(a);
            case Op::FRcp:
            case Op::FRsq: {
                const Id one = number(kOne);
                return soft.quotient(one, inst.op == Op::FRsq ? soft.root(a) : a);
            }
            case Op::FNeg: return soft.negated(a);
            case Op::FAbs: return soft.magnitude(a);
            case Op::FMin: return ir_.Select(ir_.BOr({soft.below(a, b), soft.is_nan(b)}), a, b);
            case Op::FMax: return ir_.Select(ir_.BOr({soft.below(b, a), soft.is_nan(b)}), a, b);
            case Op::FSat: {
                const Id clamped = ir_.Select({soft.below(a, number(kOne)), a, number(kOne)});
                return ir_.Select({soft.below(number(0), a), clamped, number(0)});
            }
            case Op::FFloor: return soft.whole(a, Whole::Floor);
            case Op::FCeil: return soft.whole(a, Whole::Ceiling);
            case Op::FTrunc: return soft.whole(a, Whole::Truncated);
            case Op::FRoundEven: return soft.whole(a, Whole::Even);
            default: return {};
        }
    }

    /// The first of two steps: its result is one, too.
    static Id product_in_mode(SoftDouble& soft, Id a, Id b, ir::FloatMode mode) {
        const Id product = soft.product(a, b);
        return flushes_any(mode) ? soft.flushed(product) : product;
    }

    [[nodiscard]] std::optional<Id> compared(SoftDouble& soft, const Inst& inst) {
        const Id a = inst.operands[0], b = inst.operands.size() > 1 ? inst.operands[1] : a;
        switch (inst.op) {
            case Op::FEq: return soft.equal(a, b);
            case Op::FNe: return ir_.BNot(soft.equal(a, b));
            case Op::FLt: return soft.below(a, b);
            case Op::FLe: return soft.at_most(a, b);
            case Op::FGt: return soft.below(b, a);
            case Op::FGe: return soft.at_most(b, a);
            case Op::FIsNan: return soft.is_nan(a);
            case Op::FIsInf: return soft.is_infinite(a);
            default: return {};
        }
    }

    ir::Module& module_;
    ir::Builder ir_;
    Outlines outlines_;
    std::vector<Type> was_; // by Id
};

} // namespace

bool lower_doubles(ir::Module& module, const Target& target) {
    return !target.has_doubles() && Kinds(module).has(Kind::F64) && Rewriting(module).run();
}

} // namespace relit::lang
