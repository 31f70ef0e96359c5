#include "pass/registers.hpp"

#include "pass/edit.hpp"

#include <algorithm>
#include <tuple>

namespace relit::pass {
namespace {

constexpr ir::Kind integer_of_bits(std::uint32_t bits) {
    return bits == 8 ? ir::Kind::I8 : bits == 16 ? ir::Kind::I16 : bits == 32 ? ir::Kind::I32 : ir::Kind::I64;
}

bool is_file_access(ir::Op op) { return op >= ir::Op::LoadFile && op <= ir::Op::StoreFileAt; }

/// Functions that the entry calls, directly or not; itself only where it is called too.
std::vector<bool> called_functions(const ir::Module& module) {
    std::vector<bool> called(module.functions.size());
    std::vector<ir::FunctionId> work{0};
    while (!work.empty()) {
        const ir::Function& function = module.functions[work.back()];
        work.pop_back();
        for (const ir::Block& block : function.blocks) {
            for (const ir::Id id : block.insts) {
                const ir::Inst& inst = module[id];
                if (inst.op != ir::Op::Call || called[inst.imm]) continue;
                called[inst.imm] = true;
                work.push_back(inst.imm);
            }
        }
    }
    return called;
}

} // namespace

ir::Type accessed_type(const ir::Module& module, const ir::Inst& inst) {
    return inst.op == ir::Op::LoadFile ? inst.type : module[inst.operands.back()].type;
}

Registers::Registers(const ir::Module& module) : module_(module) {
    choose_files(module);
    const ir::Function& entry = module.functions[0];
    for (const ir::BlockId block : reverse_postorder(entry)) {
        for (const ir::Id id : entry.blocks[block].insts) {
            const ir::Inst& inst = module[id];
            if (!is_access(inst)) continue;
            const ir::Type type = accessed_type(module, inst);
            const std::uint32_t mask = inst.op == ir::Op::StoreFile ? inst.access()[ir::Access::mask] : 15;
            for (unsigned i = 0; i < type.lanes; ++i) {
                if ((mask >> i & 1) != 0) touch(inst, type, i);
            }
        }
    }
    number_atoms();
}

void Registers::choose_files(const ir::Module& module) {
    const std::vector<bool> called = called_functions(module);
    for (const ir::RegisterFile& file : module.files) stays_.push_back(file.role == ir::Role::Input);
    for (std::size_t f = 0; f < module.functions.size(); ++f) {
        if (f != 0 && !called[f]) continue;
        for (const ir::Block& block : module.functions[f].blocks) {
            for (const ir::Id id : block.insts) {
                const ir::Inst& inst = module[id];
                if (!is_file_access(inst.op)) continue;
                const bool indexed = inst.op == ir::Op::LoadFileAt || inst.op == ir::Op::StoreFileAt;
                if (indexed || called[f]) stays_[inst.access()[ir::Access::file]] = true;
            }
        }
    }
}

void Registers::touch(const ir::Inst& inst, ir::Type type, unsigned lane) {
    const std::uint32_t file = inst.access()[ir::Access::file];
    const std::uint32_t wide = bits_of(module_.files[file].kind), bits = bits_of(type.kind);
    const std::uint32_t at = lane * bits;
    for (std::uint32_t i = at / wide; i * wide < at + bits; ++i) {
        const std::uint32_t where = inst.access()[ir::Access::lane] + i;
        std::uint32_t& place = place_of(file, where);
        if (place == kNowhere) {
            place = static_cast<std::uint32_t>(touched_.size());
            touched_.push_back({file, where, wide, false, ir::Kind::Void, {}});
        }
        Touched& touched = touched_[place];
        touched.granule = std::min({touched.granule, wide, bits});
        if (inst.op == ir::Op::StoreFile) {
            touched.stored = true;
            continue;
        }
        const bool other = touched.kind != ir::Kind::Void && touched.kind != type.kind;
        touched.kind = other ? integer_of_bits(wide) : type.kind;
    }
}

void Registers::number_atoms() {
    atoms_.reserve(touched_.size());
    for (Touched& touched : touched_) {
        const ir::RegisterFile& file = module_.files[touched.file];
        const std::uint32_t wide = bits_of(file.kind);
        ir::Kind kind = touched.kind == ir::Kind::Void ? file.kind : touched.kind;
        if (bits_of(kind) != touched.granule) kind = integer_of_bits(touched.granule);
        const auto first = static_cast<AtomId>(atoms_.size());
        touched.atoms = AtomRange(first, first + wide / touched.granule);
        for (std::uint32_t at = 0; at < wide; at += touched.granule)
            atoms_.push_back({touched.file, touched.lane, at, touched.granule, kind, touched.stored});
        if (touched.stored && file.role == ir::Role::Output)
            outputs_.push_back({touched.file, touched.lane, touched.atoms});
    }
    std::ranges::sort(outputs_, {}, [](const Lane& lane) { return std::tuple(lane.file, lane.lane); });
}

std::uint32_t Registers::row_of(std::uint32_t file, std::uint32_t number) {
    const auto fresh = static_cast<std::uint32_t>(rows_.size());
    const std::uint32_t row = index_.find_or_add(WordHash().add(file).add(number).value(), fresh,
                                                 [&](std::uint32_t other) { return rows_[other].is(file, number); });
    if (row == fresh) rows_.push_back({file, number, {kNowhere, kNowhere, kNowhere, kNowhere}});
    return row;
}

void Registers::atoms_of(const ir::Inst& inst, ir::Type type, unsigned lane, std::vector<AtomId>& out) {
    const std::uint32_t file = inst.access()[ir::Access::file];
    const std::uint32_t wide = bits_of(module_.files[file].kind), bits = bits_of(type.kind);
    const std::uint32_t start = lane * bits, end = start + bits;
    for (std::uint32_t i = start / wide; i * wide < end; ++i) {
        for (const AtomId atom : touched_[place_of(file, inst.access()[ir::Access::lane] + i)].atoms) {
            const std::uint32_t at = i * wide + atoms_[atom].at;
            if (at >= start && at < end) out.push_back(atom);
        }
    }
}

} // namespace relit::pass
