#include "isa/maxwell/constants.hpp"

#include "isa/maxwell/lift.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace relit::isa::maxwell {
namespace {

constexpr std::uint32_t kRow = 16; // they grow by

/// What accesses of a buffer show.
struct Reach {
    std::uint32_t end = kRow; // of what constant addresses reach
    bool computed = false;
};

std::vector<Reach> reaches_of(const ir::Module& module) {
    std::vector<Reach> all(module.resources.size());
    const auto look = [&](const ir::Inst& inst) {
        if (inst.op == ir::Op::BufferSize) all[inst.imm].computed = true;
        if (inst.op != ir::Op::LoadBuffer) return;
        Reach& reach = all[inst.imm];
        const ir::Inst& at = module[inst.operands[0]];
        const std::uint64_t offset = at.op == ir::Op::Const ? module.literal(at)[0] : kConstantBytes;
        const std::uint64_t end = offset + bits_of(inst.type) / 8;
        if (end > kConstantBytes) {
            reach.computed = true;
        } else {
            reach.end = std::max(reach.end, static_cast<std::uint32_t>(end));
        }
    };
    for (const ir::Function& function : module.functions)
        for (const ir::Block& block : function.blocks)
            for (const ir::Id id : block.insts) look(module[id]);
    return all;
}

} // namespace

void fit_constants(ir::Module& module, ir::ContextReader& context) {
    const std::vector<Reach> reaches = reaches_of(module);
    for (std::size_t i = 0; i < module.resources.size(); ++i) {
        ir::Resource& resource = module.resources[i];
        if (resource.kind != ir::ResourceKind::ConstantBuffer) continue;
        std::uint64_t bytes = reaches[i].end;
        if (reaches[i].computed)
            bytes = std::max(bytes,
                             context.read(fmt::format("maxwell.constants{}.bytes", resource.binding), kConstantBytes));
        resource.size =
            static_cast<std::uint32_t>(std::min<std::uint64_t>((bytes + kRow - 1) / kRow * kRow, kConstantBytes));
    }
}

} // namespace relit::isa::maxwell
