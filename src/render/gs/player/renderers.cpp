#include "render/gs/player/renderers.hpp"

#include "render/gs/compute/renderer.hpp"
#include "render/gs/reference/renderer.hpp"

#include <algorithm>

namespace relit::render::gs::player {
namespace {

Result<std::unique_ptr<Renderer>> make_reference(const RendererOptions& options) {
    return std::make_unique<reference::Renderer>(options.rules, options.samples);
}
Result<std::unique_ptr<Renderer>> make_vulkan(const RendererOptions& options) {
    return compute::Renderer::make(
        options.rules, {options.device, options.validation},
        {options.always_waits ? compute::Barriers::Always : compute::Barriers::Needed, options.samples});
}

constexpr RendererInfo kRenderers[] = {
    {"reference", "on the CPU, one pixel after another, in exact arithmetic", make_reference},
    {"vulkan", "on a Vulkan device, many pixels at once, bit for bit the same", make_vulkan},
};

} // namespace

std::span<const RendererInfo> all_renderers() { return kRenderers; }

const RendererInfo* renderer_named(std::string_view name) {
    const auto found = std::ranges::find(kRenderers, name, &RendererInfo::name);
    return found != std::end(kRenderers) ? &*found : nullptr;
}

} // namespace relit::render::gs::player
