// The renderers by name.
#pragma once

#include "render/gs/reference/rules.hpp"
#include "render/gs/renderer.hpp"

#include <string>
#include <string_view>

namespace relit::render::gs::player {

struct RendererOptions {
    reference::Rules rules;
    std::string device;        // part of the name of a Vulkan device, or its index
    bool validation = false;   // with Vulkan's validation layer
    bool always_waits = false; // each primitive waits for all before it: slow, for comparisons
    unsigned samples = 1;      // of a pixel: a rate of sample_positions()
};
struct RendererInfo {
    std::string_view name, purpose;
    /// Fails where the machine lacks what it takes.
    Result<std::unique_ptr<Renderer>> (*make)(const RendererOptions& options);
};
[[nodiscard]] std::span<const RendererInfo> all_renderers();
/// Null where there is none of this name.
[[nodiscard]] const RendererInfo* renderer_named(std::string_view name);

} // namespace relit::render::gs::player
