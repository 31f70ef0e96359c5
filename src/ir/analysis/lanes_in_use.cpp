#include "ir/analysis/lanes_in_use.hpp"

#include <utility>

namespace relit::ir {

LanesInUse::LanesInUse(const Module& module, Wanted wanted)
    : module_(module), wanted_(wanted), effects_(call_effects(module)), used_(module.insts.size()) {
    if (wanted_.through_calls) note_calls();
    for (const Function& function : module.functions) start(function);
    while (!open_.empty()) {
        const Id id = open_.back();
        open_.pop_back();
        use_operands(id);
    }
}

/// Finds what each parameter of a function is given.
void LanesInUse::note_calls() {
    std::vector<std::vector<Id>> calls(module_.functions.size());
    const auto for_each_inst = [&](auto&& visit) {
        for (FunctionId function = 0; function < module_.functions.size(); ++function)
            for (const Block& block : module_.functions[function].blocks)
                for (const Id id : block.insts) visit(function, id);
    };
    for_each_inst([&](FunctionId, Id id) {
        if (info(module_[id].op).is_call()) calls[module_[id].imm].push_back(id);
    });
    for_each_inst([&](FunctionId function, Id id) {
        if (module_[id].op != Op::Param) return;
        for (const Id call : calls[function]) arguments_[id].push_back(module_[call].operands[module_[id].imm]);
    });
}

void LanesInUse::start(const Function& function) {
    for (const Block& block : function.blocks) {
        for (const Id id : block.insts)
            if (!is_removable(id)) open_.push_back(id);
        if (block.end.value != kNone) use_all(block.end.value);
        for (const Edge& edge : block.end.edges)
            for (const Id argument : edge.args) use_all(argument);
    }
}

bool LanesInUse::is_removable(Id id) const {
    const Inst& inst = module_[id];
    return info(inst.op).is_call() ? ir::is_removable(effects_[inst.imm]) : ir::is_removable(module_, inst);
}

void LanesInUse::use(Id id, std::uint32_t lanes) {
    if ((used_[id] | lanes) == used_[id]) return;
    used_[id] |= lanes;
    open_.push_back(id);
}

void LanesInUse::use_operands(Id id) {
    const Inst& inst = module_[id];
    const OpInfo& row = info(inst.op);
    if (const auto given = arguments_.find(id); given != arguments_.end())
        for (const Id argument : given->second) use(argument, used_[id]);
    if (row.is_call() && wanted_.through_calls) return;
    if (row.is_fixed_access() && row.is_store())
        return use(inst.operands[0], inst.access()[Access::mask] & all_lanes(inst.operands[0]));
    if (row.has(kPicks)) {
        for (unsigned lane = 0; lane < inst.type.lanes; ++lane) {
            if ((used_[id] >> lane & 1) == 0) continue;
            const LaneOf from = picked_lane(inst, lane);
            use(from.value, 1U << from.lane);
        }
        return;
    }
    const bool lanewise = is_lanewise(module_, inst);
    for (const Id operand : inst.operands) lanewise ? use(operand, used_[id]) : use_all(operand);
}

} // namespace relit::ir
