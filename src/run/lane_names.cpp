#include "run/lane_names.hpp"

#include "base/text.hpp"
#include "ir/names.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace relit::run {
namespace {

constexpr std::string_view kComponents = "xyzw";
constexpr std::uint32_t kBytesOfRegister = 16, kBytesOfWord = 4;

struct RegisterName {
    std::string_view guest, file, name, wide;
};
constexpr RegisterName kRegisterNames[] = {
#define REGISTER(guest, file, name, wide) {guest, file, name, wide},
#include "run/lane_names.inc"
#undef REGISTER
};

const RegisterName* spelling_of(const ir::Module& module, const ir::RegisterFile& file) {
    const auto* const row = std::ranges::find_if(kRegisterNames, [&](const RegisterName& one) {
        return one.guest == module.source && one.file == std::string_view(file.name);
    });
    return file.role == ir::Role::Register && row != std::end(kRegisterNames) ? row : nullptr;
}

/// A lane of a file: its register, and which lanes of that it is.
struct RegisterLane {
    std::string name, components;
};
RegisterLane parts_of_lane(const ir::Module& module, const TracedLane& lane) {
    const ir::RegisterFile& file = module.files[lane.index];
    const RegisterName* const spelling = spelling_of(module, file);
    const std::uint32_t taken = ir::lanes_taken(file, {lane.kind, 1});
    const bool is_wide = spelling != nullptr && !spelling->wide.empty() && taken == 2;
    const std::uint64_t at = is_wide ? lane.at / taken : lane.at, number = at / file.lanes;
    RegisterLane parts;
    if (spelling != nullptr)
        parts.name = fmt::format(fmt::runtime(is_wide ? spelling->wide : spelling->name), number);
    else
        parts.name = file.count == 1 && file.lanes == 1 ? std::string(file.name)
                                                        : fmt::format("{}{}", std::string_view(file.name), number);
    if (file.lanes != 1) parts.components = kComponents.substr(at % file.lanes, is_wide ? 1 : std::max(taken, 1U));
    return parts;
}

} // namespace

std::string lane_register(const ir::Module& module, const TracedLane& lane) {
    if (lane.storage == Storage::Builtin) return std::string(ir::kBuiltinNames[lane.index]);
    if (lane.storage == Storage::Register) return parts_of_lane(module, lane).name;
    const ir::Resource& resource = module.resources[lane.index];
    if (!resource.holds_registers) return fmt::format("{}[{:#x}]", resource.full_name(), lane.at);
    return fmt::format("{}{}", std::string_view(resource.name), lane.at / kBytesOfRegister);
}

std::string lane_components(const ir::Module& module, const TracedLane& lane) {
    if (lane.storage == Storage::Register) return parts_of_lane(module, lane).components;
    if (lane.storage == Storage::Builtin)
        return ir::type_of(static_cast<ir::Builtin>(lane.index)).lanes == 1
                   ? std::string()
                   : std::string(kComponents.substr(lane.at, 1));
    if (!module.resources[lane.index].holds_registers) return {};
    return std::string(kComponents.substr(lane.at % kBytesOfRegister / kBytesOfWord, 1));
}

std::string lane_name(const ir::Module& module, const TracedLane& lane) {
    const std::string name = lane_register(module, lane), which = lane_components(module, lane);
    return which.empty() ? name : name + "." + which;
}

bool has_halves(const ir::Module& module, const TracedLane& lane) {
    if (lane.storage != Storage::Register) return false;
    const RegisterName* const spelling = spelling_of(module, module.files[lane.index]);
    return spelling != nullptr && !spelling->wide.empty() &&
           ir::lanes_taken(module.files[lane.index], {lane.kind, 1}) == 2;
}

namespace {

/// The name in the file of the IR, as inputs and results have it.
bool is_file_name(const ir::Module& module, const TracedLane& lane, std::string_view name) {
    const ir::RegisterFile& file = module.files[lane.index];
    const std::string plain = fmt::format("{}{}", std::string_view(file.name), lane.at / file.lanes);
    const std::string with_lane = fmt::format("{}.{}", plain, kComponents.substr(lane.at % file.lanes, 1));
    return file.lanes <= kComponents.size() &&
           (equal_ignoring_case(name, plain) || equal_ignoring_case(name, with_lane));
}

bool is_named(const ir::Module& module, const TracedLane& lane, std::string_view name) {
    return equal_ignoring_case(name, lane_register(module, lane)) ||
           equal_ignoring_case(name, lane_name(module, lane)) || is_file_name(module, lane, name);
}

void add_registers(const ir::Module& module, std::string_view name, std::vector<TracedLane>& found) {
    for (std::uint32_t i = 0; i < module.files.size(); ++i) {
        const ir::RegisterFile& file = module.files[i];
        const RegisterName* const spelling = spelling_of(module, file);
        const bool has_wide = spelling != nullptr && !spelling->wide.empty();
        for (const bool is_wide : {true, false}) {
            if (!found.empty() || (is_wide && !has_wide)) continue;
            const ir::Kind kind = is_wide ? ir::Kind::F32 : file.kind;
            for (std::uint64_t at = 0; at < file.lane_count(); at += is_wide ? 2 : 1) {
                const TracedLane lane{.storage = Storage::Register, .index = i, .at = at, .kind = kind};
                if (is_named(module, lane, name)) found.push_back(lane);
            }
        }
    }
}

/// Rows of a buffer of registers, which are constants.
void add_rows(const ir::Module& module, std::string_view name, std::vector<TracedLane>& found) {
    for (std::uint32_t i = 0; i < module.resources.size(); ++i) {
        const ir::Resource& resource = module.resources[i];
        for (std::uint64_t at = 0; resource.holds_registers && at < resource.size; at += kBytesOfWord) {
            const TracedLane lane{.storage = Storage::Memory, .index = i, .at = at, .kind = ir::Kind::F32};
            if (equal_ignoring_case(name, lane_register(module, lane)) ||
                equal_ignoring_case(name, lane_name(module, lane)))
                found.push_back(lane);
        }
    }
}

/// A word of memory, "s0[0x10]".
void add_memory(const ir::Module& module, std::string_view name, std::vector<TracedLane>& found) {
    const std::size_t bracket = name.find('[');
    if (bracket == std::string_view::npos || !name.ends_with(']')) return;
    const auto at = parse_integer(name.substr(bracket + 1, name.size() - bracket - 2));
    const bool is_offset = at && *at >= 0;
    for (std::uint32_t i = 0; is_offset && i < module.resources.size(); ++i) {
        const ir::Resource& resource = module.resources[i];
        const bool is_memory = resource.kind != ir::ResourceKind::Texture && resource.kind != ir::ResourceKind::Image;
        if (is_memory && equal_ignoring_case(name.substr(0, bracket), resource.full_name()))
            found.push_back({.storage = Storage::Memory,
                             .index = i,
                             .at = static_cast<std::uint64_t>(*at) / kBytesOfWord * kBytesOfWord,
                             .kind = ir::Kind::I32});
    }
}

} // namespace

Result<std::vector<TracedLane>> lanes_named(const ir::Module& module, std::string_view name) {
    std::vector<TracedLane> found;
    add_registers(module, name, found);
    if (found.empty()) add_rows(module, name, found);
    if (found.empty()) add_memory(module, name, found);
    if (!found.empty()) return found;
    std::vector<std::string> known;
    for (std::uint32_t i = 0; i < module.files.size(); ++i)
        known.push_back(
            lane_register(module, {.storage = Storage::Register, .index = i, .kind = module.files[i].kind}));
    for (const ir::Resource& resource : module.resources)
        if (resource.kind == ir::ResourceKind::StorageBuffer || resource.kind == ir::ResourceKind::Shared)
            known.push_back(fmt::format("{}[0x0]", resource.full_name()));
    return fail(FaultKind::Usage,
                fmt::format("the program has no register or memory '{}'; it has {} and those after them", name,
                            fmt::join(known, ", ")));
}

} // namespace relit::run
