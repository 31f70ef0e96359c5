#include "render/gs/player/renderers.hpp"

#include "render/gs/reference/renderer.hpp"

#include <algorithm>

namespace relit::render::gs::player {
namespace {

template <class R>
std::unique_ptr<Renderer> make(const reference::Rules& rules) {
    return std::make_unique<R>(rules);
}

constexpr RendererInfo kRenderers[] = {
    {"reference", "on the CPU, one pixel after another, in exact arithmetic", make<reference::Renderer>},
};

} // namespace

std::span<const RendererInfo> all_renderers() { return kRenderers; }

const RendererInfo* renderer_named(std::string_view name) {
    const auto found = std::ranges::find(kRenderers, name, &RendererInfo::name);
    return found != std::end(kRenderers) ? &*found : nullptr;
}

} // namespace relit::render::gs::player
