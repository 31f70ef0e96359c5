#include "lang/memory.hpp"

#include <algorithm>

namespace relit::lang {

bool is_alone(const ir::Module& module, const Target& target) {
    const bool is_open = module.workgroup_is_open && target.interface == Interface::Native;
    if (module.stage == ir::Stage::TessControl || is_open) return false;
    return std::ranges::all_of(module.workgroup, [](std::uint32_t size) { return size == 1; });
}

bool is_private(const ir::Module& module, const Target& target, std::uint32_t resource) {
    const ir::ResourceKind kind = module.resources[resource].kind;
    return kind == ir::ResourceKind::Scratch || (kind == ir::ResourceKind::Shared && is_alone(module, target));
}

} // namespace relit::lang
