// What the rewrites of pass/simplify.inc, and rules on lanes that no table can say, make of one instruction.
#pragma once

#include "ir/module.hpp"
#include "pass/rewrites.hpp"

#include <array>
#include <initializer_list>
#include <span>
#include <vector>

namespace relit::pass {

class Simplifier {
public:
    /// Instructions that are needed before the one that is simplified are appended to `made`, operands first.
    Simplifier(ir::Module& module, std::vector<ir::Id>& made) : module_(module), made_(made) {}

    /// Rewrites of one value are tried again on what became of it, but not for ever.
    static constexpr unsigned kMostIterations = 8;
    /// Whether step() may find anything to do: most instructions can be told apart from all patterns by what their operands
    /// are.
    [[nodiscard]] bool may_step(const ir::Inst& inst) const;
    /// One step. kNone: nothing to do; the instruction itself: it was changed in place; another value: that replaces it.
    [[nodiscard]] ir::Id step(ir::Id id);

private:
    [[nodiscard]] static bool moves_lanes(ir::Op op) { return ir::info(op).has(ir::kPicks) || op == ir::Op::Bitcast; }
    [[nodiscard]] bool may_move_lanes(const ir::Inst& inst) const;
    [[nodiscard]] const RewritesOfOp& rewrites_of(ir::Op op) const { return rewrites_[static_cast<std::size_t>(op)]; }
    [[nodiscard]] bool may_match(const ir::Inst& inst, const RewritesOfOp& rewrites) const;
    [[nodiscard]] bool may_match(const ir::Inst& inst, const Rewrite& rewrite) const;
    bool matches(const Term& term, ir::Id id);
    bool match_operands(const Term& term, const ir::Inst& inst, bool swapped);
    [[nodiscard]] bool is_number(ir::Id id, const Term& number) const;
    ir::Id become(const Term& term, ir::Id id);
    using Operands = std::array<ir::Id, ir::kMaxLanes>;
    [[nodiscard]] Operands build_operands(const Term& term, std::uint32_t origin);
    ir::Id build(const Term& term, ir::Type type, std::uint32_t origin);
    std::uint32_t literal(const Term& number, ir::Type type);

    ir::Id simplify_lanes(ir::Id id);
    ir::Id simplify_swizzle(ir::Id id);
    ir::Id simplify_swizzle_of_blend(ir::Id id, const ir::Inst& swizzle, const ir::Inst& blend);
    ir::Id simplify_compose(ir::Id id);
    [[nodiscard]] ir::Id simplify_blend(ir::Id id) const;
    ir::Id simplify_bitcast(ir::Id id);
    ir::Id change(ir::Id id, ir::Op op, std::span<const ir::Id> operands, std::uint32_t imm);

    ir::Module& module_;
    std::vector<ir::Id>& made_;
    const RewritesByOp& rewrites_ = rewrites_by_op();
    std::array<ir::Id, kLetters> letters_{};
};

inline bool Simplifier::may_match(const ir::Inst& inst, const RewritesOfOp& rewrites) const {
    if (rewrites.rows.empty() || inst.mode.raw[0] != 0) return false;
    ir::Id before = ir::kNone;
    for (const ir::Id operand : inst.operands) {
        const ir::Inst& from = module_[operand];
        if (from.op == ir::Op::Const ? rewrites.wants(module_.literals[from.imm], from.type.kind)
                                     : rewrites.operands[static_cast<std::size_t>(from.op)])
            return true;
        if (operand == before && rewrites.any_twice) return true;
        before = operand;
    }
    return false;
}

/// Of the rules on lanes: most swizzles and bitcasts are of what they cannot be joined with.
inline bool Simplifier::may_move_lanes(const ir::Inst& inst) const {
    if (!moves_lanes(inst.op)) return false;
    if (inst.operands.size() != 1) return true;
    const ir::Inst& from = module_[inst.operands[0]];
    const bool are_bits = inst.op == ir::Op::Bitcast, were_bits = from.op == ir::Op::Bitcast;
    return from.type == inst.type || (moves_lanes(from.op) && are_bits == were_bits);
}

inline bool Simplifier::may_step(const ir::Inst& inst) const {
    return may_move_lanes(inst) || may_match(inst, rewrites_of(inst.op));
}

} // namespace relit::pass
