// A compute pipeline over storage buffers and a few pushed words, and running it.
#pragma once

#include "render/vk/bound.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace relit::render::vk {

// ---- parts of pipelines
[[nodiscard]] Result<Owned<VkDescriptorSetLayout>> make_set_layout(
    Handles& handles, std::span<const VkDescriptorSetLayoutBinding> bindings);
[[nodiscard]] Result<Owned<VkPipelineLayout>> make_pipeline_layout(Handles& handles,
                                                                   std::span<const VkDescriptorSetLayout> sets,
                                                                   std::uint32_t pushed_words);
[[nodiscard]] Result<Owned<VkDescriptorPool>> make_pool(Handles& handles, std::span<const VkDescriptorPoolSize> sizes,
                                                        std::uint32_t sets);
[[nodiscard]] Result<Owned<VkShaderModule>> make_shader(Handles& handles, std::span<const std::uint32_t> spirv);
/// From SPIR-V with the entry point "main".
[[nodiscard]] Result<Owned<VkPipeline>> make_compute_pipeline(Handles& handles, std::span<const std::uint32_t> spirv,
                                                              VkPipelineLayout layout);
/// What shaders wrote before is there for what comes next.
void wait_for_shaders(const Functions& vk, VkCommandBuffer commands, VkPipelineStageFlags then, VkAccessFlags access);
/// Runs the commands that `record` writes and waits for them; then the host sees what they wrote.
[[nodiscard]] Status record_and_submit(Handles& handles, const std::function<void(VkCommandBuffer)>& record);

class ComputePipeline {
public:
    /// From SPIR-V with the entry point "main"; bindings 0 to buffers - 1 of set 0, which is set 1 as well, are storage buffers. `more`
    /// has further sets, of which the first two are not used. `runs`: how many may be on their way at a time, each with its own set 0.
    [[nodiscard]] static Result<ComputePipeline> make(Handles& handles, std::span<const std::uint32_t> spirv,
                                                      std::uint32_t buffers, std::uint32_t pushed_words,
                                                      const BoundSets* more = nullptr, std::uint32_t runs = 1);
    /// Runs `groups` workgroups and waits for them. One buffer a binding.
    [[nodiscard]] Status run(Handles& handles, std::span<const Buffer* const> buffers,
                             std::span<const std::uint32_t> pushed, std::uint32_t groups) const;
    /// The commands of that, after everything was bound for the same run.
    void record(Handles& handles, VkCommandBuffer commands, std::span<const std::uint32_t> pushed, std::uint32_t groups,
                std::uint32_t run = 0) const;
    void bind(Handles& handles, std::span<const Buffer* const> buffers, std::uint32_t run = 0) const;
    /// For frame debugging: of the pipeline and all that belongs to it.
    void set_name(const Handles& handles, const std::string& name) const;
    /// How long the driver took to make it. Some (lavapipe) do most of the work at the first run.
    [[nodiscard]] double seconds() const { return seconds_; }

private:
    Owned<VkDescriptorSetLayout> set_layout_;
    Owned<VkPipelineLayout> layout_;
    Owned<VkDescriptorPool> pool_;
    Owned<VkPipeline> pipeline_;
    std::vector<VkDescriptorSet> sets_; // of each run; they go with their pool
    const BoundSets* more_ = nullptr;
    double seconds_ = 0;
};

} // namespace relit::render::vk
