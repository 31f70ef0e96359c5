#include "pass/slots.hpp"

#include "base/result.hpp"

#include <fmt/format.h>

#include <cstddef>

namespace relit::pass {
namespace {

constexpr std::uint32_t kMaxLane = 1U << 20; // what ir::Access::lane can say
constexpr std::size_t kMaxFiles = 1U << 8;   // and ir::Access::file

constexpr std::string_view kKindNames[] = {"void", "bool", "i8", "i16", "i32", "i64", "f16", "f32", "f64"};

} // namespace

// The last file of the purpose and type that has room: an Access cannot say every lane of a very long file.
std::uint32_t Slots::file_for(ir::Type type) {
    for (std::size_t i = module_.files.size(); i-- > 0;) {
        const ir::RegisterFile& file = module_.files[i];
        if (file.purpose != purpose_ || file.kind != type.kind || file.lanes != type.lanes) continue;
        if (!std::string_view(file.name).starts_with(prefix_)) continue;
        if (file.lane_count() + type.lanes <= kMaxLane) return static_cast<std::uint32_t>(i);
        break;
    }
    if (module_.files.size() == kMaxFiles) unreachable("Slots: more register files than an access can name");
    const std::string_view kind = kKindNames[static_cast<unsigned>(type.kind)];
    const std::string name =
        type.lanes == 1 ? fmt::format("{}.{}", prefix_, kind) : fmt::format("{}.{}x{}", prefix_, kind, type.lanes);
    return ir::Builder(module_).file(name, type.kind, type.lanes, 0, ir::Role::Register, purpose_);
}

Slot Slots::make(ir::Type type, const ir::RegisterOfValue& keeps) {
    const std::uint32_t index = file_for(type);
    ir::RegisterFile& file = module_.files[index];
    file.keeps.push_back(keeps);
    return {index, file.lanes * file.count++, type};
}

void Slots::store(ir::Builder& builder, const Slot& slot, ir::Id value) { builder.store(slot.file, slot.lane, value); }

ir::Id Slots::load(ir::Builder& builder, const Slot& slot) { return builder.load(slot.file, slot.lane, slot.type); }

void Slots::load_into(ir::Builder& builder, const Slot& slot, ir::Id into) {
    builder.become_load(into, ir::Access{}.set(ir::Access::file, slot.file).set(ir::Access::lane, slot.lane),
                        slot.type);
}

} // namespace relit::pass
