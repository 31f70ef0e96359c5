#include "ir/edit.hpp"

namespace relit::ir {

Id append_constant(Module& module, Type type, std::uint64_t lane, std::uint32_t origin) {
    const auto at = static_cast<std::uint32_t>(module.literals.size());
    module.literals.insert(module.literals.end(), type.lanes, lane);
    return append(module, {.op = Op::Const, .type = type, .imm = at, .origin = origin, .operands = {}});
}

Id Replacements::follow(Id value) {
    Id last = value;
    while (last < by_.size() && by_[last] != kNone) last = by_[last];
    while (value != last) {
        const Id next = by_[value];
        by_[value] = last;
        value = next;
    }
    return last;
}

void Replacements::apply(Module& module, Function& function) {
    if (empty()) return;
    for (Block& block : function.blocks) {
        for_each_use(module, block, [&](Id& use) { use = find(use); });
    }
}

void Replacements::apply_to_ends(Function& function) {
    if (empty()) return;
    for (Block& block : function.blocks) {
        if (block.end.value != kNone) block.end.value = find(block.end.value);
        for (const Edge& edge : block.end.edges)
            for (Id& arg : edge.args) arg = find(arg);
    }
}

} // namespace relit::ir
