// The renderers by name.
#pragma once

#include "render/gs/reference/rules.hpp"
#include "render/gs/renderer.hpp"

#include <string_view>

namespace relit::render::gs::player {

struct RendererInfo {
    std::string_view name, purpose;
    std::unique_ptr<Renderer> (*make)(const reference::Rules& rules);
};
[[nodiscard]] std::span<const RendererInfo> all_renderers();
/// Null where there is none of this name.
[[nodiscard]] const RendererInfo* renderer_named(std::string_view name);

} // namespace relit::render::gs::player
