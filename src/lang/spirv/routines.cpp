#include "lang/spirv/routines.hpp"

#include <algorithm>

namespace relit::lang::spirv {

using ir::Op;

Routines::Routines(Assembly& assembly, const ir::Module& module, const Storage& storage)
    : module_(module), storage_(storage), routines_(&assembly.scratch()),
      numbers_(module.insts.size(), &assembly.scratch()) {
    for (const ir::Function& function : module.functions)
        for (const ir::Block& block : function.blocks)
            for (const ir::Id id : block.insts)
                if (may_pay(module[id])) count(id);
}

void Routines::count(ir::Id id) {
    const std::uint32_t least = least_uses(module_[id]);
    if (least == 0) return;
    const Key key = key_of(module_[id]);
    const auto known = std::ranges::find(routines_, key, &Routine::key);
    numbers_[id] = static_cast<std::uint32_t>(known - routines_.begin()) + 1;
    known == routines_.end() ? routines_.push_back({key, least, 1, 0}) : void(++known->uses);
}

std::uint32_t Routines::least_uses(const ir::Inst& inst) const {
    constexpr std::uint32_t kOutlinedUses = 2; // accesses to memory
    const ir::OpInfo& row = ir::info(inst.op);
    if (row.accesses(ir::Memory::Buffer)) {
        const bool rows = row.is_load() && storage_.has_rows(inst.imm);
        return rows || ir::known_lane(module_, inst.operands[0]) ? 0 : kOutlinedUses;
    }
    const Spelling& how = spelling(inst.op);
    if (how.expansion == Expansion::Emit || how.expansion == Expansion::Atomic) return 0;
    return how.least_uses;
}

Routines::Key Routines::key_of(const ir::Inst& inst) const {
    const bool memory = ir::info(inst.op).accesses(ir::Memory::Buffer);
    return {inst.op, inst.type, module_[inst.operands.front()].type, module_[inst.operands.back()].type,
            memory ? inst.imm : 0};
}

} // namespace relit::lang::spirv
