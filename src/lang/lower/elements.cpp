#include "lang/lower/elements.hpp"

#include "ir/analysis/bounds.hpp"
#include "lang/lower/instructions.hpp"

#include <bit>

namespace relit::lang {
namespace {

using ir::Id;
using ir::Inst;
using ir::Kind;
using ir::Type;

/// Constant buffers have rows, as uniform blocks have, and so have the records of a harness. A buffer that is stored to has rows
/// if it is one of whole rows of floats.
Type element_of(const ir::Resource& resource, bool only_floats, const Target& target) {
    const bool constant = resource.kind == ir::ResourceKind::ConstantBuffer;
    const bool buffer = constant || resource.kind == ir::ResourceKind::StorageBuffer;
    const Type words = ir::kI32.with_lanes(kRowWords), floats = ir::kF32.with_lanes(kRowWords);
    if (buffer && target.interface == Interface::Harness) return words;
    if (constant) return only_floats ? floats : words;
    return buffer && only_floats && resource.size != 0 && resource.size % kRowBytes == 0 ? floats : ir::kI32;
}

/// An index that is outside of every buffer stays so.
Id offset_of(ir::Builder& ir, Id index, std::uint32_t unit) {
    const auto shift = static_cast<std::uint32_t>(std::countr_zero(unit));
    return ir.IShl({ir.UMin(index, ir.i32(0xffffffff >> shift)), ir.i32(shift)});
}

} // namespace

void count_bytes(ir::Module& module) {
    ir::Builder ir(module);
    const auto counts_elements = [&](Id id) {
        const Inst& inst = module[id];
        return ir::info(inst.op).touches(ir::Memory::Buffer) && module.resources[inst.imm].element != ir::kVoid;
    };
    rewrite_instructions(ir, counts_elements, [&](Id id) {
        const Inst inst = module[id];
        if (inst.op == ir::Op::BufferSize) {
            const Id bytes = ir.add(inst.op, inst.type, {}, inst.imm);
            return ir.UShr(bytes, ir.i32(kWordShift));
        }
        module[id].operands[0] = offset_of(ir, inst.operands[0], ir::offset_unit(module, inst));
        return id;
    });
    for (ir::Resource& resource : module.resources) resource.element = ir::kVoid;
}

void Elements::choose() {
    std::vector<bool> others(module_.resources.size()), narrow(module_.resources.size());
    chosen_.assign(module_.resources.size(), false);
    for (const ir::Function& function : module_.functions)
        for (const ir::Block& block : function.blocks)
            for (const Id id : block.insts) {
                const Inst& inst = module_[id];
                const ir::OpInfo& op = ir::info(inst.op);
                if (!op.touches(ir::Memory::Buffer)) continue;
                chosen_[inst.imm] = true;
                const Kind kind = op.accesses(ir::Memory::Buffer) ? ir::accessed_type(module_, inst).kind : Kind::I32;
                if (kind != Kind::F32 && inst.op != ir::Op::BufferSize) others[inst.imm] = true;
                if (ir::bits_of(kind) < ir::bits_of(Kind::I32)) narrow[inst.imm] = true;
            }
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
        ir::Resource& resource = module_.resources[i];
        chosen_[i] = chosen_[i] && !narrow[i] && resource.element == ir::kVoid;
        if (chosen_[i]) resource.element = element_of(resource, !others[i], target_);
    }
}

std::optional<std::uint32_t> Elements::words(const Inst& access) const {
    const ir::Resource& resource = module_.resources[access.imm];
    const bool open = resource.size == 0 && resource.kind == ir::ResourceKind::StorageBuffer;
    if (open && target_.interface == Interface::Native) return {};
    return resource.size / kWordBytes;
}

std::uint32_t Elements::bytes_of_lane(const Inst& access) const {
    return ir::bits_of(ir::accessed_type(module_, access).kind) / 8;
}

bool Elements::is_constant(const Inst& access) const {
    return module_.resources[access.imm].kind == ir::ResourceKind::ConstantBuffer;
}

std::optional<std::uint32_t> Elements::known_word(const Inst& access) const {
    const auto offset = ir::known_lane(module_, access.operands[0]);
    if (!offset || !words(access)) return {};
    const std::uint32_t bytes = bytes_of_lane(access);
    return static_cast<std::uint32_t>(*offset) / bytes * bytes / kWordBytes;
}

std::optional<Elements::PartOfRow> Elements::part_of_row(const Inst& load) const {
    const bool whole = has_rows(load) && words(load) && *words(load) != 0 && *words(load) % kRowWords == 0;
    if (!whole || bytes_of_lane(load) != kWordBytes) return {};
    const Inst& sum = module_[load.operands[0]];
    const auto more = sum.op == ir::Op::IAdd ? ir::known_lane(module_, sum.operands[1]) : std::nullopt;
    if (more && ir::is_multiple(module_, sum.operands[0], kRowBytes)) {
        const auto bytes = static_cast<std::uint32_t>(*more);
        const std::uint32_t lane = bytes % kRowBytes / kWordBytes;
        if (lane + load.type.lanes <= kRowWords) return PartOfRow{sum.operands[0], bytes - bytes % kRowBytes, lane};
    }
    if (!ir::is_multiple(module_, load.operands[0], kRowBytes)) return {};
    return PartOfRow{load.operands[0], 0, 0};
}

std::optional<Id> Elements::is_inside(const Inst& access, Id first, std::uint32_t more) {
    if (const auto count = words(access)) {
        if (*count <= more) return {};
        return ir_.ULt(first, ir_.i32(*count - more));
    }
    const Id last = after(first, more);
    return ir_.ULt(last, ir_.add(ir::Op::BufferSize, ir::kI32, {}, access.imm));
}

} // namespace relit::lang
