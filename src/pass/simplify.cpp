// Applies the rewrites of pass/simplify.inc, and those rules on lanes that no table can say.
#include "ir/builder.hpp"
#include "pass/edit.hpp"
#include "pass/pass.hpp"
#include "pass/simplifying.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace relit::pass {

/// kNone: nothing to do; the instruction itself: it was changed in place; another value: that replaces it.
ir::Id Simplifier::step(ir::Id id) {
    if (moves_lanes(module_[id].op)) {
        const ir::Id lanes = simplify_lanes(id);
        if (lanes != ir::kNone) return lanes;
    }
    const RewritesOfOp& rewrites = rewrites_of(module_[id].op);
    if (!may_match(module_[id], rewrites)) return ir::kNone;
    for (const Rewrite* rewrite : rewrites.rows) {
        if (!may_match(module_[id], *rewrite)) continue;
        letters_.fill(ir::kNone);
        if (matches(rewrite->from, id)) return become(rewrite->to, id);
    }
    return ir::kNone;
}

bool Simplifier::may_match(const ir::Inst& inst, const Rewrite& rewrite) const {
    const auto is_wanted = [&](std::size_t i, std::size_t from) {
        if (rewrite.wants[i] == kAnyOp) return true;
        if (rewrite.wants[i] != module_[inst.operands[from]].op) return false;
        const Term& term = rewrite.from.operands[i];
        return term.form != Term::Form::Number || is_number(inst.operands[from], term);
    };
    for (std::size_t i = 2; i < inst.operands.size(); ++i)
        if (!is_wanted(i, i)) return false;
    if (inst.operands.size() < 2) return is_wanted(0, 0);
    if (is_wanted(0, 0) && is_wanted(1, 1)) return true;
    return ir::info(inst.op).has(ir::kSwaps) && is_wanted(0, 1) && is_wanted(1, 0);
}

bool Simplifier::matches(const Term& term, ir::Id id) {
    if (term.form == Term::Form::Number) return is_number(id, term);
    if (term.form == Term::Form::Letter) {
        if (letters_[term.letter] == ir::kNone) letters_[term.letter] = id;
        return letters_[term.letter] == id;
    }
    const ir::Inst& inst = module_[id];
    if (inst.op != term.op || inst.mode.raw[0] != 0) return false;
    const auto bound = letters_;
    if (match_operands(term, inst, false)) return true;
    letters_ = bound;
    return ir::info(term.op).has(ir::kSwaps) && match_operands(term, inst, true);
}

bool Simplifier::match_operands(const Term& term, const ir::Inst& inst, bool swapped) {
    for (std::size_t i = 0; i < term.operands.size(); ++i) {
        const std::size_t from = swapped && i < 2 ? 1 - i : i;
        if (!matches(term.operands[i], inst.operands[from])) return false;
    }
    return true;
}

bool Simplifier::is_number(ir::Id id, const Term& number) const {
    const ir::Inst& inst = module_[id];
    return inst.op == ir::Op::Const && ir::is_constant(module_, id, number.lane(inst.type.kind));
}

ir::Id Simplifier::become(const Term& term, ir::Id id) {
    if (term.form == Term::Form::Letter) return letters_[term.letter];
    ir::Inst made = module_[id];
    made.imm = 0;
    if (term.form == Term::Form::Number) {
        made.op = ir::Op::Const;
        made.imm = literal(term, made.type);
        made.operands = {};
    } else {
        const Operands operands = build_operands(term, module_[id].origin);
        made.op = term.op;
        made.operands = module_.copy(std::span(operands).first(term.operands.size()));
    }
    module_[id] = made;
    return id;
}

Simplifier::Operands Simplifier::build_operands(const Term& term, std::uint32_t origin) {
    Operands operands{};
    ir::Type type{};
    for (std::size_t i = term.operands.size(); i-- > 0;) {
        if (term.operands[i].form == Term::Form::Number) continue;
        operands[i] = build(term.operands[i], {}, origin);
        type = module_[operands[i]].type;
    }
    for (std::size_t i = 0; i < term.operands.size(); ++i) {
        if (operands[i] == ir::kNone) operands[i] = build(term.operands[i], type, origin);
    }
    return operands;
}

ir::Id Simplifier::build(const Term& term, ir::Type type, std::uint32_t origin) {
    if (term.form == Term::Form::Letter) return letters_[term.letter];
    ir::Builder builder(module_);
    builder.origin_index(origin);
    if (term.form == Term::Form::Number) {
        made_.push_back(builder.make_constant(type, term.lane(type.kind)));
        return made_.back();
    }
    const Operands operands = build_operands(term, origin);
    const auto given = std::span(operands).first(term.operands.size());
    made_.push_back(builder.make(term.op, type_of(term.op, module_[given.back()].type), given));
    return made_.back();
}

std::uint32_t Simplifier::literal(const Term& number, ir::Type type) {
    const auto at = static_cast<std::uint32_t>(module_.literals.size());
    module_.literals.insert(module_.literals.end(), type.lanes, number.lane(type.kind));
    return at;
}

// ---- lanes

ir::Id Simplifier::simplify_lanes(ir::Id id) {
    switch (module_[id].op) {
        case ir::Op::Swizzle: return simplify_swizzle(id);
        case ir::Op::Compose: return simplify_compose(id);
        case ir::Op::Blend: return simplify_blend(id);
        case ir::Op::Bitcast: return simplify_bitcast(id);
        default: return ir::kNone;
    }
}

ir::Id Simplifier::change(ir::Id id, ir::Op op, std::span<const ir::Id> operands, std::uint32_t imm) {
    module_[id].op = op;
    module_[id].imm = imm;
    module_[id].operands = module_.copy(operands);
    return id;
}

ir::Id Simplifier::simplify_swizzle(ir::Id id) {
    const ir::Inst inst = module_[id];
    const ir::Inst from = module_[inst.operands[0]];
    bool in_order = inst.type.lanes == from.type.lanes;
    for (unsigned i = 0; i < inst.type.lanes; ++i) in_order &= ir::swizzle_lane(inst.imm, i) == i;
    if (in_order) return inst.operands[0];
    if (from.op == ir::Op::Swizzle) {
        std::uint32_t imm = 0;
        for (unsigned i = 0; i < inst.type.lanes; ++i) {
            imm |= ir::swizzle_lane(from.imm, ir::swizzle_lane(inst.imm, i)) << (8 * i);
        }
        return change(id, ir::Op::Swizzle, from.operands, imm);
    }
    if (from.op == ir::Op::Blend) return simplify_swizzle_of_blend(id, inst, from);
    if (from.op != ir::Op::Compose) return ir::kNone;
    if (inst.type.lanes == 1) return from.operands[ir::swizzle_lane(inst.imm, 0)];
    std::array<ir::Id, ir::kMaxLanes> lanes{};
    for (unsigned i = 0; i < inst.type.lanes; ++i) lanes[i] = from.operands[ir::swizzle_lane(inst.imm, i)];
    return change(id, ir::Op::Compose, std::span(lanes).first(inst.type.lanes), 0);
}

/// Lanes that all come from one of the two are lanes of that one.
ir::Id Simplifier::simplify_swizzle_of_blend(ir::Id id, const ir::Inst& swizzle, const ir::Inst& blend) {
    std::uint32_t taken = 0;
    for (unsigned i = 0; i < swizzle.type.lanes; ++i) taken |= 1U << ir::swizzle_lane(swizzle.imm, i);
    const std::uint32_t over = blend.imm & taken;
    if (over != 0 && over != taken) return ir::kNone;
    return change(id, ir::Op::Swizzle, blend.operands.subspan(over == 0 ? 0 : 1, 1), swizzle.imm);
}

/// Lanes of one value are a swizzle of it.
ir::Id Simplifier::simplify_compose(ir::Id id) {
    const ir::Inst inst = module_[id];
    if (inst.operands.size() == 1) return inst.operands[0];
    ir::Id source = ir::kNone;
    std::uint32_t imm = 0;
    for (unsigned i = 0; i < inst.type.lanes; ++i) {
        const ir::Inst& lane = module_[inst.operands[i]];
        const bool taken = lane.op == ir::Op::Swizzle;
        const ir::Id from = taken ? lane.operands[0] : inst.operands[i];
        if (source != ir::kNone && from != source) return ir::kNone;
        source = from;
        imm |= (taken ? ir::swizzle_lane(lane.imm, 0) : 0) << (8 * i);
    }
    return change(id, ir::Op::Swizzle, {&source, 1}, imm);
}

ir::Id Simplifier::simplify_blend(ir::Id id) const {
    const ir::Inst& inst = module_[id];
    const std::uint32_t full = (1U << inst.type.lanes) - 1;
    if ((inst.imm & full) == 0 || inst.operands[0] == inst.operands[1]) return inst.operands[0];
    return (inst.imm & full) == full ? inst.operands[1] : ir::kNone;
}

ir::Id Simplifier::simplify_bitcast(ir::Id id) {
    const ir::Inst& inst = module_[id];
    const ir::Inst& from = module_[inst.operands[0]];
    if (from.type == inst.type) return inst.operands[0];
    return from.op == ir::Op::Bitcast ? change(id, ir::Op::Bitcast, from.operands, 0) : ir::kNone;
}

namespace {

class Simplification {
public:
    explicit Simplification(ir::Module& module) : module_(module), simplifier_(module, made_) {}

    bool run(ir::Function& function) {
        bool changed = false;
        const auto order = reverse_postorder(function);
        for (const ir::BlockId id : order) {
            ir::Block& block = function.blocks[id];
            std::vector<ir::Id> old(block.insts.begin(), block.insts.end());
            block.insts.clear();
            for (const ir::Id inst : old) changed |= visit(inst, block);
        }
        const bool all_visited = order.size() == function.blocks.size();
        all_visited ? replacements_.apply_to_ends(function) : replacements_.apply(module_, function);
        return changed;
    }

private:
    /// What is left of the instruction goes to the block; what it needs goes before it.
    bool visit(ir::Id id, ir::Block& block) {
        for (ir::Id& operand : module_[id].operands) operand = replacements_.find(operand);
        bool changed = false, replaced = false;
        made_.clear();
        for (unsigned round = 0; round < Simplifier::kMostIterations && !replaced; ++round) {
            const ir::Id same = simplifier_.step(id);
            if (same == ir::kNone) break;
            changed = true;
            replaced = same != id;
            if (replaced) replacements_.replace(id, same);
        }
        block.insts.insert(block.insts.end(), made_.begin(), made_.end());
        if (!replaced) block.insts.push_back(id);
        return changed;
    }

    ir::Module& module_;
    std::vector<ir::Id> made_;
    Simplifier simplifier_;
    Replacements replacements_;
};

} // namespace

bool simplify(ir::Module& module) {
    forget_trees(module);
    bool changed = false;
    for (ir::Function& function : module.functions) changed |= Simplification(module).run(function);
    return changed;
}

} // namespace relit::pass
