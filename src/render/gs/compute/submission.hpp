// Records of one batch on the device, and the commands that draw it. Several may be on their way at a time.
#pragma once

#include "render/gs/compute/batch.hpp"
#include "render/vk/compute.hpp"
#include "render/vk/timeline.hpp"
#include "render/vk/timer.hpp"

namespace relit::render::gs::compute {

/// A buffer that shaders read through a view.
struct ViewedBuffer {
    vk::Buffer buffer;
    vk::Owned<VkBufferView> view; // goes before its buffer

    /// Of this many bytes at least. `name`: for frame debugging.
    [[nodiscard]] static Result<ViewedBuffer> make(vk::Handles& handles, const std::string& name, VkFormat format,
                                                   std::size_t bytes);
    [[nodiscard]] Status put(vk::Handles& handles, const std::string& name, VkFormat format,
                             std::span<const std::uint8_t> bytes);
};

/// Bindings of shaders/records.glsl: storage buffers, then texel buffers.
inline constexpr std::uint32_t kStorageBuffers = 3, kTexelBuffers = 7;
[[nodiscard]] constexpr VkDescriptorType type_of_binding(std::uint32_t binding) {
    return binding < kStorageBuffers ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER : VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
}

/// What all submissions share.
struct Shared {
    vk::Handles* handles = nullptr;
    vk::Timeline* timeline = nullptr;
    VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkPipeline pipeline = VK_NULL_HANDLE;
    VkBuffer memory = VK_NULL_HANDLE, planes = VK_NULL_HANDLE, transferred = VK_NULL_HANDLE;
    VkBufferView memory_words = VK_NULL_HANDLE, plane_words = VK_NULL_HANDLE, tables = VK_NULL_HANDLE,
                 texels = VK_NULL_HANDLE;
};

class Submission {
public:
    /// `name`: for frame debugging.
    [[nodiscard]] static Result<Submission> make(const Shared& shared, std::string name);

    /// Draws a batch; does not wait for it. The last one has to be finished.
    [[nodiscard]] Status submit(const Shared& shared, const Batch& batch);
    /// Where the last batch is at the timeline; 0: none, or it is finished.
    [[nodiscard]] std::uint64_t value() const { return value_; }
    /// Waits for the last batch and adds up what it took.
    [[nodiscard]] Status finish(const Shared& shared);
    /// What all batches together took on the device, up to the last that is finished.
    [[nodiscard]] std::uint64_t nanoseconds() const { return nanoseconds_; }

private:
    enum Part : std::uint8_t { kRecords, kTiles, kLists, kParts };

    [[nodiscard]] Status put(const Shared& shared, const Batch& batch);
    void bind(const Shared& shared) const;
    [[nodiscard]] Status record(const Shared& shared, std::span<const Pass> passes) const;
    void record_pass(const Shared& shared, Pass pass) const;
    void set_names(const Shared& shared) const;
    [[nodiscard]] std::string name_of(std::size_t part) const;

    std::string name_;
    std::array<ViewedBuffer, kParts> parts_;
    vk::Owned<VkDescriptorPool> pool_;
    vk::Commands commands_;
    vk::Timer timer_;
    std::uint64_t nanoseconds_ = 0, value_ = 0;
    VkDescriptorSet set_ = VK_NULL_HANDLE; // goes with its pool
};

} // namespace relit::render::gs::compute
