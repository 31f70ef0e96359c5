// Parts of graphics pipelines: the render pass over all targets and the pipeline of a draw.
#pragma once

#include "render/vk/attachment.hpp"
#include "render/vk/draw.hpp"

#include <span>

namespace relit::render::vk {

[[nodiscard]] VkShaderStageFlagBits flag_of(ir::Stage stage);
/// One pass over colours, in their order, and a depth, which is the last attachment.
[[nodiscard]] Result<Owned<VkRenderPass>> make_render_pass(Handles& handles, std::span<const Attachment> attachments);
[[nodiscard]] Result<Owned<VkFramebuffer>> make_framebuffer(Handles& handles, VkRenderPass pass,
                                                            std::span<const Attachment> attachments, VkExtent2D size,
                                                            std::uint32_t layers);
/// Inputs are bound one a location, in their order.
[[nodiscard]] Result<Owned<VkPipeline>> make_graphics_pipeline(Handles& handles, const Draw& draw,
                                                               VkPipelineLayout layout, VkRenderPass pass);

} // namespace relit::render::vk
