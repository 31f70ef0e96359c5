#include "pass/zeros.hpp"

#include "ir/rewrite/table.hpp"
#include "pass/edit.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace relit::pass {
namespace {

constexpr ZeroRow kZeroRows[] = {
#define ZEROS(name, operands, plus) {ir::Op::name, operands, Plus::plus},
#include "pass/zeros.inc"
#undef ZEROS
};

/// By operation; nullptr: it sees the signs of all zeros.
constexpr auto kRowOf = [] {
    std::array<const ZeroRow*, ir::kOpCount> rows{};
    for (const ZeroRow& row : kZeroRows) rows[static_cast<std::size_t>(row.op)] = &row;
    return rows;
}();

const ZeroRow* row_of(const ir::Inst& inst) {
    return inst.mode.raw[0] == 0 ? kRowOf[static_cast<std::size_t>(inst.op)] : nullptr;
}

bool is_plus_zero(const ir::Module& module, ir::Id id) { return ir::is_constant(module, id, 0); }

} // namespace

std::span<const ZeroRow> zero_rows() { return kZeroRows; }

ir::Id summed_with_zero(const ir::Module& module, const ir::Inst& inst) {
    if (inst.op != ir::Op::FAdd || inst.mode.raw[0] != 0) return ir::kNone;
    if (is_plus_zero(module, inst.operands[1])) return inst.operands[0];
    return is_plus_zero(module, inst.operands[0]) ? inst.operands[1] : ir::kNone;
}

ir::Id subtracted_from_zero(const ir::Module& module, const ir::Inst& inst) {
    const bool is = inst.op == ir::Op::FSub && inst.mode.raw[0] == 0 && is_plus_zero(module, inst.operands[0]);
    return is ? inst.operands[1] : ir::kNone;
}

Zeros::Zeros(const ir::Module& module, const ir::Function& function)
    : module_(module), traits_(module.insts.size()), seen_(module.insts.size()) {
    const auto order = reverse_postorder(function);
    for (const ir::BlockId block : order) {
        for (const ir::Id id : function.blocks[block].insts) traits_[id] = traits_of(module[id]);
    }
    for (const ir::BlockId block : order) {
        for (const ir::Id id : function.blocks[block].insts) see_operands(module[id], false);
        if (const ir::Id value = function.blocks[block].end.value; value != ir::kNone) see(value);
    }
    see_arguments(function);
}

/// A value, or what it is the negation or the magnitude of.
ir::Id Zeros::without_sign(ir::Id id) const {
    while (module_[id].op == ir::Op::FNeg || module_[id].op == ir::Op::FAbs) id = module_[id].operands[0];
    return id;
}

bool Zeros::is_usual_product(ir::Id a, ir::Id b) const {
    constexpr Traits kNumber = kFinite | kNotZero;
    const bool is_number = (traits_[a] & kNumber) == kNumber || (traits_[b] & kNumber) == kNumber;
    const bool are_finite = (traits_[a] & traits_[b] & kFinite) != 0;
    return is_number || are_finite || without_sign(a) == without_sign(b);
}

// ---- what is known of a value

Zeros::Traits Zeros::traits_of(const ir::Inst& inst) const {
    if (inst.op == ir::Op::Const) return traits_of_literal(inst);
    if (const ir::Id sum = summed_with_zero(module_, inst); sum != ir::kNone) return traits_[sum];
    if (inst.op == ir::Op::FNeg) return static_cast<Traits>(traits_[inst.operands[0]] & ~kPlus);
    if (inst.op == ir::Op::FAbs) return traits_[inst.operands[0]] | kPlus;
    if (subtracted_from_zero(module_, inst) != ir::kNone) return 0;
    return traits_by_row(inst);
}

Zeros::Traits Zeros::traits_of_literal(const ir::Inst& inst) const {
    if (!ir::is_float(inst.type.kind)) return kAll;
    const std::uint64_t sign = lane_of(-0.0, inst.type.kind);
    const std::uint64_t infinity = lane_of(std::numeric_limits<double>::infinity(), inst.type.kind);
    Traits traits = kAll;
    for (const std::uint64_t lane : module_.literal(inst)) {
        if (lane == sign) traits &= static_cast<Traits>(~kPlus);
        if ((lane & ~sign) == 0) traits &= static_cast<Traits>(~kNotZero);
        if ((lane & ~sign) >= infinity) traits &= static_cast<Traits>(~kFinite);
    }
    return traits;
}

Zeros::Traits Zeros::traits_by_row(const ir::Inst& inst) const {
    const ZeroRow* row = row_of(inst);
    if (row == nullptr) return 0;
    const std::size_t count = inst.operands.size();
    Traits traits = row->plus == Plus::All ? kAll : 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (module_[inst.operands[i]].type.kind == ir::Kind::Bool) continue; // which one, not what
        if (row->plus == Plus::All) traits &= traits_[inst.operands[i]];
        if (row->is_enough(i, count) && is_plus(inst.operands[i])) traits |= kPlus;
    }
    if (row->plus == Plus::Always) traits |= kPlus;
    if (row->plus == Plus::Same && inst.operands[0] == inst.operands[1]) traits |= kPlus;
    if (inst.op == ir::Op::FSat) traits |= kFinite;
    return traits;
}

// ---- who sees what

/// An operation without a row sees its operands anyway.
void Zeros::see(ir::Id id) {
    if (seen_[id] != 0) return;
    seen_[id] = 1;
    if (row_of(module_[id]) != nullptr || module_[id].op == ir::Op::BlockParam) work_.push_back(id);
}

void Zeros::see_operands(const ir::Inst& inst, bool result_is_seen) {
    const ZeroRow* row = row_of(inst);
    for (std::size_t i = 0; i < inst.operands.size(); ++i) {
        const char sees = row == nullptr ? 's' : row->sees(i);
        if (sees == 's' || (sees == 'z' && result_is_seen && !is_settled_by_another(*row, inst, i)))
            see(inst.operands[i]);
    }
}

bool Zeros::is_settled_by_another(const ZeroRow& row, const ir::Inst& inst, std::size_t operand) const {
    const std::size_t count = inst.operands.size();
    for (std::size_t i = 0; i < count; ++i)
        if (i != operand && row.is_enough(i, count) && is_plus(inst.operands[i])) return true;
    return false;
}

void Zeros::drain() {
    while (!work_.empty()) {
        const ir::Id id = work_.back();
        work_.pop_back();
        see_operands(module_[id], true);
    }
}

/// What reaches a parameter whose sign is seen; until nothing more is.
void Zeros::see_arguments(const ir::Function& function) {
    do {
        drain();
        for (auto block = function.blocks.rbegin(); block != function.blocks.rend(); ++block) {
            for (const ir::Edge& edge : block->end.edges) {
                const auto& params = function.blocks[edge.to].params;
                for (std::size_t i = 0; i < params.size(); ++i)
                    if (seen_[params[i]] != 0) see(edge.args[i]);
            }
        }
    } while (!work_.empty());
}

} // namespace relit::pass
