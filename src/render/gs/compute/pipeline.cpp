#include "render/gs/compute/pipeline.hpp"

#include "render/gs/compute/spirv.hpp"
#include "render/gs/memory/memory.hpp"
#include "render/gs/reference/lod.hpp"
#include "render/gs/samples/grid.hpp"
#include "render/vk/names.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace relit::render::gs::compute {
namespace {

/// Texels that textures are decoded to: 64 MiB, sixteen of the largest textures.
constexpr std::size_t kTexels = std::size_t{1} << 24;
constexpr std::uint32_t kBindings = kStorageBuffers + kTexelBuffers;
static_assert(kMostSamples * machine::gs::kMemoryBytes / 4 <= kTexels,
              "a device that has texels enough has planes enough");

/// Where pixels lie in their page, and the logarithms of the level of detail: what shaders/memory.glsl looks up.
std::vector<std::uint32_t> tables() {
    std::vector<std::uint32_t> words;
    for (const machine::gs::PageTable& table : machine::gs::kPageTables) {
        words.insert(words.end(), table.x.begin(), table.x.end());
        words.insert(words.end(), table.y.begin(), table.y.end());
    }
    constexpr unsigned kMantissas = 128, kSteps = 4;
    for (unsigned bits = 0; bits < kMantissas; ++bits)
        for (unsigned l = 0; l < kSteps; ++l)
            words.push_back(static_cast<std::uint32_t>(reference::measured_log(l, bits)));
    return words;
}

Status check_device(const vk::DeviceInfo& info) {
    const auto lacks = [&](std::string_view what) {
        return fail(FaultKind::NotSupported, fmt::format("{} cannot draw for the GS: {}", info.name, what));
    };
    if (info.api_version < VK_API_VERSION_1_1) return lacks("it lacks Vulkan 1.1");
    if (!info.int64) return lacks("it has no 64-bit integers (shaderInt64)");
    if (info.max_texel_elements < kTexels)
        return lacks(fmt::format("its texel buffers have {} elements at most (maxTexelBufferElements), of {}",
                                 info.max_texel_elements, kTexels));
    return {};
}

Result<vk::Owned<VkPipeline>> specialise(vk::Handles& handles, const reference::Rules& rules, unsigned rate,
                                         VkPipelineLayout layout) {
    const auto shader = vk::make_shader(handles, shade_spirv());
    if (!shader) return std::unexpected(shader.error());
    // The constants of shaders/records.glsl.
    const std::array<std::uint32_t, 3> values{rules.coarse_planes ? VK_FALSE : VK_TRUE,
                                              rules.coarse_steps ? VK_FALSE : VK_TRUE, rate};
    constexpr std::uint32_t kWord = sizeof(values[0]);
    const std::array entries{VkSpecializationMapEntry{0, 0, kWord}, VkSpecializationMapEntry{1, kWord, kWord},
                             VkSpecializationMapEntry{2, 2 * kWord, kWord}};
    const VkSpecializationInfo constants{static_cast<std::uint32_t>(entries.size()), entries.data(), sizeof(values),
                                         values.data()};
    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = shader->get();
    info.stage.pName = "main";
    info.stage.pSpecializationInfo = &constants;
    info.layout = layout;
    VkPipeline pipeline = VK_NULL_HANDLE;
    const VkResult result =
        handles.vk.vkCreateComputePipelines(handles.device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline);
    if (auto done = vk::check("vkCreateComputePipelines", result); !done) return std::unexpected(done.error());
    return vk::Owned<VkPipeline>(handles.device, pipeline, handles.vk.vkDestroyPipeline);
}

} // namespace

Result<Pipeline> Pipeline::make(vk::Device device, const reference::Rules& rules, unsigned rate) {
    if (auto fit = check_device(device.info()); !fit) return std::unexpected(fit.error());
    Pipeline made(std::move(device));
    if (auto done = made.make_buffers(rate); !done) return std::unexpected(done.error());
    if (auto done = made.make_pipeline(rules, rate); !done) return std::unexpected(done.error());
    auto display = DisplayPipeline::make(made.device_.handles(), made.tables_.buffer.words());
    if (!display) return std::unexpected(display.error());
    made.display_ = std::move(*display);
    auto copies = Copies::make(made.device_.handles());
    if (!copies) return std::unexpected(copies.error());
    made.copies_ = std::move(*copies);
    for (std::size_t i = 0; i < kBatchesInFlight; ++i) {
        auto submission = Submission::make(made.shared(), fmt::format("submission {}", i));
        if (!submission) return std::unexpected(submission.error());
        made.submissions_.push_back(std::move(*submission));
    }
    return made;
}

Status Pipeline::make_buffers(unsigned rate) {
    const std::vector<std::uint32_t> words = tables();
    const auto make = [&](ViewedBuffer& to, const char* name, std::size_t bytes) {
        auto made = ViewedBuffer::make(device_.handles(), name, VK_FORMAT_R32_UINT, bytes);
        if (!made) return Status(std::unexpected(made.error()));
        to = std::move(*made);
        return Status();
    };
    if (auto done = make(memory_, "local memory", machine::gs::kMemoryBytes); !done) return done;
    if (auto done = make(texels_, "texels", kTexels * 4); !done) return done;
    if (auto done = make(tables_, "tables of layouts", words.size() * 4); !done) return done;
    if (rate > 1) {
        if (auto done = make(planes_, "memory of samples", std::size_t{rate} * machine::gs::kMemoryBytes); !done)
            return done;
        if (auto done = make(transferred_, "bits that transfers wrote", machine::gs::kMemoryBytes); !done) return done;
        std::ranges::fill(planes(), std::uint8_t{0});
        std::ranges::fill(transferred(), 0U);
    }
    std::ranges::fill(memory(), std::uint8_t{0});
    std::ranges::copy(words, tables_.buffer.words().begin());
    return {};
}

Status Pipeline::make_pipeline(const reference::Rules& rules, unsigned rate) {
    vk::Handles& handles = device_.handles();
    std::array<VkDescriptorSetLayoutBinding, kBindings> bindings{};
    for (std::uint32_t i = 0; i < kBindings; ++i)
        bindings[i] = {i, type_of_binding(i), 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
    auto set_layout = vk::make_set_layout(handles, bindings);
    if (!set_layout) return std::unexpected(set_layout.error());
    set_layout_ = std::move(*set_layout);
    const std::array sets{set_layout_.get()};
    auto layout = vk::make_pipeline_layout(handles, sets, sizeof(PassRecord) / 4);
    if (!layout) return std::unexpected(layout.error());
    layout_ = std::move(*layout);
    auto pipeline = specialise(handles, rules, rate, layout_.get());
    if (!pipeline) return std::unexpected(pipeline.error());
    pipeline_ = std::move(*pipeline);
    vk::set_name(handles, set_layout_, "shade: layout of its set");
    vk::set_name(handles, layout_, "shade: layout");
    vk::set_name(handles, pipeline_, "shade");
    return {};
}

/// Local memory stands where one sample a pixel leaves a binding unused.
Shared Pipeline::shared() {
    const bool has_samples = planes_.view.get() != VK_NULL_HANDLE;
    const ViewedBuffer &planes = has_samples ? planes_ : memory_, &transferred = has_samples ? transferred_ : memory_;
    return {.handles = &device_.handles(),
            .timeline = &timeline_,
            .set_layout = set_layout_.get(),
            .layout = layout_.get(),
            .pipeline = pipeline_.get(),
            .memory = memory_.buffer.get(),
            .planes = planes.buffer.get(),
            .transferred = transferred.buffer.get(),
            .memory_words = memory_.view.get(),
            .plane_words = planes.view.get(),
            .tables = tables_.view.get(),
            .texels = texels_.view.get()};
}

Status Pipeline::submit(const Batch& batch) {
    Submission& submission = submissions_[next_];
    next_ = (next_ + 1) % submissions_.size();
    if (auto done = submission.finish(shared()); !done) return done;
    return submission.submit(shared(), batch);
}

Status Pipeline::wait(std::uint64_t value) { return finish_reached(timeline_.wait(device_.handles(), value)); }

Status Pipeline::poll() { return finish_reached(timeline_.poll(device_.handles())); }

Status Pipeline::finish_reached(Status waited) {
    for (Submission& submission : submissions_)
        if (submission.value() <= timeline_.reached())
            if (auto done = submission.finish(shared()); !done && waited) waited = done;
    return waited;
}

Result<std::uint64_t> Pipeline::scan(const Scan& scan, bool half_is_opaque) {
    return display_.scan(device_.handles(), timeline_, memory_.buffer, scan, half_is_opaque);
}

Result<std::uint64_t> Pipeline::copy(MemoryRange range) {
    return copies_.copy(device_.handles(), timeline_, memory_.buffer, range);
}

Status Pipeline::feed_back(const Scan& scan, bool half_is_opaque, const Feedback& feedback) {
    const auto value = this->scan(scan, half_is_opaque);
    if (!value) return std::unexpected(value.error());
    return display_.feed_back(device_.handles(), timeline_, memory_.buffer, feedback);
}

std::optional<Pipeline::Times> Pipeline::times() const {
    if (device_.info().timestamp_bits == 0) return {};
    Times times{.display_ns = display_.nanoseconds()};
    for (const Submission& submission : submissions_) times.draw_ns += submission.nanoseconds();
    return times;
}

} // namespace relit::render::gs::compute
