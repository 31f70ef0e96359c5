// The device's side: local memory in a buffer that the host sees too, texels, and submissions of batches.
#pragma once

#include "render/gs/compute/display.hpp"
#include "render/gs/compute/submission.hpp"

namespace relit::render::gs::compute {

class Pipeline {
public:
    /// `rate`: samples of a pixel.
    [[nodiscard]] static Result<Pipeline> make(vk::Device device, const reference::Rules& rules, unsigned rate = 1);

    /// Local memory: 4 MiB.
    [[nodiscard]] std::span<std::uint8_t> memory() const { return memory_.buffer.bytes(); }
    /// With more than one sample: memory of each, and the bits that they have to take from local memory.
    [[nodiscard]] std::span<std::uint8_t> planes() const { return planes_.buffer.bytes(); }
    [[nodiscard]] std::span<std::uint32_t> transferred() const { return transferred_.buffer.words(); }
    /// Where textures are decoded to.
    [[nodiscard]] std::span<std::uint32_t> texels() const { return texels_.buffer.words(); }
    /// Draws a batch, after all before it. Does not wait for it, but perhaps for an older one.
    [[nodiscard]] Status submit(const Batch& batch);
    /// Waits for all batches.
    [[nodiscard]] Status settle();
    [[nodiscard]] vk::Device& device() { return device_; }
    /// What finished batches, and what the display, took on the device; nothing where its queue has no timestamps.
    struct Times {
        std::uint64_t draw_ns = 0, display_ns = 0;
    };
    [[nodiscard]] std::optional<Times> times() const;

    /// What the display shows of local memory. Nothing is drawn meanwhile.
    [[nodiscard]] Result<Image> scan(const Scan& scan, bool half_is_opaque);
    /// Writes it back. Every word is written once at most.
    [[nodiscard]] Status feed_back(const Scan& scan, bool half_is_opaque, const Feedback& feedback);

private:
    static constexpr std::size_t kInFlight = 3;

    explicit Pipeline(vk::Device device) : device_(std::move(device)) {}
    [[nodiscard]] Status make_buffers(unsigned rate);
    [[nodiscard]] Status make_pipeline(const reference::Rules& rules, unsigned rate);
    [[nodiscard]] Shared shared();

    vk::Device device_; // goes last
    ViewedBuffer memory_, planes_, transferred_, tables_, texels_;
    vk::Owned<VkDescriptorSetLayout> set_layout_;
    vk::Owned<VkPipelineLayout> layout_;
    vk::Owned<VkPipeline> pipeline_;
    DisplayPipeline display_;
    std::vector<Submission> submissions_;
    std::size_t next_ = 0;
};

} // namespace relit::render::gs::compute
