#include "lang/shader_info.hpp"

#include <algorithm>
#include <utility>

namespace relit::lang {

ShaderInfo::ShaderInfo(const ir::Module& module, std::pmr::memory_resource& memory)
    : builtins_(&memory), files_(module.files.size(), &memory), reached_(&memory),
      touched_(module.resources.size(), &memory) {
    std::size_t registers = 0;
    for (std::size_t i = 0; i < files_.size(); ++i) {
        files_[i].first = registers;
        files_[i].count = module.files[i].count;
        registers += module.files[i].count;
    }
    reached_.resize(registers);
    for (const ir::Function& function : module.functions) {
        note_kind(function.result);
        for (const ir::Type param : function.params) note_kind(param);
        for (const ir::Block& block : function.blocks) {
            for (const ir::Id id : block.insts) {
                const ir::Inst& inst = module[id];
                ops_[static_cast<std::size_t>(inst.op)] = 1;
                note_kind(inst.type);
                modes_.raw[0] |= inst.mode.raw[0];
                const ir::OpInfo& row = ir::info(inst.op);
                if (row.touches(ir::Memory::Registers)) note_access(module, inst);
                if (row.touches(ir::Memory::Buffer)) note_memory(module, inst);
                if (inst.op == ir::Op::ReadBuiltin) note_read(static_cast<ir::Builtin>(inst.imm));
            }
        }
    }
}

void ShaderInfo::note_access(const ir::Module& module, const ir::Inst& inst) {
    const ir::Access access = inst.access();
    const std::uint32_t index = access[ir::Access::file], first = access[ir::Access::lane];
    const ir::RegisterFile& description = module.files[index];
    File& file = files_[index];
    file.at_all = true;
    file.loaded = file.loaded || ir::info(inst.op).is_load();
    const bool by_vertex = ir::info(inst.op).has(ir::kByVertex);
    const auto reach = [&](std::uint32_t from, std::uint32_t end) {
        for (std::size_t at = file.first + from; at < file.first + end; ++at) {
            if (!by_vertex && (reached_[at] & kAsRegister) == 0) ++file.registers;
            reached_[at] |= by_vertex ? kByVertex : kAsRegister;
        }
    };
    if (ir::info(inst.op).has(ir::kIndexed)) {
        if (!std::exchange(file.indexed, true)) reach(0, description.count);
        return;
    }
    const ir::Type type = ir::accessed_type(module, inst);
    const std::uint32_t lanes =
        std::max<std::uint32_t>(ir::bits_of(type) / std::max(ir::bits_of(description.kind), 1U), type.lanes);
    const std::uint32_t end = (first + lanes + description.lanes - 1) / description.lanes;
    reach(std::min(first / description.lanes, description.count), std::min(end, description.count));
}

void ShaderInfo::note_memory(const ir::Module& module, const ir::Inst& inst) {
    touched_[inst.imm] = 1;
    const bool constant = module.resources[inst.imm].kind == ir::ResourceKind::ConstantBuffer;
    if (constant && ir::info(inst.op).is_load()) ++constant_loads_;
}

void ShaderInfo::note_read(ir::Builtin builtin) {
    const std::uint32_t bit = 1U << static_cast<unsigned>(builtin);
    if ((read_ & bit) == 0) builtins_.push_back(builtin);
    read_ |= bit;
}

bool ShaderInfo::has_any(bool (*wanted)(ir::Op)) const {
    for (std::size_t i = 0; i < ops_.size(); ++i)
        if (ops_[i] != 0 && wanted(static_cast<ir::Op>(i))) return true;
    return false;
}

} // namespace relit::lang
