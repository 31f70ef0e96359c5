// The display on the device: scans of local memory, and what they write back; bit for bit what gs/display/scanout.cpp and
// gs/display/feedback.cpp do.
#pragma once

#include "render/gs/display/feedback.hpp"
#include "render/vk/compute.hpp"
#include "render/vk/timeline.hpp"
#include "render/vk/timer.hpp"

namespace relit::render::gs::compute {

class DisplayPipeline {
public:
    /// `tables`: where pixels lie in their page.
    [[nodiscard]] static Result<DisplayPipeline> make(vk::Handles& handles, std::span<const std::uint32_t> tables);

    /// So many scans may be on their way at a time.
    static constexpr std::size_t kInFlight = 4;
    static constexpr std::uint64_t kMostPixels = std::uint64_t{1} << 22;

    /// Scans memory after all that was submitted before it; returns the value of the timeline at which that is done. Takes the
    /// place of the scan kInFlight before it, which is done. A scan of more than kMostPixels is the caller's business.
    [[nodiscard]] Result<std::uint64_t> scan(vk::Handles& handles, vk::Timeline& timeline, const vk::Buffer& memory,
                                             const Scan& scan, bool half_is_opaque);
    /// The scan of a value, which is reached. Once for each scan.
    [[nodiscard]] Result<Image> image(vk::Handles& handles, std::uint64_t value);
    /// Writes back the last scan, and waits for that. Every word is written once at most.
    [[nodiscard]] Status feed_back(vk::Handles& handles, vk::Timeline& timeline, const vk::Buffer& memory,
                                   const Feedback& feedback);

    /// What all scans that were taken, and what was written back, took on the device.
    [[nodiscard]] std::uint64_t nanoseconds() const { return nanoseconds_; }

private:
    /// One run of a shader: the record that tells it what to do, its commands and its time.
    struct ShaderRun {
        vk::Buffer record; // then the tables
        vk::Commands commands;
        vk::Timer timer;
    };
    /// A shader, and as many runs as may be on their way.
    struct ShaderStep {
        const char* name = "";
        vk::ComputePipeline pipeline;
        std::vector<ShaderRun> runs;
    };
    struct Shown {
        vk::Buffer pixels;
        std::uint64_t value = 0;
        std::uint32_t width = 0, height = 0;
    };
    /// What a step is made from.
    struct Shader {
        const char* name = "";
        std::span<const std::uint32_t> spirv;
        std::size_t record_bytes = 0;
        std::uint32_t runs = 1;
    };
    [[nodiscard]] static Result<ShaderStep> make_step(vk::Handles& handles, const Shader& shader,
                                                      std::span<const std::uint32_t> tables);
    [[nodiscard]] static Result<ShaderRun> make_run(vk::Handles& handles, const std::string& name,
                                                    std::size_t record_bytes, std::span<const std::uint32_t> tables);
    template <class Record>
    [[nodiscard]] Result<std::uint64_t> submit(vk::Handles& handles, vk::Timeline& timeline, const vk::Buffer& memory,
                                               const ShaderStep& step, std::uint32_t run, const Shown& shown,
                                               const Record& record);
    [[nodiscard]] Status add_time(vk::Handles& handles, const ShaderRun& run);

    ShaderStep scan_, feedback_;
    std::array<Shown, kInFlight> shown_;
    std::uint32_t last_ = 0; // scan
    std::uint64_t nanoseconds_ = 0;
};

} // namespace relit::render::gs::compute
