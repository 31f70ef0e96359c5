// The display on the device: scans of local memory, and what they write back; bit for bit what gs/scanout.cpp and
// gs/feedback.cpp do.
#pragma once

#include "render/gs/feedback.hpp"
#include "render/vk/compute.hpp"
#include "render/vk/timer.hpp"

namespace relit::render::gs::compute {

class DisplayPipeline {
public:
    /// `tables`: where pixels lie in their page.
    [[nodiscard]] static Result<DisplayPipeline> make(vk::Handles& handles, std::span<const std::uint32_t> tables);

    /// Scans memory, in which nothing is drawn meanwhile. A scan of more than kMostPixels is the caller's business.
    [[nodiscard]] Status scan(vk::Handles& handles, const vk::Buffer& memory, const Scan& scan, bool half_is_opaque);
    /// Writes back the last scan. Every word is written once at most.
    [[nodiscard]] Status feed_back(vk::Handles& handles, const vk::Buffer& memory, const Feedback& feedback);
    /// The last scan.
    [[nodiscard]] Image image() const;

    /// What all of it took on the device.
    [[nodiscard]] std::uint64_t nanoseconds() const { return nanoseconds_; }

    static constexpr std::uint64_t kMostPixels = std::uint64_t{1} << 22;

private:
    /// A shader with the record that tells it what to do.
    struct Step {
        const char* name = "";
        vk::ComputePipeline pipeline;
        vk::Buffer record; // then the tables
    };
    [[nodiscard]] static Result<Step> make_step(vk::Handles& handles, const char* name,
                                                std::span<const std::uint32_t> spirv, std::size_t record_bytes,
                                                std::span<const std::uint32_t> tables);
    template <class Record>
    [[nodiscard]] Status run(vk::Handles& handles, const vk::Buffer& memory, const Step& step, const Record& record);

    Step scan_, feedback_;
    vk::Buffer shown_;
    vk::Timer timer_;
    std::uint64_t nanoseconds_ = 0;
    std::uint32_t width_ = 0, height_ = 0; // of the last scan
};

} // namespace relit::render::gs::compute
