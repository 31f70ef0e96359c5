// Two renderers of the GS side by side: the first difference between what they leave.
#pragma once

#include "render/gs/compute/renderer.hpp"
#include "render/gs/reference/rules.hpp"
#include "render/gs/renderer.hpp"

namespace relit::test {

/// The Vulkan renderer on the device that tests run on, which the validation layer listens to.
[[nodiscard]] Result<std::unique_ptr<render::gs::Renderer>> gs_vulkan_renderer(
    const render::gs::reference::Rules& rules = {}, const render::gs::compute::Settings& settings = {});

/// Does the work with both, from the same memory, in pieces after which memories and palettes are compared. Tells the first
/// piece after which they differ; empty where there is none.
[[nodiscard]] std::string gs_difference(render::gs::Renderer& a, render::gs::Renderer& b,
                                        const machine::gs::WorkList& list, std::size_t pieces);

} // namespace relit::test
