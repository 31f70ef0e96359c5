#include "lang/pipeline.hpp"

#include "lang/shader_info.hpp"

#include <algorithm>

namespace relit::lang {
namespace {

using ir::Interpolation;
using ir::Semantic;

constexpr std::size_t kUsualIoVariables = 16;

std::uint32_t locations_of(const ir::RegisterFile& file) {
    return ir::bits_of(ir::Type{file.kind, file.lanes}) > 128 ? 2 : 1;
}

/// A varying ends at the lane from which on another slot applies.
std::uint32_t lanes_of(const ir::RegisterFile& file, const ir::IoSlot& slot) {
    if (slot.semantic != Semantic::User) return slot.semantic == Semantic::Position ? 4 : 1;
    std::uint32_t end = file.lanes;
    for (const ir::IoSlot& other : file.io_slots) {
        const bool same = other.reg == slot.reg && other.semantic == Semantic::User;
        if (same && other.lane > slot.lane) end = std::min<std::uint32_t>(end, other.lane);
    }
    return end - slot.lane;
}

bool must_be_flat(const ir::Module& module, const ir::RegisterFile& file) {
    const bool enters = module.stage == ir::Stage::Fragment && file.role == ir::Role::Input;
    return enters && (!ir::is_float(file.kind) || ir::bits_of(file.kind) == 64);
}

void add_register(const ir::Module& module, IoVariable plain, std::vector<IoVariable>& all) {
    const ir::RegisterFile& file = module.files[plain.file];
    const auto add = [&](IoVariable io_variable) {
        if (io_variable.semantic == Semantic::User && must_be_flat(module, file)) {
            io_variable.interpolation = Interpolation::Flat;
        }
        all.push_back(io_variable);
    };
    bool is_named = false;
    for (const ir::IoSlot& slot : file.io_slots) {
        if (slot.reg != plain.reg) continue;
        is_named = true;
        if (slot.semantic == Semantic::None) continue;
        add({plain.file, plain.reg, slot.lane, lanes_of(file, slot), slot.semantic, slot.number, slot.interpolation,
             slot.is_second});
    }
    if (!is_named) add(plain);
}

/// As a register of any vertex.
bool is_reached(std::span<const std::uint8_t> reached, std::uint32_t reg, std::uint32_t each) {
    for (; reg < reached.size(); reg += each)
        if (reached[reg] != 0) return true;
    return false;
}

} // namespace

std::vector<IoVariable> io_variables_of(const ir::Module& module, ir::Role role, const ShaderInfo* shader_info) {
    std::vector<IoVariable> all;
    all.reserve(kUsualIoVariables);
    std::uint32_t location = 0;
    for (std::uint32_t i = 0; i < module.files.size(); ++i) {
        const ir::RegisterFile& file = module.files[i];
        if (file.role != role) continue;
        const std::uint32_t registers = ir::registers_of_a_vertex(module, file), each = locations_of(file);
        const bool none = shader_info != nullptr && !shader_info->file(i).at_all;
        const auto reached = shader_info != nullptr ? shader_info->reached(i) : std::span<const std::uint8_t>();
        for (std::uint32_t reg = 0; !none && reg < registers; ++reg) {
            if (shader_info != nullptr && !is_reached(reached, reg, registers)) continue;
            const std::uint32_t own = location + reg * each;
            add_register(module, {i, reg, 0, file.lanes, Semantic::User, own, Interpolation::Smooth}, all);
        }
        location += registers * each;
    }
    return all;
}

Descriptor descriptor_of(const ir::Resource& resource) {
    switch (resource.kind) {
        case ir::ResourceKind::StorageBuffer: return {1, resource.binding};
        case ir::ResourceKind::Texture: return {2, resource.binding};
        case ir::ResourceKind::Image: return {3, resource.binding};
        default: return {0, resource.binding};
    }
}

} // namespace relit::lang
