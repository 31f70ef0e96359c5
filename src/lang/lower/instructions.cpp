#include "lang/lower/instructions.hpp"

#include <vector>

namespace relit::lang {
namespace {

/// By value: how often instructions, ends of blocks, edges and trees name it.
std::vector<std::uint32_t> count_uses(const ir::Module& module) {
    std::vector<std::uint32_t> uses(module.insts.size());
    for (const ir::Function& function : module.functions) {
        for (const ir::Block& block : function.blocks) {
            for (const ir::Id id : block.insts)
                for (const ir::Id operand : module[id].operands) ++uses[operand];
            ++uses[block.end.value];
            for (const ir::Edge& edge : block.end.edges)
                for (const ir::Id arg : edge.args) ++uses[arg];
        }
        for (const ir::Node& node : function.tree.nodes) ++uses[node.value];
    }
    return uses;
}

} // namespace

bool remove_unused(ir::Module& module, std::span<const ir::Id> values) {
    std::vector<std::uint32_t> uses = count_uses(module);
    std::vector<bool> is_gone(module.insts.size());
    std::vector<ir::Id> open(values.begin(), values.end());
    bool any = false;
    while (!open.empty()) {
        const ir::Id id = open.back();
        open.pop_back();
        const bool goes = uses[id] == 0 && !is_gone[id] && ir::info(module[id].op).has(ir::kPure);
        if (!goes) continue;
        is_gone[id] = any = true;
        for (const ir::Id operand : module[id].operands)
            if (--uses[operand] == 0) open.push_back(operand);
    }
    for (ir::Function& function : module.functions)
        for (ir::Block& block : function.blocks)
            if (any) std::erase_if(block.insts, [&](ir::Id id) { return is_gone[id]; });
    return any;
}

void become_value(ir::Builder& builder, ir::Id id, ir::Id value, ir::Id first_new) {
    if (value == id) return;
    ir::Module& module = builder.module();
    auto& insts = module.functions[builder.function_here()].blocks[builder.here()].insts;
    if (value < first_new || insts.empty() || insts.back() != value) return builder.become_copy(id, value);
    module[id] = ir::Inst(module[value]);
    insts.pop_back();
}

} // namespace relit::lang
