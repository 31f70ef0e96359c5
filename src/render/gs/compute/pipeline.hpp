// The device's side: local memory in a buffer that the host sees too, texels, and submissions of batches.
#pragma once

#include "render/gs/compute/copies.hpp"
#include "render/gs/compute/display.hpp"
#include "render/gs/compute/submission.hpp"

#include <algorithm>

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
    // ---- submissions, none of which is waited for, but perhaps older ones are; the timeline counts them
    /// Draws a batch.
    [[nodiscard]] Status submit(const Batch& batch);
    /// Starts a scan of what the display shows of local memory, or a copy of that; returns its value. Those that were started
    /// kInFlight of their kind before were taken.
    [[nodiscard]] Result<std::uint64_t> scan(const Scan& scan, bool half_is_opaque);
    [[nodiscard]] Result<std::uint64_t> copy(MemoryRange range);
    static constexpr std::size_t kInFlight = std::min(DisplayPipeline::kInFlight, Copies::kInFlight);
    // Takes them; their value is reached. A scan is taken once, a copy is there until kInFlight others were started.
    [[nodiscard]] Result<Image> take_scan(std::uint64_t value) { return display_.image(device_.handles(), value); }
    [[nodiscard]] Bytes copied(std::uint64_t value) const { return copies_.bytes(value); }

    [[nodiscard]] const vk::Timeline& timeline() const { return timeline_; }
    /// Waits for a value of the timeline, or for all where none is that large.
    [[nodiscard]] Status wait(std::uint64_t value);
    /// Asks how far the device is.
    [[nodiscard]] Status poll();

    [[nodiscard]] vk::Device& device() { return device_; }
    /// What finished batches, and what the display, took on the device; nothing where its queue has no timestamps.
    struct Times {
        std::uint64_t draw_ns = 0, display_ns = 0;
    };
    [[nodiscard]] std::optional<Times> times() const;

    /// Writes back what the display shows, and waits for that. Every word is written once at most.
    [[nodiscard]] Status feed_back(const Scan& scan, bool half_is_opaque, const Feedback& feedback);

private:
    static constexpr std::size_t kBatchesInFlight = 3;

    explicit Pipeline(vk::Device device) : device_(std::move(device)) {}
    [[nodiscard]] Status make_buffers(unsigned rate);
    [[nodiscard]] Status make_pipeline(const reference::Rules& rules, unsigned rate);
    [[nodiscard]] Shared shared();
    /// Adds up the times of all that is reached now, after waiting; gives the first failure.
    [[nodiscard]] Status finish_reached(Status waited);

    vk::Device device_; // goes last
    vk::Timeline timeline_;
    ViewedBuffer memory_, planes_, transferred_, tables_, texels_;
    vk::Owned<VkDescriptorSetLayout> set_layout_;
    vk::Owned<VkPipelineLayout> layout_;
    vk::Owned<VkPipeline> pipeline_;
    DisplayPipeline display_;
    Copies copies_;
    std::vector<Submission> submissions_;
    std::size_t next_ = 0;
};

} // namespace relit::render::gs::compute
