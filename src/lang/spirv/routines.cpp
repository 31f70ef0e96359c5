#include "lang/spirv/routines.hpp"

#include <algorithm>

namespace relit::lang::spirv {

using ir::Op;

Routines::Routines(Assembly& assembly, const ir::Module& module)
    : module_(module), routines_(&assembly.scratch()), numbers_(module.insts.size(), &assembly.scratch()) {
    for (const ir::Function& function : module.functions)
        for (const ir::Block& block : function.blocks)
            for (const ir::Id id : block.insts)
                if (may_pay(module[id])) count(id);
}

void Routines::count(ir::Id id) {
    const std::uint32_t least = least_uses(module_[id]);
    const Key key = key_of(module_[id]);
    const auto known = std::ranges::find(routines_, key, &Routine::key);
    numbers_[id] = static_cast<std::uint32_t>(known - routines_.begin()) + 1;
    known == routines_.end() ? routines_.push_back({key, least, 1, 0}) : void(++known->uses);
}

std::uint32_t Routines::least_uses(const ir::Inst& inst) {
    const Spelling& how = spelling(inst.op);
    return how.expansion == Expansion::Emit || how.expansion == Expansion::Atomic ? 0 : how.least_uses;
}

Routines::Key Routines::key_of(const ir::Inst& inst) const {
    return {inst.op, inst.type, module_[inst.operands.front()].type, module_[inst.operands.back()].type};
}

} // namespace relit::lang::spirv
