#include "ir/rewrite/rewriter.hpp"

#include "ir/edit.hpp"

namespace relit::ir {

/// kNone: nothing to do; the instruction itself: it was changed in place; another value: that replaces it.
Id Rewriter::step(Id id) {
    if (moves_lanes(module_[id].op)) {
        const Id lanes = simplify_lanes(id);
        if (lanes != kNone) return lanes;
    }
    const Inst inst = module_[id];
    if (inst.mode.raw[0] != 0) return kNone;
    for (const Rewrite* rewrite : rewrites_of(inst.op).candidates(module_, inst)) {
        if (rewrite->only != Kind::Void && (rewrite->only != inst.type.kind || module_.keeps_steps)) continue;
        letters_.fill(kNone);
        if (matches(rewrite->from, id)) return become(rewrite->to, id);
    }
    return kNone;
}

bool Rewriter::matches(const Term& term, Id id) {
    if (term.form == Term::Form::Number) return is_number(id, term);
    if (term.form == Term::Form::Letter) {
        if (letters_[term.letter] == kNone) letters_[term.letter] = id;
        return letters_[term.letter] == id;
    }
    const Inst& inst = module_[id];
    if (inst.op != term.op || inst.mode.raw[0] != 0) return false;
    const auto bound = letters_;
    if (match_operands(term, inst, false)) return true;
    letters_ = bound;
    return info(term.op).has(kSwaps) && match_operands(term, inst, true);
}

bool Rewriter::match_operands(const Term& term, const Inst& inst, bool swapped) {
    for (std::size_t i = 0; i < term.operands.size(); ++i) {
        const std::size_t from = swapped && i < 2 ? 1 - i : i;
        if (!matches(term.operands[i], inst.operands[from])) return false;
    }
    return true;
}

bool Rewriter::is_number(Id id, const Term& number) const {
    const Inst& inst = module_[id];
    return inst.op == Op::Const && is_constant(module_, id, number.lane(inst.type.kind));
}

Id Rewriter::become(const Term& term, Id id) {
    if (term.form == Term::Form::Letter) return letters_[term.letter];
    Inst made = module_[id];
    made.imm = 0;
    if (term.form == Term::Form::Number) {
        made.op = Op::Const;
        made.imm = literal(term, made.type);
        made.operands = {};
    } else {
        const Operands operands = build_operands(term, made.type, made.origin);
        made.op = term.op;
        made.operands = module_.copy(std::span(operands).first(term.operands.size()));
    }
    module_[id] = made;
    return id;
}

/// `result`: of the operation; Void where its operands say it.
Rewriter::Operands Rewriter::build_operands(const Term& term, Type result, std::uint32_t origin) {
    Operands operands{};
    for (std::size_t i = term.operands.size(); i-- > 0;) {
        if (term.operands[i].form != Term::Form::Number) operands[i] = build(term.operands[i], {}, origin);
    }
    for (std::size_t i = 0; i < term.operands.size(); ++i) {
        if (operands[i] == kNone) operands[i] = build(term.operands[i], number_type(term, i, operands, result), origin);
    }
    return operands;
}

/// The type of a number among the operands: that of another operand or the result of the same shape, else of any operand.
Type Rewriter::number_type(const Term& term, std::size_t index, const Operands& operands, Type result) const {
    const OpInfo& row = info(term.op);
    Type any{};
    for (std::size_t i = 0; i < term.operands.size(); ++i) {
        if (operands[i] == kNone) continue;
        any = module_[operands[i]].type;
        if (row.operands[i] == row.operands[index]) return any;
    }
    return row.operands[index] == row.result && result != kVoid ? result : any;
}

Id Rewriter::build(const Term& term, Type type, std::uint32_t origin) {
    if (term.form == Term::Form::Letter) return letters_[term.letter];
    if (term.form == Term::Form::Number) {
        made_.push_back(append_constant(module_, type, term.lane(type.kind), origin));
        return made_.back();
    }
    const Operands operands = build_operands(term, kVoid, origin);
    const auto given = std::span(operands).first(term.operands.size());
    type = result_type(term.op, module_[given.back()].type);
    made_.push_back(
        append(module_,
               {.op = term.op, .type = type, .imm = 0, .origin = origin, .mode = {}, .operands = module_.copy(given)}));
    return made_.back();
}

std::uint32_t Rewriter::literal(const Term& number, Type type) {
    const auto at = static_cast<std::uint32_t>(module_.literals.size());
    module_.literals.insert(module_.literals.end(), type.lanes, number.lane(type.kind));
    return at;
}

} // namespace relit::ir
