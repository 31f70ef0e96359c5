#include "isa/rsx/lift/texture_labels.hpp"

#include <fmt/format.h>

namespace relit::isa::rsx {

void label_textures(ir::Module& module, std::span<const cg::Bound> bound, std::string_view name) {
    for (const cg::Bound& one : bound) {
        if (one.resource.stem != "TEXUNIT") continue;
        const std::string called = fmt::format("{}{}", name, one.resource.number);
        for (ir::Resource& resource : module.resources)
            if (resource.kind == ir::ResourceKind::Texture && std::string_view(resource.name) == called &&
                resource.labels.empty())
                resource.labels.push_back({0, one.name});
    }
}

} // namespace relit::isa::rsx
