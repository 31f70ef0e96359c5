#include "pass/slots.hpp"

#include "base/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

namespace relit::pass {
namespace {

constexpr std::uint32_t kMaxLane = 1U << 20; // what ir::Access::lane can say
constexpr std::size_t kMaxFiles = 1U << 8;   // and ir::Access::file

constexpr std::string_view kKindNames[] = {"void", "bool", "i8", "i16", "i32", "i64", "f16", "f32", "f64"};

ir::Type kept_type(ir::Type type) { return type.kind == ir::Kind::Bool ? type.with_kind(ir::Kind::I32) : type; }

} // namespace

// The last file of the purpose and type that has room: an Access cannot say every lane of a very long file.
std::uint32_t Slots::file_for(ir::Type type) {
    const ir::Type kept = kept_type(type);
    const bool is_bool = type.kind == ir::Kind::Bool;
    for (std::size_t i = module_.files.size(); i-- > 0;) {
        const ir::RegisterFile& file = module_.files[i];
        if (file.purpose != purpose_ || file.kind != kept.kind || file.lanes != kept.lanes) continue;
        if (file.holds_bools != is_bool || !std::string_view(file.name).starts_with(prefix_)) continue;
        if (file.lane_count() + kept.lanes <= kMaxLane) return static_cast<std::uint32_t>(i);
        break;
    }
    if (module_.files.size() == kMaxFiles) unreachable("Slots: more register files than an access can name");
    const std::string_view kind = kKindNames[static_cast<unsigned>(type.kind)];
    const std::string name =
        kept.lanes == 1 ? fmt::format("{}.{}", prefix_, kind) : fmt::format("{}.{}x{}", prefix_, kind, kept.lanes);
    const std::uint32_t made = ir::Builder(module_).file(name, kept.kind, kept.lanes, 0, ir::Role::Register, purpose_);
    module_.files[made].holds_bools = is_bool;
    return made;
}

Slot Slots::make(ir::Type type, const ir::RegisterOfValue& keeps) {
    const std::uint32_t index = file_for(type);
    ir::RegisterFile& file = module_.files[index];
    file.keeps.push_back(keeps);
    return {index, file.lanes * file.count++, type};
}

void Slots::store(ir::Builder& builder, const Slot& slot, ir::Id value) {
    if (slot.type.kind == ir::Kind::Bool) {
        const ir::Id one = builder.i32(1, slot.type.lanes), zero = builder.i32(0, slot.type.lanes);
        value = builder.Select(value, one, zero);
    }
    builder.store(slot.file, slot.lane, value);
}

ir::Id Slots::load(ir::Builder& builder, const Slot& slot) {
    const ir::Id kept = builder.load(slot.file, slot.lane, kept_type(slot.type));
    return slot.type.kind == ir::Kind::Bool ? builder.INe(kept, builder.i32(0, slot.type.lanes)) : kept;
}

std::vector<ir::Id> Slots::load_into(ir::Builder& builder, const Slot& slot, ir::Id into) {
    ir::Module& module = builder.module();
    const ir::Type kept = kept_type(slot.type);
    if (slot.type.kind != ir::Kind::Bool) {
        builder.become_load(into, ir::Access{}.set(ir::Access::file, slot.file).set(ir::Access::lane, slot.lane), kept);
        return {into};
    }
    const ir::Id loaded = builder.make_load(slot.file, slot.lane, kept);
    const ir::Id zero = builder.make_constant(kept, 0);
    const std::array operands{loaded, zero};
    module[into] = {ir::Op::INe, slot.type, 0, module[into].origin, {}, module.copy(operands)};
    return {loaded, zero, into};
}

} // namespace relit::pass
