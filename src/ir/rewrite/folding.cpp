#include "ir/rewrite/folding.hpp"

#include "ir/evaluate.hpp"

#include <algorithm>
#include <array>

namespace relit::ir {
namespace {

Value value_of(const Module& module, Id constant) {
    Value value;
    std::ranges::copy(module.literal(module[constant]), value.lanes.begin());
    return value;
}

bool can_fold(const Module& module, const Inst& inst) {
    const OpInfo& op = info(inst.op);
    const auto is_constant = [&](Id operand) { return module[operand].op == Op::Const; };
    if (!op.has(kPure) || op.has(kAcross) || inst.operands.empty()) return false;
    if (!std::ranges::all_of(inst.operands, is_constant)) return false;
    return inst.op == Op::LoadTable || prepare(module, inst).run != nullptr;
}

/// Which edge a constant takes.
std::size_t edge_taken(const Terminator& end, std::uint64_t value) {
    if (end.kind == TerminatorKind::Branch) return value != 0 ? 0 : 1;
    return static_cast<std::size_t>(std::ranges::find(end.cases, value) - end.cases.begin());
}

/// Returns true if the edges cannot be told apart by where they lead and what they carry.
bool all_equal(std::span<const Edge> edges) {
    return std::ranges::all_of(edges, [&](const Edge& edge) {
        return edge.to == edges[0].to && std::ranges::equal(edge.args, edges[0].args);
    });
}

} // namespace

bool fold_inst(Module& module, Id id) {
    if (!can_fold(module, module[id])) return false;
    Inst& inst = module[id];
    std::array<Value, kMaxLanes> operands;
    std::ranges::transform(inst.operands, operands.begin(), [&](Id operand) { return value_of(module, operand); });
    const Value value = evaluate(module, inst, std::span(operands).first(inst.operands.size()));
    inst.op = Op::Const;
    inst.imm = static_cast<std::uint32_t>(module.literals.size());
    inst.mode = {};
    inst.operands = {};
    module.literals.insert(module.literals.end(), value.lanes.begin(), value.lanes.begin() + inst.type.lanes);
    return true;
}

bool fold_end(const Module& module, Terminator& end) {
    if (end.kind != TerminatorKind::Branch && end.kind != TerminatorKind::Switch) return false;
    const bool known = module[end.value].op == Op::Const;
    if (!known && !all_equal(end.edges)) return false;
    const std::size_t taken = known ? edge_taken(end, value_of(module, end.value).lanes[0]) : 0;
    end = {TerminatorKind::Jump, kNone, end.edges.subspan(taken, 1), {}, end.origin};
    return true;
}

} // namespace relit::ir
