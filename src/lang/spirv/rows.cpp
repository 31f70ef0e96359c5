#include "lang/spirv/rows.hpp"

namespace relit::lang::spirv {
namespace {

/// Where a word of a constant buffer is loaded whose offset is known, in bytes; nothing for other instructions.
std::optional<std::uint32_t> word_at(const ir::Module& module, const ir::Inst& inst) {
    if (!ir::info(inst.op).loads(ir::Memory::Buffer) || inst.type.lanes != 1 || ir::bits_of(inst.type.kind) != 32)
        return {};
    if (module.resources[inst.imm].kind != ir::ResourceKind::ConstantBuffer) return {};
    const auto at = ir::known_lane(module, inst.operands[0]);
    return at ? std::optional(static_cast<std::uint32_t>(*at)) : std::nullopt;
}

std::size_t slot_of(std::uint32_t resource, std::uint32_t row, std::size_t size) {
    return (row + 7 * resource) % size; // rows side by side have their own
}

} // namespace

Rows::Rows(Assembly& assembly, const ir::Module& module, const ShaderInfo& shader_info) : shared_(&assembly.scratch()) {
    if (shader_info.constant_loads() < 2) return;
    std::uint32_t number = 0;
    for (const ir::Function& function : module.functions)
        for (const ir::Block& block : function.blocks) look_at(module, block, ++number);
}

void Rows::look_at(const ir::Module& module, const ir::Block& block, std::uint32_t number) {
    for (const ir::Id id : block.insts) {
        const ir::Inst& inst = module[id];
        const auto at = word_at(module, inst);
        if (!at) continue;
        const std::uint32_t row = *at / kRowBytes;
        Seen& seen = seen_[slot_of(inst.imm, row, seen_.size())];
        const bool again = seen.block == number && seen.resource == inst.imm && seen.row == row;
        if (!again) {
            seen = {inst.imm, row, number, id};
            continue;
        }
        if (shared_.empty()) shared_.resize(module.insts.size());
        shared_[seen.first] = shared_[id] = 1;
    }
}

Value LoadedRows::load(Code& code, const Storage& storage, std::uint32_t resource, std::uint32_t row, bool as_floats) {
    constexpr std::size_t kKept = 16;
    loaded_.resize(kKept);
    Loaded& known = loaded_[slot_of(resource, row, loaded_.size())];
    if (known.block != code.block() || known.resource != resource || known.row != row)
        known = {resource, row, code.block(), storage.load_row(code, resource, {row, {}}), {}};
    if (!as_floats) return known.words;
    if (known.floats.id == 0) known.floats = code.as(kRow.with_kind(ir::Kind::F32), known.words);
    return known.floats;
}

} // namespace relit::lang::spirv
