// Applies the rewrites of pass/simplify.inc, and those rules on lanes that no table can say.
#include "ir/builder.hpp"
#include "pass/edit.hpp"
#include "pass/pass.hpp"
#include "pass/rewrites.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace relit::pass {
namespace {

/// Rewrites of one value are tried again on what became of it, but not for ever.
constexpr unsigned kMostRounds = 8;

class Simplifier {
public:
    explicit Simplifier(ir::Module& module) : module_(module) {}

    bool run(ir::Function& function) {
        bool changed = false;
        const std::vector<ir::BlockId> order = reverse_postorder(function);
        for (const ir::BlockId id : order) {
            ir::Block& block = function.blocks[id];
            std::vector<ir::Id> old(block.insts.begin(), block.insts.end());
            block.insts.clear();
            out_ = &block.insts;
            for (const ir::Id inst : old) changed |= visit(inst);
        }
        const bool all_visited = order.size() == function.blocks.size();
        all_visited ? replacements_.apply_to_ends(function) : replacements_.apply(module_, function);
        return changed;
    }

private:
    /// What is left of the instruction goes to the block; what it needs goes before it.
    bool visit(ir::Id id) {
        for (ir::Id& operand : module_[id].operands) operand = replacements_.find(operand);
        bool changed = false;
        for (unsigned round = 0; round < kMostRounds; ++round) {
            const ir::Id same = step(id);
            if (same == ir::kNone) break;
            changed = true;
            if (same == id) continue;
            replacements_.replace(id, same);
            return true;
        }
        out_->push_back(id);
        return changed;
    }

    /// kNone: nothing to do; the instruction itself: it was changed in place; another value: that replaces it.
    ir::Id step(ir::Id id) {
        const ir::Id lanes = simplify_lanes(id);
        if (lanes != ir::kNone) return lanes;
        if (module_[id].mode.raw[0] != 0) return ir::kNone;
        for (const Rewrite* rewrite : rewrites_[static_cast<std::size_t>(module_[id].op)]) {
            letters_.fill(ir::kNone);
            if (matches(rewrite->from, id)) return become(rewrite->to, id);
        }
        return ir::kNone;
    }

    bool matches(const Term& term, ir::Id id) {
        if (term.form == Term::Form::Number) return is_number(id, term.number);
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

    bool match_operands(const Term& term, const ir::Inst& inst, bool swapped) {
        for (std::size_t i = 0; i < term.operands.size(); ++i) {
            const std::size_t from = swapped && i < 2 ? 1 - i : i;
            if (!matches(term.operands[i], inst.operands[from])) return false;
        }
        return true;
    }

    [[nodiscard]] bool is_number(ir::Id id, double number) const {
        const ir::Inst& inst = module_[id];
        if (inst.op != ir::Op::Const) return false;
        const std::uint64_t wanted = lane_of(number, inst.type.kind);
        return std::ranges::all_of(module_.literal(inst), [&](std::uint64_t lane) { return lane == wanted; });
    }

    ir::Id become(const Term& term, ir::Id id) {
        if (term.form == Term::Form::Letter) return letters_[term.letter];
        ir::Inst made = module_[id];
        made.imm = 0;
        if (term.form == Term::Form::Number) {
            made.op = ir::Op::Const;
            made.imm = literal(term.number, made.type);
            made.operands = {};
        } else {
            const std::vector<ir::Id> operands = build_operands(term, module_[id].origin);
            made.op = term.op;
            made.operands = module_.copy(operands);
        }
        module_[id] = made;
        return id;
    }

    std::vector<ir::Id> build_operands(const Term& term, std::uint32_t origin) {
        std::vector<ir::Id> operands(term.operands.size());
        ir::Type type{};
        for (std::size_t i = operands.size(); i-- > 0;) {
            if (term.operands[i].form == Term::Form::Number) continue;
            operands[i] = build(term.operands[i], {}, origin);
            type = module_[operands[i]].type;
        }
        for (std::size_t i = 0; i < operands.size(); ++i) {
            if (operands[i] == ir::kNone) operands[i] = build(term.operands[i], type, origin);
        }
        return operands;
    }

    ir::Id build(const Term& term, ir::Type type, std::uint32_t origin) {
        if (term.form == Term::Form::Letter) return letters_[term.letter];
        ir::Builder builder(module_);
        builder.origin_index(origin);
        if (term.form == Term::Form::Number) {
            out_->push_back(builder.make(ir::Op::Const, type, {}, literal(term.number, type)));
            return out_->back();
        }
        const std::vector<ir::Id> operands = build_operands(term, origin);
        out_->push_back(builder.make(term.op, type_of(term.op, module_[operands.back()].type), operands));
        return out_->back();
    }

    std::uint32_t literal(double number, ir::Type type) {
        const auto at = static_cast<std::uint32_t>(module_.literals.size());
        module_.literals.insert(module_.literals.end(), type.lanes, lane_of(number, type.kind));
        return at;
    }

    // ---- lanes
    ir::Id simplify_lanes(ir::Id id) {
        switch (module_[id].op) {
            case ir::Op::Swizzle: return simplify_swizzle(id);
            case ir::Op::Compose: return simplify_compose(id);
            case ir::Op::Blend: return simplify_blend(id);
            case ir::Op::Bitcast: return simplify_bitcast(id);
            default: return ir::kNone;
        }
    }

    ir::Id change(ir::Id id, ir::Op op, std::span<const ir::Id> operands, std::uint32_t imm) {
        module_[id].op = op;
        module_[id].imm = imm;
        module_[id].operands = module_.copy(operands);
        return id;
    }

    ir::Id simplify_swizzle(ir::Id id) {
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
        if (from.op != ir::Op::Compose) return ir::kNone;
        if (inst.type.lanes == 1) return from.operands[ir::swizzle_lane(inst.imm, 0)];
        std::array<ir::Id, ir::kMaxLanes> lanes{};
        for (unsigned i = 0; i < inst.type.lanes; ++i) lanes[i] = from.operands[ir::swizzle_lane(inst.imm, i)];
        return change(id, ir::Op::Compose, std::span(lanes).first(inst.type.lanes), 0);
    }

    /// Lanes of one value are a swizzle of it.
    ir::Id simplify_compose(ir::Id id) {
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

    ir::Id simplify_blend(ir::Id id) {
        const ir::Inst& inst = module_[id];
        const std::uint32_t full = (1U << inst.type.lanes) - 1;
        if ((inst.imm & full) == 0 || inst.operands[0] == inst.operands[1]) return inst.operands[0];
        return (inst.imm & full) == full ? inst.operands[1] : ir::kNone;
    }

    ir::Id simplify_bitcast(ir::Id id) {
        const ir::Inst& inst = module_[id];
        const ir::Inst& from = module_[inst.operands[0]];
        if (from.type == inst.type) return inst.operands[0];
        return from.op == ir::Op::Bitcast ? change(id, ir::Op::Bitcast, from.operands, 0) : ir::kNone;
    }

    ir::Module& module_;
    const RewritesByOp& rewrites_ = rewrites_by_op();
    Replacements replacements_;
    std::pmr::vector<ir::Id>* out_ = nullptr;
    std::array<ir::Id, kLetters> letters_{};
};

} // namespace

bool simplify(ir::Module& module) {
    forget_trees(module);
    bool changed = false;
    for (ir::Function& function : module.functions) changed |= Simplifier(module).run(function);
    return changed;
}

} // namespace relit::pass
