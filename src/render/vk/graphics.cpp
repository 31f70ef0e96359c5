#include "render/vk/graphics.hpp"

#include "render/vk/compute.hpp"

#include <algorithm>
#include <iterator>

namespace relit::render::vk {
namespace {

VkPrimitiveTopology topology_of(Topology topology) {
    switch (topology) {
        case Topology::Points: return VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
        case Topology::Lines: return VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
        case Topology::LineStrip: return VK_PRIMITIVE_TOPOLOGY_LINE_STRIP;
        case Topology::LinesAdjacency: return VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY;
        case Topology::Triangles: return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
        case Topology::TriangleStrip: return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
        case Topology::TriangleFan: return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN;
        case Topology::TrianglesAdjacency: return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY;
        case Topology::Patches: return VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
    }
    unreachable("topology");
}

VkPipelineShaderStageCreateInfo stage_of(VkShaderStageFlagBits stage, VkShaderModule shader) {
    VkPipelineShaderStageCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    info.stage = stage;
    info.module = shader;
    info.pName = "main";
    return info;
}

VkFormat format_of(const Draw& draw, std::uint32_t location) {
    constexpr VkFormat kFormats[] = {VK_FORMAT_R32G32B32A32_SFLOAT, VK_FORMAT_R32G32B32A32_SINT,
                                     VK_FORMAT_R32G32B32A32_UINT};
    const auto kind = draw.kinds.find(location);
    return kFormats[kind == draw.kinds.end() ? 0 : static_cast<std::size_t>(kind->second)];
}

VkVertexInputRate rate_of(const Draw& draw, std::uint32_t location) {
    const auto by_instance = draw.by_instance.find(location);
    const bool instances = by_instance != draw.by_instance.end() && by_instance->second;
    return instances ? VK_VERTEX_INPUT_RATE_INSTANCE : VK_VERTEX_INPUT_RATE_VERTEX;
}

/// What a pipeline is made from; it points into itself.
struct Description {
    Description(const Draw& draw, std::vector<VkPipelineShaderStageCreateInfo> shaders)
        : stages(std::move(shaders)),
          viewport{0, 0, static_cast<float>(draw.width), static_cast<float>(draw.height), 0, 1},
          scissor{{0, 0}, {draw.width, draw.height}} {
        describe_inputs(draw);
        describe_viewport(draw);
        describe_outputs(draw);
    }
    Description(const Description&) = delete;
    Description& operator=(const Description&) = delete;
    ~Description() = default;

    void describe_inputs(const Draw& draw) {
        for (const auto& [location, values] : draw.inputs) {
            const auto binding = static_cast<std::uint32_t>(bindings.size());
            bindings.push_back({binding, sizeof(Float4), rate_of(draw, location)});
            attributes.push_back({location, binding, format_of(draw, location), 0});
        }
        inputs.vertexBindingDescriptionCount = static_cast<std::uint32_t>(bindings.size());
        inputs.pVertexBindingDescriptions = bindings.data();
        inputs.vertexAttributeDescriptionCount = static_cast<std::uint32_t>(attributes.size());
        inputs.pVertexAttributeDescriptions = attributes.data();
        assembly.topology = topology_of(draw.topology);
        tessellation.patchControlPoints = draw.patch_vertices;
    }
    void describe_viewport(const Draw& draw) {
        clip.negativeOneToOne = VK_TRUE;
        if (draw.clips_as_opengl) view.pNext = &clip;
        view.viewportCount = view.scissorCount = 1;
        view.pViewports = &viewport;
        view.pScissors = &scissor;
        raster.frontFace = draw.front_is_clockwise ? VK_FRONT_FACE_CLOCKWISE : VK_FRONT_FACE_COUNTER_CLOCKWISE;
        raster.lineWidth = 1;
        raster.rasterizerDiscardEnable = draw.rasterises ? VK_FALSE : VK_TRUE;
        provoking.provokingVertexMode = VK_PROVOKING_VERTEX_MODE_LAST_VERTEX_EXT;
        if (draw.provokes_last) raster.pNext = &provoking;
        lines.lineRasterizationMode = VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT;
        lines.pNext = raster.pNext;
        if (draw.rounds_lines) raster.pNext = &lines;
        samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
    }
    void describe_outputs(const Draw& draw) {
        depth.depthTestEnable = depth.depthWriteEnable = VK_TRUE;
        depth.depthCompareOp = VK_COMPARE_OP_ALWAYS;
        VkPipelineColorBlendAttachmentState plain{};
        plain.colorWriteMask =
            VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT | VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT;
        blends.assign(draw.targets, plain);
        blend.attachmentCount = draw.targets;
        blend.pAttachments = blends.data();
    }
    [[nodiscard]] VkGraphicsPipelineCreateInfo info() const {
        VkGraphicsPipelineCreateInfo all{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
        all.stageCount = static_cast<std::uint32_t>(stages.size());
        all.pStages = stages.data();
        all.pVertexInputState = &inputs;
        all.pInputAssemblyState = &assembly;
        if (tessellation.patchControlPoints != 0) all.pTessellationState = &tessellation;
        all.pViewportState = &view;
        all.pRasterizationState = &raster;
        all.pMultisampleState = &samples;
        all.pDepthStencilState = &depth;
        all.pColorBlendState = &blend;
        return all;
    }

    std::vector<VkPipelineShaderStageCreateInfo> stages;
    VkViewport viewport;
    VkRect2D scissor;
    std::vector<VkVertexInputBindingDescription> bindings;
    std::vector<VkVertexInputAttributeDescription> attributes;
    std::vector<VkPipelineColorBlendAttachmentState> blends;
    VkPipelineVertexInputStateCreateInfo inputs{VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    VkPipelineInputAssemblyStateCreateInfo assembly{VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
    VkPipelineTessellationStateCreateInfo tessellation{VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO};
    VkPipelineViewportDepthClipControlCreateInfoEXT clip{
        VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_DEPTH_CLIP_CONTROL_CREATE_INFO_EXT};
    VkPipelineViewportStateCreateInfo view{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
    VkPipelineRasterizationProvokingVertexStateCreateInfoEXT provoking{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_PROVOKING_VERTEX_STATE_CREATE_INFO_EXT};
    VkPipelineRasterizationLineStateCreateInfoEXT lines{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_LINE_STATE_CREATE_INFO_EXT};
    VkPipelineRasterizationStateCreateInfo raster{VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
    VkPipelineMultisampleStateCreateInfo samples{VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
    VkPipelineDepthStencilStateCreateInfo depth{VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
    VkPipelineColorBlendStateCreateInfo blend{VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
};

} // namespace

VkShaderStageFlagBits flag_of(ir::Stage stage) {
    constexpr VkShaderStageFlagBits kFlags[] = {VK_SHADER_STAGE_VERTEX_BIT,
                                                VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT,
                                                VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
                                                VK_SHADER_STAGE_GEOMETRY_BIT,
                                                VK_SHADER_STAGE_FRAGMENT_BIT,
                                                VK_SHADER_STAGE_COMPUTE_BIT};
    return kFlags[static_cast<std::size_t>(stage)];
}

Result<Owned<VkRenderPass>> make_render_pass(Handles& handles, std::span<const Attachment> attachments) {
    std::vector<VkAttachmentDescription> descriptions;
    std::ranges::transform(attachments, std::back_inserter(descriptions), &Attachment::description);
    std::vector<VkAttachmentReference> colours;
    const auto last = static_cast<std::uint32_t>(attachments.size()) - 1;
    for (std::uint32_t i = 0; i < last; ++i) colours.push_back({i, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL});
    const VkAttachmentReference depth{last, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL};
    VkSubpassDescription pass{};
    pass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    pass.colorAttachmentCount = last;
    pass.pColorAttachments = colours.data();
    pass.pDepthStencilAttachment = &depth;
    constexpr VkPipelineStageFlags kDrawing =
        VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT | VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT;
    constexpr VkAccessFlags kWrites =
        VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT;
    const VkSubpassDependency then{0,       VK_SUBPASS_EXTERNAL,         kDrawing, VK_PIPELINE_STAGE_TRANSFER_BIT,
                                   kWrites, VK_ACCESS_TRANSFER_READ_BIT, 0};
    VkRenderPassCreateInfo info{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO};
    info.attachmentCount = static_cast<std::uint32_t>(descriptions.size());
    info.pAttachments = descriptions.data();
    info.subpassCount = 1;
    info.pSubpasses = &pass;
    info.dependencyCount = 1;
    info.pDependencies = &then;
    VkRenderPass made = VK_NULL_HANDLE;
    auto done = check("vkCreateRenderPass", handles.vk.vkCreateRenderPass(handles.device, &info, nullptr, &made));
    if (!done) return std::unexpected(done.error());
    return Owned<VkRenderPass>(handles.device, made, handles.vk.vkDestroyRenderPass);
}

Result<Owned<VkFramebuffer>> make_framebuffer(Handles& handles, VkRenderPass pass,
                                              std::span<const Attachment> attachments, VkExtent2D size,
                                              std::uint32_t layers) {
    std::vector<VkImageView> views;
    std::ranges::transform(attachments, std::back_inserter(views), &Attachment::view);
    VkFramebufferCreateInfo info{VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO};
    info.renderPass = pass;
    info.attachmentCount = static_cast<std::uint32_t>(views.size());
    info.pAttachments = views.data();
    info.width = size.width;
    info.height = size.height;
    info.layers = layers;
    VkFramebuffer made = VK_NULL_HANDLE;
    auto done = check("vkCreateFramebuffer", handles.vk.vkCreateFramebuffer(handles.device, &info, nullptr, &made));
    if (!done) return std::unexpected(done.error());
    return Owned<VkFramebuffer>(handles.device, made, handles.vk.vkDestroyFramebuffer);
}

Result<Owned<VkPipeline>> make_graphics_pipeline(Handles& handles, const Draw& draw, VkPipelineLayout layout,
                                                 VkRenderPass pass) {
    std::vector<Owned<VkShaderModule>> shaders;
    std::vector<VkPipelineShaderStageCreateInfo> stages;
    for (const DrawStage* stage : stages_of(draw)) {
        auto shader = make_shader(handles, stage->spirv);
        if (!shader) return std::unexpected(shader.error());
        shaders.push_back(std::move(*shader));
        stages.push_back(stage_of(flag_of(stage->module.stage), shaders.back().get()));
    }
    const Description description(draw, std::move(stages));
    VkGraphicsPipelineCreateInfo info = description.info();
    info.layout = layout;
    info.renderPass = pass;
    VkPipeline made = VK_NULL_HANDLE;
    auto done = check("vkCreateGraphicsPipelines",
                      handles.vk.vkCreateGraphicsPipelines(handles.device, VK_NULL_HANDLE, 1, &info, nullptr, &made));
    if (!done) return std::unexpected(done.error());
    return Owned<VkPipeline>(handles.device, made, handles.vk.vkDestroyPipeline);
}

} // namespace relit::render::vk
