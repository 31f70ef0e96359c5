#include "isa/rsx/fp/lift/demand.hpp"

#include "ir/builder.hpp"

#include <algorithm>

namespace relit::isa::rsx::fp {
namespace {

using ir::Id;
using ir::Inst;

std::uint32_t all_lanes(ir::Type type) { return (1U << type.lanes) - 1; }

} // namespace

Demand::Demand(const ir::Module& module)
    : module_(module), masks_(module.insts.size()), parameters_(module.functions.size()) {
    // functions with parameters call none that is not the guest's own
    for (std::size_t i = 0; i < module.functions.size(); ++i) parameters_[i].resize(module.functions[i].params.size());
    for (const bool with_parameters : {true, false}) {
        for (std::size_t i = 0; i < module.functions.size(); ++i) {
            const ir::Function& function = module.functions[i];
            if (function.params.empty() == with_parameters) continue;
            add(function);
            for (const ir::Block& block : function.blocks)
                for (const Id id : block.insts)
                    if (module[id].op == ir::Op::Param) parameters_[i][module[id].imm] |= masks_[id];
        }
    }
}

void Demand::add(const ir::Function& function) {
    std::vector<Id> ids;
    for (const ir::Block& block : function.blocks) {
        ids.insert(ids.end(), block.insts.begin(), block.insts.end());
        if (block.end.value != ir::kNone) masks_[block.end.value] |= all_lanes(module_[block.end.value].type);
    }
    std::ranges::sort(ids, std::greater());
    for (const Id id : ids) add_operands(module_[id], masks_[id]);
}

void Demand::add_operands(const Inst& inst, std::uint32_t mine) {
    for (std::size_t i = 0; i < inst.operands.size(); ++i) {
        const Id used = inst.operands[i];
        std::uint32_t mask = all_lanes(module_[used].type);
        switch (inst.op) {
            case ir::Op::StoreFile: mask &= inst.access()[ir::Access::mask]; break;
            case ir::Op::Blend: mask &= mine & (i == 0 ? ~inst.imm : inst.imm); break;
            case ir::Op::Compose: mask = mine >> i & 1; break;
            case ir::Op::Call: mask = parameters_[inst.imm].empty() ? mask : parameters_[inst.imm][i]; break;
            case ir::Op::Swizzle: {
                std::uint32_t taken = 0;
                for (unsigned lane = 0; lane < inst.type.lanes; ++lane)
                    if ((mine >> lane & 1) != 0) taken |= 1U << ir::swizzle_lane(inst.imm, lane);
                mask &= taken;
                break;
            }
            default:
                if (ir::is_lanewise(module_, inst)) mask &= mine;
        }
        masks_[used] |= mask;
    }
}

} // namespace relit::isa::rsx::fp
