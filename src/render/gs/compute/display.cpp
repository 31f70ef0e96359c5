#include "render/gs/compute/display.hpp"

#include "render/gs/compute/records.hpp"
#include "render/gs/compute/spirv.hpp"
#include "render/gs/compute/state_record.hpp"
#include "render/vk/names.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace relit::render::gs::compute {
namespace {

constexpr std::uint32_t kBuffers = 3; // bindings of shaders/display.glsl
constexpr std::uint32_t kGroup = 128; // invocations
static_assert(DisplayPipeline::kMostPixels / kGroup < 65'535, "every device has so many workgroups in a dispatch");

CircuitRecord record_of(const std::optional<Circuit>& circuit, std::uint32_t line_unit) {
    if (!circuit) return {};
    return {.is_on = 1,
            .bits = frame_bits(circuit->buffer.format),
            .x = circuit->x,
            .y = circuit->y,
            .first_clock = circuit->first_clock,
            .first_line = circuit->first_line / line_unit,
            .clocks = circuit->clocks,
            .lines = (circuit->lines + line_unit - 1) / line_unit,
            .clocks_a_pixel = circuit->clocks_a_pixel,
            .lines_a_pixel = circuit->lines_a_pixel,
            .surface = surface_of(circuit->buffer)};
}

DisplayRecord record_of(const Scan& scan, bool half_is_opaque) {
    const auto& [merge, window] = scan;
    const auto flag = [](bool is_set) { return is_set ? 1U : 0U; };
    return {.first = record_of(merge.first, window.line_unit),
            .second = record_of(merge.second, window.line_unit),
            .background = merge.background,
            .alpha = merge.alpha,
            .has_fixed_alpha = flag(merge.has_fixed_alpha),
            .has_alpha_of_second = flag(merge.has_alpha_of_second),
            .is_on_background = flag(merge.is_on_background),
            .half_is_opaque = flag(half_is_opaque),
            .width = window.width,
            .height = window.height,
            .first_clock = window.first_clock + window.clocks_a_pixel / 2,
            .clocks_a_pixel = window.clocks_a_pixel,
            .first_line = window.first_line,
            .line_step = window.line_step};
}

FeedbackRecord record_of(const Feedback& feedback, std::uint32_t shown_width) {
    return {.surface = surface_of(feedback.buffer),
            .x = feedback.x,
            .y = feedback.y,
            .width = feedback.width,
            .height = feedback.height,
            .shown_width = shown_width,
            .first_column = feedback.columns.first,
            .column_step = feedback.columns.step,
            .column_unit = feedback.columns.unit,
            .first_row = feedback.rows.first,
            .row_step = feedback.rows.step,
            .row_unit = feedback.rows.unit,
            .colour_mode = feedback.colour_mode,
            .alpha_mode = feedback.alpha_mode};
}

} // namespace

Result<DisplayPipeline::Step> DisplayPipeline::make_step(vk::Handles& handles, const char* name,
                                                         std::span<const std::uint32_t> spirv, std::size_t record_bytes,
                                                         std::span<const std::uint32_t> tables) {
    Step made{.name = name};
    auto pipeline = vk::ComputePipeline::make(handles, spirv, kBuffers, 0);
    if (!pipeline) return std::unexpected(pipeline.error());
    made.pipeline = std::move(*pipeline);
    auto record = vk::Buffer::make(handles, record_bytes / 4 + tables.size());
    if (!record) return std::unexpected(record.error());
    made.record = std::move(*record);
    made.pipeline.set_name(handles, name);
    made.record.set_name(handles, std::string(name) + ": record");
    std::ranges::copy(tables, made.record.words().subspan(record_bytes / 4).begin());
    return made;
}

Result<DisplayPipeline> DisplayPipeline::make(vk::Handles& handles, std::span<const std::uint32_t> tables) {
    DisplayPipeline made;
    auto scan = make_step(handles, "display", display_spirv(), sizeof(DisplayRecord), tables);
    if (!scan) return std::unexpected(scan.error());
    made.scan_ = std::move(*scan);
    auto feedback = make_step(handles, "feedback of the display", feedback_spirv(), sizeof(FeedbackRecord), tables);
    if (!feedback) return std::unexpected(feedback.error());
    made.feedback_ = std::move(*feedback);
    auto timer = vk::Timer::make(handles, "display: timestamps");
    if (!timer) return std::unexpected(timer.error());
    made.timer_ = std::move(*timer);
    return made;
}

template <class Record>
Status DisplayPipeline::run(vk::Handles& handles, const vk::Buffer& memory, const Step& step, const Record& record) {
    const std::uint32_t pixels = record.width * record.height;
    if (pixels == 0) return {};
    std::memcpy(step.record.words().data(), &record, sizeof(record));
    const std::array buffers{&memory, &std::as_const(shown_), &step.record};
    step.pipeline.bind(handles, buffers);
    const Status done = vk::record_and_submit(handles, [&](VkCommandBuffer commands) {
        const vk::LabelledRegion region(handles, commands, step.name);
        timer_.begin(handles, commands);
        vk::wait_for_shaders(handles.vk, commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                             VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
        step.pipeline.record(handles, commands, {}, (pixels + kGroup - 1) / kGroup);
        timer_.end(handles, commands);
    });
    if (!done) return done;
    const auto took = timer_.nanoseconds(handles);
    if (!took) return std::unexpected(took.error());
    nanoseconds_ += *took;
    return {};
}

Status DisplayPipeline::scan(vk::Handles& handles, const vk::Buffer& memory, const Scan& scan, bool half_is_opaque) {
    const DisplayRecord record = record_of(scan, half_is_opaque);
    const std::uint64_t pixels = std::uint64_t{record.width} * record.height;
    if (shown_.words().size() < std::max<std::uint64_t>(pixels, 1)) {
        auto larger = vk::Buffer::make(handles, std::bit_ceil(std::max<std::uint64_t>(pixels, 1)));
        if (!larger) return std::unexpected(larger.error());
        shown_ = std::move(*larger);
        shown_.set_name(handles, "scan of the display");
    }
    width_ = record.width, height_ = record.height;
    return run(handles, memory, scan_, record);
}

Status DisplayPipeline::feed_back(vk::Handles& handles, const vk::Buffer& memory, const Feedback& feedback) {
    return run(handles, memory, feedback_, record_of(feedback, width_));
}

Image DisplayPipeline::image() const {
    const auto bytes = shown_.bytes().first(std::size_t{4} * width_ * height_);
    return {width_, height_, {bytes.begin(), bytes.end()}};
}

} // namespace relit::render::gs::compute
