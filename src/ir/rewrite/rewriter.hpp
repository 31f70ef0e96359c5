// Applies the rewrites of ir/rewrite/rewrites.inc, and rules on lanes that no table can say, to one instruction.
#pragma once

#include "ir/module.hpp"
#include "ir/rewrite/table.hpp"

#include <array>
#include <span>
#include <vector>

namespace relit::ir {

class Rewriter {
public:
    /// Instructions that are needed before the one that is rewritten are appended to `made`, operands first.
    Rewriter(Module& module, std::vector<Id>& made) : module_(module), made_(made) {}

    /// Rewrites of one value are tried again on what became of it, but not for ever.
    static constexpr unsigned kMostIterations = 8;
    /// Returns true if step() may find anything to do, or all operands are constants: most instructions can be told apart from all
    /// patterns by what their operands are.
    [[nodiscard]] bool may_step_or_fold(const Inst& inst) const;
    /// One step. kNone: nothing to do; the instruction itself: it was changed in place; another value: that replaces it.
    [[nodiscard]] Id step(Id id);

private:
    [[nodiscard]] static bool moves_lanes(Op op) { return info(op).has(kPicks) || op == Op::Bitcast; }
    [[nodiscard]] bool may_move_lanes(const Inst& inst) const;
    [[nodiscard]] bool are_constants(const Inst& inst) const;
    [[nodiscard]] const RewritesOfOp& rewrites_of(Op op) const { return rewrites_[static_cast<std::size_t>(op)]; }
    bool matches(const Term& term, Id id);
    bool match_operands(const Term& term, const Inst& inst, bool swapped);
    [[nodiscard]] bool is_number(Id id, const Term& number) const;
    Id become(const Term& term, Id id);
    using Operands = std::array<Id, kMaxLanes>;
    [[nodiscard]] Operands build_operands(const Term& term, Type result, std::uint32_t origin);
    [[nodiscard]] Type number_type(const Term& term, std::size_t index, const Operands& operands, Type result) const;
    Id build(const Term& term, Type type, std::uint32_t origin);
    std::uint32_t literal(const Term& number, Type type);

    Id simplify_lanes(Id id);
    Id simplify_swizzle(Id id);
    Id simplify_swizzle_of_blend(Id id, const Inst& swizzle, const Inst& blend);
    Id simplify_compose(Id id);
    [[nodiscard]] Id simplify_blend(Id id) const;
    Id simplify_bitcast(Id id);
    Id change(Id id, Op op, std::span<const Id> operands, std::uint32_t imm);

    Module& module_;
    std::vector<Id>& made_;
    const RewritesByOp& rewrites_ = rewrites_by_op();
    std::array<Id, kLetters> letters_{};
};

inline bool Rewriter::are_constants(const Inst& inst) const {
    for (const Id operand : inst.operands)
        if (module_[operand].op != Op::Const) return false;
    return true;
}

/// Of the rules on lanes: most swizzles and bitcasts are of what they cannot be joined with.
inline bool Rewriter::may_move_lanes(const Inst& inst) const {
    if (!moves_lanes(inst.op)) return false;
    if (inst.operands.size() != 1) return true;
    const Inst& from = module_[inst.operands[0]];
    const bool are_bits = inst.op == Op::Bitcast, were_bits = from.op == Op::Bitcast;
    return from.type == inst.type || (moves_lanes(from.op) && are_bits == were_bits);
}

inline bool Rewriter::may_step_or_fold(const Inst& inst) const {
    if (!info(inst.op).has(kPure) || inst.operands.empty()) return false;
    if (are_constants(inst) || may_move_lanes(inst)) return true;
    return inst.mode.raw[0] == 0 && rewrites_of(inst.op).has_candidates(module_, inst);
}

} // namespace relit::ir
