#include "ir/analysis/calls.hpp"

#include <algorithm>
#include <utility>

namespace relit::ir {
namespace {

CallEffect effect_of(const Module& module, const Inst& inst) {
    const OpInfo& row = info(inst.op);
    if (is_pure(module, inst) && !row.has(kAcross)) return CallEffect::None;
    if (!row.touches(Memory::Buffer)) return CallEffect::Any;
    return row.has(kEffect) ? CallEffect::ChangesMemory : CallEffect::ReadsMemory;
}

struct Call {
    FunctionId caller = 0, callee = 0;
};

/// Of the function without what it calls, which is added to `calls`.
CallEffect effect_alone(const Module& module, FunctionId index, std::vector<Call>& calls) {
    const Function& function = module.functions[index];
    CallEffect most = function.result == kVoid ? CallEffect::ChangesMemory : CallEffect::None; // it is for an effect
    for (const Block& block : function.blocks)
        for (const Id id : block.insts) {
            const Inst& inst = module[id];
            if (info(inst.op).is_call()) {
                calls.push_back({index, inst.imm});
            } else if (most != CallEffect::Any) {
                most = std::max(most, effect_of(module, inst));
            }
        }
    return most;
}

} // namespace

std::vector<bool> with_callers(const Module& module, std::vector<FunctionId> marked) {
    std::vector<std::vector<FunctionId>> callers(module.functions.size());
    for (FunctionId index = 0; index < module.functions.size(); ++index)
        for (const Block& block : module.functions[index].blocks)
            for_each_callee(module, block, [&](FunctionId callee) { callers[callee].push_back(index); });
    std::vector<bool> has(module.functions.size());
    while (!marked.empty()) {
        const FunctionId index = marked.back();
        marked.pop_back();
        if (has[index]) continue;
        has[index] = true;
        marked.insert(marked.end(), callers[index].begin(), callers[index].end());
    }
    return has;
}

std::vector<CallEffect> call_effects(const Module& module) {
    if (module.functions.size() == 1) return {CallEffect::Any}; // nobody calls it
    std::vector<Call> calls;
    std::vector<CallEffect> effects;
    for (FunctionId index = 0; index < module.functions.size(); ++index)
        effects.push_back(effect_alone(module, index, calls));
    // functions that a lowering adds stand after those that they call, others before
    for (bool changed = true; changed;) {
        changed = false;
        for (const Call& call : calls) {
            changed = changed || effects[call.caller] < effects[call.callee];
            effects[call.caller] = std::max(effects[call.caller], effects[call.callee]);
        }
    }
    return effects;
}

} // namespace relit::ir
