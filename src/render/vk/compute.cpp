#include "render/vk/compute.hpp"

#include "render/vk/names.hpp"
#include "render/vk/timeline.hpp"

#include <array>
#include <chrono>
#include <vector>

namespace relit::render::vk {
namespace {

constexpr std::uint32_t kOwnSets = 2; // which are the same

Status submit(Handles& handles, VkCommandBuffer commands) {
    Timeline once;
    const auto value = once.submit(handles, commands);
    if (!value) return std::unexpected(value.error());
    return once.wait(handles, *value);
}

void make_visible_to_host(const Functions& vk, VkCommandBuffer commands) {
    VkMemoryBarrier barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
    vk.vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0,
                            nullptr, 0, nullptr);
}

} // namespace

Result<Owned<VkDescriptorSetLayout>> make_set_layout(Handles& handles,
                                                     std::span<const VkDescriptorSetLayoutBinding> bindings) {
    VkDescriptorSetLayoutCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    info.bindingCount = static_cast<std::uint32_t>(bindings.size());
    info.pBindings = bindings.data();
    VkDescriptorSetLayout layout = VK_NULL_HANDLE;
    auto done = check("vkCreateDescriptorSetLayout",
                      handles.vk.vkCreateDescriptorSetLayout(handles.device, &info, nullptr, &layout));
    if (!done) return std::unexpected(done.error());
    return Owned<VkDescriptorSetLayout>(handles.device, layout, handles.vk.vkDestroyDescriptorSetLayout);
}

Result<Owned<VkPipelineLayout>> make_pipeline_layout(Handles& handles, std::span<const VkDescriptorSetLayout> sets,
                                                     std::uint32_t pushed_words) {
    const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, pushed_words * 4};
    VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    info.setLayoutCount = static_cast<std::uint32_t>(sets.size());
    info.pSetLayouts = sets.data();
    info.pushConstantRangeCount = pushed_words == 0 ? 0 : 1;
    info.pPushConstantRanges = &range;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    auto done =
        check("vkCreatePipelineLayout", handles.vk.vkCreatePipelineLayout(handles.device, &info, nullptr, &layout));
    if (!done) return std::unexpected(done.error());
    return Owned<VkPipelineLayout>(handles.device, layout, handles.vk.vkDestroyPipelineLayout);
}

Result<Owned<VkDescriptorPool>> make_pool(Handles& handles, std::span<const VkDescriptorPoolSize> sizes,
                                          std::uint32_t sets) {
    VkDescriptorPoolCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    info.maxSets = sets;
    info.poolSizeCount = static_cast<std::uint32_t>(sizes.size());
    info.pPoolSizes = sizes.data();
    VkDescriptorPool pool = VK_NULL_HANDLE;
    auto done =
        check("vkCreateDescriptorPool", handles.vk.vkCreateDescriptorPool(handles.device, &info, nullptr, &pool));
    if (!done) return std::unexpected(done.error());
    return Owned<VkDescriptorPool>(handles.device, pool, handles.vk.vkDestroyDescriptorPool);
}

Result<Owned<VkShaderModule>> make_shader(Handles& handles, std::span<const std::uint32_t> spirv) {
    VkShaderModuleCreateInfo code{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    code.codeSize = spirv.size_bytes();
    code.pCode = spirv.data();
    VkShaderModule shader = VK_NULL_HANDLE;
    auto done = check("vkCreateShaderModule", handles.vk.vkCreateShaderModule(handles.device, &code, nullptr, &shader));
    if (!done) return std::unexpected(done.error());
    set_name(handles, shader, "shader while its pipeline is made");
    return Owned<VkShaderModule>(handles.device, shader, handles.vk.vkDestroyShaderModule);
}

Result<Owned<VkPipeline>> make_compute_pipeline(Handles& handles, std::span<const std::uint32_t> spirv,
                                                VkPipelineLayout layout) {
    const auto shader = make_shader(handles, spirv);
    if (!shader) return std::unexpected(shader.error());
    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = shader->get();
    info.stage.pName = "main";
    info.layout = layout;
    VkPipeline pipeline = VK_NULL_HANDLE;
    auto done = check("vkCreateComputePipelines", handles.vk.vkCreateComputePipelines(handles.device, VK_NULL_HANDLE, 1,
                                                                                      &info, nullptr, &pipeline));
    if (!done) return std::unexpected(done.error());
    return Owned<VkPipeline>(handles.device, pipeline, handles.vk.vkDestroyPipeline);
}

void wait_for_shaders(const Functions& vk, VkCommandBuffer commands, VkPipelineStageFlags then, VkAccessFlags access) {
    VkMemoryBarrier barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
    barrier.dstAccessMask = access;
    vk.vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, then, 0, 1, &barrier, 0, nullptr, 0,
                            nullptr);
}

Status record_and_submit(Handles& handles, const std::function<void(VkCommandBuffer)>& record) {
    const Functions& vk = handles.vk;
    VkCommandBufferAllocateInfo allocate{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    allocate.commandPool = handles.commands;
    allocate.commandBufferCount = 1;
    VkCommandBuffer commands = VK_NULL_HANDLE;
    const VkResult allocated = vk.vkAllocateCommandBuffers(handles.device, &allocate, &commands);
    if (auto done = check("vkAllocateCommandBuffers", allocated); !done) return done;
    set_name(handles, commands, "commands that are waited for");
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    Status done = check("vkBeginCommandBuffer", vk.vkBeginCommandBuffer(commands, &begin));
    if (done) {
        record(commands);
        make_visible_to_host(vk, commands);
        done = check("vkEndCommandBuffer", vk.vkEndCommandBuffer(commands));
    }
    if (done) done = submit(handles, commands);
    vk.vkFreeCommandBuffers(handles.device, handles.commands, 1, &commands);
    return done;
}

Result<ComputePipeline> ComputePipeline::make(Handles& handles, std::span<const std::uint32_t> spirv,
                                              std::uint32_t buffers, std::uint32_t pushed_words, const BoundSets* more,
                                              std::uint32_t runs) {
    const auto start = std::chrono::steady_clock::now();
    ComputePipeline made;
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (std::uint32_t i = 0; i < buffers; ++i) {
        bindings.push_back({i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr});
    }
    auto set_layout = make_set_layout(handles, bindings);
    if (!set_layout) return std::unexpected(set_layout.error());
    made.set_layout_ = std::move(*set_layout);
    made.more_ = more;
    auto sets = more != nullptr ? more->layouts() : std::array<VkDescriptorSetLayout, BoundSets::kSets>{};
    sets[0] = sets[1] = made.set_layout_.get();
    const std::size_t count = more != nullptr ? sets.size() : kOwnSets;
    auto layout = make_pipeline_layout(handles, std::span(sets).first(count), pushed_words);
    if (!layout) return std::unexpected(layout.error());
    made.layout_ = std::move(*layout);
    const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, buffers * runs};
    auto pool = make_pool(handles, {&size, 1}, runs);
    if (!pool) return std::unexpected(pool.error());
    made.pool_ = std::move(*pool);
    auto pipeline = make_compute_pipeline(handles, spirv, made.layout_.get());
    if (!pipeline) return std::unexpected(pipeline.error());
    made.pipeline_ = std::move(*pipeline);
    VkDescriptorSetAllocateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    info.descriptorPool = made.pool_.get();
    info.descriptorSetCount = runs;
    const std::vector<VkDescriptorSetLayout> same(runs, made.set_layout_.get());
    info.pSetLayouts = same.data();
    made.sets_.resize(runs);
    const VkResult result = handles.vk.vkAllocateDescriptorSets(handles.device, &info, made.sets_.data());
    if (auto done = check("vkAllocateDescriptorSets", result); !done) return std::unexpected(done.error());
    made.seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return made;
}

void ComputePipeline::set_name(const Handles& handles, const std::string& name) const {
    vk::set_name(handles, set_layout_, name + ": layout of its set");
    vk::set_name(handles, layout_, name + ": layout");
    vk::set_name(handles, pool_, name + ": pool of its set");
    vk::set_name(handles, pipeline_, name);
    for (std::size_t i = 0; i < sets_.size(); ++i)
        vk::set_name(handles, sets_[i], name + ": set" + (sets_.size() == 1 ? "" : " " + std::to_string(i)));
}

void ComputePipeline::bind(Handles& handles, std::span<const Buffer* const> buffers, std::uint32_t run) const {
    for (std::uint32_t i = 0; i < buffers.size(); ++i) {
        const VkDescriptorBufferInfo buffer{buffers[i]->get(), 0, VK_WHOLE_SIZE};
        VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
        write.dstSet = sets_[run];
        write.dstBinding = i;
        write.descriptorCount = 1;
        write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        write.pBufferInfo = &buffer;
        handles.vk.vkUpdateDescriptorSets(handles.device, 1, &write, 0, nullptr);
    }
}

Status ComputePipeline::run(Handles& handles, std::span<const Buffer* const> buffers,
                            std::span<const std::uint32_t> pushed, std::uint32_t groups) const {
    bind(handles, buffers);
    return record_and_submit(handles, [&](VkCommandBuffer commands) { record(handles, commands, pushed, groups); });
}

void ComputePipeline::record(Handles& handles, VkCommandBuffer commands, std::span<const std::uint32_t> pushed,
                             std::uint32_t groups, std::uint32_t run) const {
    const Functions& vk = handles.vk;
    constexpr VkPipelineBindPoint kPoint = VK_PIPELINE_BIND_POINT_COMPUTE;
    vk.vkCmdBindPipeline(commands, kPoint, pipeline_.get());
    const std::array<VkDescriptorSet, kOwnSets> own{sets_[run], sets_[run]};
    vk.vkCmdBindDescriptorSets(commands, kPoint, layout_.get(), 0, kOwnSets, own.data(), 0, nullptr);
    if (more_ != nullptr) {
        vk.vkCmdBindDescriptorSets(commands, kPoint, layout_.get(), kOwnSets, BoundSets::kSets - kOwnSets,
                                   more_->sets().data() + kOwnSets, 0, nullptr);
    }
    if (!pushed.empty()) {
        vk.vkCmdPushConstants(commands, layout_.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                              static_cast<std::uint32_t>(pushed.size_bytes()), pushed.data());
    }
    vk.vkCmdDispatch(commands, groups, 1, 1);
}

} // namespace relit::render::vk
