// Replaces what depends on constants only by the constant it is worth, and choices on constants by the branch taken.
#include "ir/evaluate.hpp"
#include "pass/edit.hpp"
#include "pass/folding.hpp"
#include "pass/pass.hpp"

#include <algorithm>
#include <array>

namespace relit::pass {
namespace {

bool is_constant(const ir::Module& module, ir::Id id) { return module[id].op == ir::Op::Const; }

ir::Value value_of(const ir::Module& module, ir::Id constant) {
    ir::Value value;
    std::ranges::copy(module.literal(module[constant]), value.lanes.begin());
    return value;
}

bool can_fold(const ir::Module& module, const ir::Inst& inst) {
    if (!has_constants_only(module, inst)) return false;
    if (ir::info(inst.op).has(ir::kAcross)) return false;
    return inst.op == ir::Op::LoadTable || ir::prepare(module, inst).run != nullptr;
}

/// Which edge a constant takes.
std::size_t edge_taken(const ir::Terminator& end, std::uint64_t value) {
    if (end.kind == ir::TerminatorKind::Branch) return value != 0 ? 0 : 1;
    return static_cast<std::size_t>(std::ranges::find(end.cases, value) - end.cases.begin());
}

/// Whether the edges cannot be told apart by where they lead and what they carry.
bool all_equal(std::span<const ir::Edge> edges) {
    return std::ranges::all_of(edges, [&](const ir::Edge& edge) {
        return edge.to == edges[0].to && std::ranges::equal(edge.args, edges[0].args);
    });
}

} // namespace

bool fold_inst(ir::Module& module, ir::Id id) {
    if (!can_fold(module, module[id])) return false;
    ir::Inst& inst = module[id];
    std::array<ir::Value, ir::kMaxLanes> operands;
    std::ranges::transform(inst.operands, operands.begin(), [&](ir::Id operand) { return value_of(module, operand); });
    const ir::Value value = ir::evaluate(module, inst, std::span(operands).first(inst.operands.size()));
    inst.op = ir::Op::Const;
    inst.imm = static_cast<std::uint32_t>(module.literals.size());
    inst.mode = {};
    inst.operands = {};
    module.literals.insert(module.literals.end(), value.lanes.begin(), value.lanes.begin() + inst.type.lanes);
    return true;
}

bool fold_end(const ir::Module& module, ir::Terminator& end) {
    if (end.kind != ir::TerminatorKind::Branch && end.kind != ir::TerminatorKind::Switch) return false;
    const bool known = is_constant(module, end.value);
    if (!known && !all_equal(end.edges)) return false;
    const std::size_t taken = known ? edge_taken(end, value_of(module, end.value).lanes[0]) : 0;
    end = {ir::TerminatorKind::Jump, ir::kNone, end.edges.subspan(taken, 1), {}, end.origin};
    return true;
}

bool fold(ir::Module& module) {
    forget_trees(module);
    bool changed = false;
    for (ir::Function& function : module.functions) {
        for (const ir::BlockId block : reverse_postorder(function)) {
            for (const ir::Id inst : function.blocks[block].insts) changed |= fold_inst(module, inst);
            changed |= fold_end(module, function.blocks[block].end);
        }
    }
    return changed;
}

} // namespace relit::pass
