#include "ir/analysis/calls.hpp"

#include <algorithm>
#include <utility>

namespace relit::ir {
namespace {

bool is_pure_alone(const Module& module, const Function& function) {
    const auto is_fine = [&](Id id) {
        const OpInfo& row = info(module[id].op);
        return row.is_call() || (is_pure(module, module[id]) && !row.has(kAcross));
    };
    return function.result != kVoid && std::ranges::all_of(function.blocks, [&](const Block& block) {
               return std::ranges::all_of(block.insts, is_fine);
           });
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

std::vector<bool> pure_functions(const Module& module) {
    if (module.functions.size() == 1) return {false}; // nobody calls it
    std::vector<FunctionId> impure;
    for (FunctionId index = 0; index < module.functions.size(); ++index)
        if (!is_pure_alone(module, module.functions[index])) impure.push_back(index);
    std::vector<bool> pure = with_callers(module, std::move(impure));
    pure.flip();
    return pure;
}

} // namespace relit::ir
