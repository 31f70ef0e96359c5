#include "render/r500/program/pipelines.hpp"

#include "render/r500/program/vertex_data.hpp"
#include "render/vk/compute.hpp"

#include <chrono>

namespace relit::render::r500 {
namespace {

VkAttachmentDescription kept(VkFormat format, std::uint32_t samples) {
    VkAttachmentDescription attachment{};
    attachment.format = format;
    attachment.samples = static_cast<VkSampleCountFlagBits>(samples);
    attachment.loadOp = attachment.stencilLoadOp = VK_ATTACHMENT_LOAD_OP_LOAD;
    attachment.storeOp = attachment.stencilStoreOp = VK_ATTACHMENT_STORE_OP_STORE;
    attachment.initialLayout = attachment.finalLayout = VK_IMAGE_LAYOUT_GENERAL;
    return attachment;
}

VkStencilOpState stencil_of(const StencilSide& side) {
    VkStencilOpState state{};
    state.failOp = static_cast<VkStencilOp>(side.fail);
    state.passOp = static_cast<VkStencilOp>(side.pass);
    state.depthFailOp = static_cast<VkStencilOp>(side.depth_fail);
    state.compareOp = static_cast<VkCompareOp>(side.compare);
    return state;
}

VkPipelineColorBlendAttachmentState blend_of(const TargetState& target) {
    VkPipelineColorBlendAttachmentState state{};
    state.blendEnable = target.blends ? VK_TRUE : VK_FALSE;
    state.srcColorBlendFactor = static_cast<VkBlendFactor>(target.colour.source);
    state.dstColorBlendFactor = static_cast<VkBlendFactor>(target.colour.destination);
    state.colorBlendOp = static_cast<VkBlendOp>(target.colour.function);
    state.srcAlphaBlendFactor = static_cast<VkBlendFactor>(target.alpha.source);
    state.dstAlphaBlendFactor = static_cast<VkBlendFactor>(target.alpha.destination);
    state.alphaBlendOp = static_cast<VkBlendOp>(target.alpha.function);
    state.colorWriteMask = target.written;
    return state;
}

/// What a pipeline is made from; it points into itself.
struct Description {
    Description(VkShaderModule vertex, VkShaderModule fragment, const FragmentProgram& program, const FixedState& fixed,
                std::uint32_t sample_count) {
        describe_shaders(vertex, fragment);
        describe_vertices(program);
        describe_tests(fixed);
        samples.rasterizationSamples = static_cast<VkSampleCountFlagBits>(sample_count);
        samples.pSampleMask = &fixed.sample_mask;
        const bool has_alpha = (program.written_colours & 1) != 0;
        samples.alphaToCoverageEnable = fixed.masks_by_alpha && has_alpha ? VK_TRUE : VK_FALSE;
        for (const TargetState& target : fixed.targets) blends.push_back(blend_of(target));
        blend.attachmentCount = static_cast<std::uint32_t>(blends.size());
        blend.pAttachments = blends.data();
        blend.logicOpEnable = fixed.has_logic ? VK_TRUE : VK_FALSE;
        blend.logicOp = static_cast<VkLogicOp>(fixed.logic);
    }
    Description(const Description&) = delete;
    Description& operator=(const Description&) = delete;
    ~Description() = default;

    void describe_shaders(VkShaderModule vertex, VkShaderModule fragment) {
        for (VkPipelineShaderStageCreateInfo& stage : stages) {
            stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
            stage.pName = "main";
        }
        stages[0].stage = VK_SHADER_STAGE_VERTEX_BIT, stages[0].module = vertex;
        stages[1].stage = VK_SHADER_STAGE_FRAGMENT_BIT, stages[1].module = fragment;
    }
    void describe_vertices(const FragmentProgram& program) {
        binding = {0, vertex_bytes(program), VK_VERTEX_INPUT_RATE_VERTEX};
        for (std::uint32_t i = 0; i <= program.locations.size(); ++i)
            attributes.push_back(
                {i, 0, VK_FORMAT_R32G32B32A32_SFLOAT, 4U * static_cast<std::uint32_t>(sizeof(float)) * i});
        inputs.vertexBindingDescriptionCount = 1;
        inputs.pVertexBindingDescriptions = &binding;
        inputs.vertexAttributeDescriptionCount = static_cast<std::uint32_t>(attributes.size());
        inputs.pVertexAttributeDescriptions = attributes.data();
        assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
        view.viewportCount = view.scissorCount = 1;
        raster.frontFace = VK_FRONT_FACE_CLOCKWISE;
        raster.lineWidth = 1;
    }
    void describe_tests(const FixedState& fixed) {
        depth.depthTestEnable = fixed.tests_depth ? VK_TRUE : VK_FALSE;
        depth.depthWriteEnable = fixed.writes_depth ? VK_TRUE : VK_FALSE;
        depth.depthCompareOp = static_cast<VkCompareOp>(fixed.depth_compare);
        depth.stencilTestEnable = fixed.tests_stencil ? VK_TRUE : VK_FALSE;
        depth.front = stencil_of(fixed.front);
        depth.back = stencil_of(fixed.back);
        dynamic.dynamicStateCount = std::size(kDynamic);
        dynamic.pDynamicStates = kDynamic;
    }
    [[nodiscard]] VkGraphicsPipelineCreateInfo info() const {
        VkGraphicsPipelineCreateInfo all{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
        all.stageCount = static_cast<std::uint32_t>(stages.size());
        all.pStages = stages.data();
        all.pVertexInputState = &inputs;
        all.pInputAssemblyState = &assembly;
        all.pViewportState = &view;
        all.pRasterizationState = &raster;
        all.pMultisampleState = &samples;
        all.pDepthStencilState = &depth;
        all.pColorBlendState = &blend;
        all.pDynamicState = &dynamic;
        return all;
    }

    static constexpr VkDynamicState kDynamic[] = {
        VK_DYNAMIC_STATE_VIEWPORT,           VK_DYNAMIC_STATE_SCISSOR,
        VK_DYNAMIC_STATE_BLEND_CONSTANTS,    VK_DYNAMIC_STATE_STENCIL_COMPARE_MASK,
        VK_DYNAMIC_STATE_STENCIL_WRITE_MASK, VK_DYNAMIC_STATE_STENCIL_REFERENCE};
    std::array<VkPipelineShaderStageCreateInfo, 2> stages{};
    VkVertexInputBindingDescription binding{};
    std::vector<VkVertexInputAttributeDescription> attributes;
    std::vector<VkPipelineColorBlendAttachmentState> blends;
    VkPipelineVertexInputStateCreateInfo inputs{VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    VkPipelineInputAssemblyStateCreateInfo assembly{VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
    VkPipelineViewportStateCreateInfo view{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
    VkPipelineRasterizationStateCreateInfo raster{VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
    VkPipelineMultisampleStateCreateInfo samples{VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
    VkPipelineDepthStencilStateCreateInfo depth{VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
    VkPipelineColorBlendStateCreateInfo blend{VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
    VkPipelineDynamicStateCreateInfo dynamic{VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO};
};

} // namespace

void record_dynamic_state(vk::Handles& handles, VkCommandBuffer commands, const DynamicState& dynamic,
                          VkExtent2D size) {
    const vk::Functions& vk = handles.vk;
    const VkViewport viewport{0, 0, static_cast<float>(size.width), static_cast<float>(size.height), 0, 1};
    vk.vkCmdSetViewport(commands, 0, 1, &viewport);
    vk.vkCmdSetBlendConstants(commands, dynamic.blend_constants.data());
    for (const auto& [face, values] :
         {std::pair(VK_STENCIL_FACE_FRONT_BIT, dynamic.front), std::pair(VK_STENCIL_FACE_BACK_BIT, dynamic.back)}) {
        vk.vkCmdSetStencilReference(commands, face, values.reference);
        vk.vkCmdSetStencilCompareMask(commands, face, values.mask);
        vk.vkCmdSetStencilWriteMask(commands, face, values.write_mask);
    }
}

Result<VkRenderPass> Pipelines::pass(const PassShape& shape) {
    if (const auto found = passes_.find(shape); found != passes_.end()) return found->second.get();
    std::vector<VkAttachmentDescription> attachments;
    std::vector<VkAttachmentReference> colours;
    for (const VkFormat format : shape.colours) {
        colours.push_back({static_cast<std::uint32_t>(attachments.size()), VK_IMAGE_LAYOUT_GENERAL});
        attachments.push_back(kept(format, shape.samples));
    }
    const VkAttachmentReference depth{static_cast<std::uint32_t>(attachments.size()), VK_IMAGE_LAYOUT_GENERAL};
    const bool has_depth = shape.depth != VK_FORMAT_UNDEFINED;
    if (has_depth) attachments.push_back(kept(shape.depth, shape.samples));
    VkSubpassDescription subpass{};
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    subpass.colorAttachmentCount = static_cast<std::uint32_t>(colours.size());
    subpass.pColorAttachments = colours.data();
    subpass.pDepthStencilAttachment = has_depth ? &depth : nullptr;
    VkRenderPassCreateInfo info{VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO};
    info.attachmentCount = static_cast<std::uint32_t>(attachments.size());
    info.pAttachments = attachments.data();
    info.subpassCount = 1;
    info.pSubpasses = &subpass;
    VkRenderPass made = VK_NULL_HANDLE;
    const VkResult result = handles_.vk.vkCreateRenderPass(handles_.device, &info, nullptr, &made);
    if (auto done = vk::check("vkCreateRenderPass", result); !done) return std::unexpected(done.error());
    passes_.emplace(shape, vk::Owned<VkRenderPass>(handles_.device, made, handles_.vk.vkDestroyRenderPass));
    return made;
}

Result<const Layouts*> Pipelines::layouts(const FragmentProgram& program) {
    std::vector<std::uint32_t> key{program.reads_constants ? 1U : 0U};
    for (const TextureUse& texture : program.textures) key.push_back(texture.unit);
    if (const auto found = layouts_.find(key); found != layouts_.end()) return &found->second;
    std::array<std::vector<VkDescriptorSetLayoutBinding>, 3> bindings;
    if (program.reads_constants)
        bindings[kConstantSet].push_back(
            {kConstantBinding, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1, VK_SHADER_STAGE_FRAGMENT_BIT, nullptr});
    for (const TextureUse& texture : program.textures)
        bindings[kTextureSet].push_back(
            {texture.unit, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_FRAGMENT_BIT, nullptr});
    Layouts made;
    std::vector<VkDescriptorSetLayout> sets;
    for (std::size_t i = 0; i < bindings.size(); ++i) {
        auto layout = vk::make_set_layout(handles_, bindings[i]);
        if (!layout) return std::unexpected(layout.error());
        sets.push_back(layout->get());
        made.sets[i] = std::move(*layout);
    }
    auto pipeline = vk::make_pipeline_layout(handles_, sets, 0);
    if (!pipeline) return std::unexpected(pipeline.error());
    made.pipeline = std::move(*pipeline);
    return &layouts_.emplace(key, std::move(made)).first->second;
}

Result<VkPipeline> Pipelines::pipeline(const std::vector<std::uint32_t>& vertex, const FragmentProgram& fragment,
                                       const FixedState& fixed, const PassShape& shape) {
    Key key{&fragment, fixed, shape};
    if (const auto found = pipelines_.find(key); found != pipelines_.end()) return found->second.get();
    const auto layout = layouts(fragment);
    if (!layout) return std::unexpected(layout.error());
    const auto pass = this->pass(shape);
    if (!pass) return std::unexpected(pass.error());
    const auto begin = std::chrono::steady_clock::now();
    auto made = make(vertex, key, (*layout)->pipeline.get(), *pass);
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (!made) return std::unexpected(made.error());
    ++made_;
    return pipelines_.emplace(std::move(key), std::move(*made)).first->second.get();
}

Result<vk::Owned<VkPipeline>> Pipelines::make(const std::vector<std::uint32_t>& vertex, const Key& key,
                                              VkPipelineLayout layout, VkRenderPass pass) {
    const auto vertex_module = vk::make_shader(handles_, vertex),
               fragment_module = vk::make_shader(handles_, key.fragment->spirv);
    if (!vertex_module) return std::unexpected(vertex_module.error());
    if (!fragment_module) return std::unexpected(fragment_module.error());
    const Description description(vertex_module->get(), fragment_module->get(), *key.fragment, key.fixed,
                                  key.shape.samples);
    VkGraphicsPipelineCreateInfo info = description.info();
    info.layout = layout;
    info.renderPass = pass;
    VkPipeline made = VK_NULL_HANDLE;
    const VkResult result =
        handles_.vk.vkCreateGraphicsPipelines(handles_.device, VK_NULL_HANDLE, 1, &info, nullptr, &made);
    if (auto done = vk::check("vkCreateGraphicsPipelines", result); !done) return std::unexpected(done.error());
    return vk::Owned<VkPipeline>(handles_.device, made, handles_.vk.vkDestroyPipeline);
}

} // namespace relit::render::r500
