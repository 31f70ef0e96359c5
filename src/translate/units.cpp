#include "translate/units.hpp"

#include <map>
#include <set>
#include <string>

namespace relit::translate {
namespace {

Status assign_units_of_kind(ir::Module& module, ir::ResourceKind kind, std::uint32_t units) {
    std::set<std::uint32_t> taken;
    for (const ir::Resource& resource : module.resources)
        if (resource.kind == kind && resource.binding < units) taken.insert(resource.binding);
    std::map<std::uint32_t, std::uint32_t> moved; // two resources may be one texture, seen as two shapes
    std::uint32_t free = 0;
    for (ir::Resource& resource : module.resources) {
        if (resource.kind != kind || resource.binding < units) continue;
        const auto [to, is_new] = moved.try_emplace(resource.binding, 0);
        if (is_new) {
            while (taken.contains(free)) ++free;
            if (free >= units)
                return fail(FaultKind::NotSupported, "OpenGL has no binding left for `" + std::string(resource.name) +
                                                         "`: the program has more than " + std::to_string(units) +
                                                         (kind == ir::ResourceKind::Image ? " images" : " textures"));
            to->second = free++;
        }
        resource.binding = to->second;
    }
    return {};
}

} // namespace

Status assign_units(ir::Module& module, std::uint32_t units) {
    const Status textures = assign_units_of_kind(module, ir::ResourceKind::Texture, units);
    return textures ? assign_units_of_kind(module, ir::ResourceKind::Image, units) : textures;
}

} // namespace relit::translate
