#include "pass/known_conditions.hpp"

#include <algorithm>
#include <array>

namespace relit::pass {

void KnownConditions::enter(const ir::Cfg& cfg, ir::BlockId block) {
    std::size_t kept = decided_.size();
    while (kept > 0 && !cfg.dominates(decided_[kept - 1].from, block)) --kept;
    forget(kept);
    const auto before = cfg.predecessors(block);
    if (before.size() != 1) return;
    const ir::Terminator& end = function_.blocks[before[0]].end;
    if (decides(end)) decide(end.value, end.edges[0].to == block, block);
}

/// The parts of the condition are known too, as far as they follow from it.
void KnownConditions::decide(ir::Id condition, bool is_true, ir::BlockId from) {
    constexpr std::size_t kMost = 8; // of one condition
    struct Open {
        ir::Id id = ir::kNone;
        bool is_true = false;
    };
    std::array<Open, kMost> open{{{condition, is_true}}};
    std::size_t count = 1;
    for (std::size_t i = 0; i < count; ++i) {
        const auto [id, holds] = open[i];
        if (id >= known_.size()) known_.resize(std::max<std::size_t>(module_.insts.size(), id + 1), Known::No);
        const bool is_choice = known_[id] == Known::Choice;
        if ((known_[id] != Known::No && !is_choice) || module_[id].op == ir::Op::Const) continue;
        known_[id] = holds ? Known::True : Known::False;
        decided_.push_back({id, from, is_choice});
        const ir::Inst& inst = module_[id];
        const bool negates = inst.op == ir::Op::BNot;
        if (!negates && inst.op != (holds ? ir::Op::BAnd : ir::Op::BOr)) continue;
        for (const ir::Id operand : inst.operands)
            if (count < kMost) open[count++] = {operand, holds != negates};
    }
}

void KnownConditions::forget(std::size_t first) {
    for (std::size_t i = first; i < decided_.size(); ++i)
        known_[decided_[i].condition] = decided_[i].is_choice ? Known::Choice : Known::No;
    decided_.resize(first);
}

} // namespace relit::pass
