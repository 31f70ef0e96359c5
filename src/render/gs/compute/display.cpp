#include "render/gs/compute/display.hpp"

#include "render/gs/compute/records/records.hpp"
#include "render/gs/compute/records/state.hpp"
#include "render/gs/compute/spirv.hpp"
#include "render/vk/names.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include <fmt/format.h>

namespace relit::render::gs::compute {
namespace {

constexpr std::uint32_t kBuffers = 3; // bindings of shaders/display.glsl
constexpr std::uint32_t kGroup = 128; // invocations
static_assert(DisplayPipeline::kMostPixels / kGroup < 65'535, "every device has so many workgroups in a dispatch");

CircuitRecord record_of(const std::optional<Circuit>& circuit, std::uint32_t line_unit) {
    if (!circuit) return {};
    return {.is_on = 1,
            .bits = frame_bits(circuit->buffer.format),
            .has_three_bytes = circuit->has_three_bytes ? 1U : 0U,
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

Result<DisplayPipeline::ShaderRun> DisplayPipeline::make_run(vk::Handles& handles, const std::string& name,
                                                             std::size_t record_bytes,
                                                             std::span<const std::uint32_t> tables) {
    ShaderRun made;
    auto record = vk::Buffer::make(handles, record_bytes / 4 + tables.size());
    if (!record) return std::unexpected(record.error());
    made.record = std::move(*record);
    made.record.set_name(handles, name + ": record");
    std::ranges::copy(tables, made.record.words().subspan(record_bytes / 4).begin());
    auto commands = vk::Commands::make(handles, name);
    if (!commands) return std::unexpected(commands.error());
    made.commands = std::move(*commands);
    auto timer = vk::Timer::make(handles, name + ": timestamps");
    if (!timer) return std::unexpected(timer.error());
    made.timer = std::move(*timer);
    return made;
}

Result<DisplayPipeline::ShaderStep> DisplayPipeline::make_step(vk::Handles& handles, const Shader& shader,
                                                               std::span<const std::uint32_t> tables) {
    ShaderStep made{.name = shader.name};
    auto pipeline = vk::ComputePipeline::make(handles, shader.spirv, kBuffers, 0, nullptr, shader.runs);
    if (!pipeline) return std::unexpected(pipeline.error());
    made.pipeline = std::move(*pipeline);
    made.pipeline.set_name(handles, shader.name);
    for (std::uint32_t i = 0; i < shader.runs; ++i) {
        auto run = make_run(handles, fmt::format("{} {}", shader.name, i), shader.record_bytes, tables);
        if (!run) return std::unexpected(run.error());
        made.runs.push_back(std::move(*run));
    }
    return made;
}

Result<DisplayPipeline> DisplayPipeline::make(vk::Handles& handles, std::span<const std::uint32_t> tables) {
    DisplayPipeline made;
    auto scan = make_step(handles, {"display", display_spirv(), sizeof(DisplayRecord), kInFlight}, tables);
    if (!scan) return std::unexpected(scan.error());
    made.scan_ = std::move(*scan);
    auto feedback = make_step(handles, {"feedback of the display", feedback_spirv(), sizeof(FeedbackRecord)}, tables);
    if (!feedback) return std::unexpected(feedback.error());
    made.feedback_ = std::move(*feedback);
    return made;
}

template <class Record>
Result<std::uint64_t> DisplayPipeline::submit(vk::Handles& handles, vk::Timeline& timeline, const vk::Buffer& memory,
                                              const ShaderStep& step, std::uint32_t run, const Shown& shown,
                                              const Record& record) {
    const auto& [words, commands, timer] = step.runs[run];
    std::memcpy(words.words().data(), &record, sizeof(record));
    const std::array buffers{&memory, &shown.pixels, &words};
    step.pipeline.bind(handles, buffers, run);
    if (auto done = commands.begin(handles); !done) return std::unexpected(done.error());
    {
        const vk::LabelledRegion region(handles, commands.get(), step.name);
        timer.begin(handles, commands.get());
        vk::wait_for_shaders(handles.vk, commands.get(), VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                             VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
        const std::uint32_t pixels = record.width * record.height;
        step.pipeline.record(handles, commands.get(), {}, (pixels + kGroup - 1) / kGroup, run);
        vk::wait_for_shaders(handles.vk, commands.get(), VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
        timer.end(handles, commands.get());
    }
    if (auto done = commands.end(handles); !done) return std::unexpected(done.error());
    return timeline.submit(handles, commands.get());
}

Status DisplayPipeline::add_time(vk::Handles& handles, const ShaderRun& run) {
    const auto took = run.timer.nanoseconds(handles);
    if (!took) return std::unexpected(took.error());
    nanoseconds_ += *took;
    return {};
}

Result<std::uint64_t> DisplayPipeline::scan(vk::Handles& handles, vk::Timeline& timeline, const vk::Buffer& memory,
                                            const Scan& scan, bool half_is_opaque) {
    last_ = (last_ + 1) % kInFlight;
    Shown& shown = shown_[last_];
    const DisplayRecord record = record_of(scan, half_is_opaque);
    const std::uint64_t pixels = std::uint64_t{record.width} * record.height;
    if (shown.pixels.words().size() < std::max<std::uint64_t>(pixels, 1)) {
        auto larger = vk::Buffer::make(handles, std::bit_ceil(std::max<std::uint64_t>(pixels, 1)));
        if (!larger) return std::unexpected(larger.error());
        shown.pixels = std::move(*larger);
        shown.pixels.set_name(handles, fmt::format("scan {} of the display", last_));
    }
    shown.width = record.width, shown.height = record.height;
    auto value = submit(handles, timeline, memory, scan_, last_, shown, record);
    if (value) shown.value = *value;
    return value;
}

Status DisplayPipeline::feed_back(vk::Handles& handles, vk::Timeline& timeline, const vk::Buffer& memory,
                                  const Feedback& feedback) {
    const Shown& shown = shown_[last_];
    const auto value = submit(handles, timeline, memory, feedback_, 0, shown, record_of(feedback, shown.width));
    if (!value) return std::unexpected(value.error());
    if (auto done = timeline.wait(handles, *value); !done) return done;
    return add_time(handles, feedback_.runs[0]);
}

Result<Image> DisplayPipeline::image(vk::Handles& handles, std::uint64_t value) {
    const auto at = std::ranges::find(shown_, value, &Shown::value);
    if (at == shown_.end()) return fail(FaultKind::Internal, "a scan of the display is gone");
    const auto run = static_cast<std::size_t>(at - shown_.begin());
    if (auto done = add_time(handles, scan_.runs[run]); !done) return std::unexpected(done.error());
    const auto bytes = at->pixels.bytes().first(std::size_t{4} * at->width * at->height);
    return Image{at->width, at->height, {bytes.begin(), bytes.end()}};
}

} // namespace relit::render::gs::compute
