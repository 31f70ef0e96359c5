#include "render/vk/draw.hpp"

#include "render/vk/bound.hpp"
#include "render/vk/compute.hpp"
#include "render/vk/graphics.hpp"

#include <algorithm>
#include <cstring>

namespace relit::render::vk {
namespace {

Status check_draw(const DeviceInfo& info, const Draw& draw) {
    if (!info.draws) return fail(FaultKind::Device, info.name + " only computes");
    if (draw.clips_as_opengl && !info.clips_as_opengl)
        return fail(FaultKind::NotSupported, info.name + " cannot clip z from -w on");
    if (draw.provokes_last && !info.provokes_last)
        return fail(FaultKind::NotSupported, info.name + " takes flat inputs from the first vertex");
    if (draw.rounds_lines && !info.rounds_lines) return fail(FaultKind::NotSupported, info.name + " draws other lines");
    if (draw.feedback_words != 0 && !info.captures)
        return fail(FaultKind::NotSupported, info.name + " captures no vertices");
    const bool fits = std::ranges::all_of(draw.inputs, [&](const auto& input) {
        const auto by_instance = draw.by_instance.find(input.first);
        const bool instances = by_instance != draw.by_instance.end() && by_instance->second;
        return input.second.size() >= (instances ? draw.instances : draw.vertices); // by location
    });
    if (!fits) return fail(FaultKind::Usage, "a vertex input has not a value for each vertex");
    return {};
}

Result<BoundSets> bound_of(Handles& handles, const Draw& draw) {
    std::vector<Wanted> all;
    for (const DrawStage* stage : stages_of(draw)) {
        const auto some = wanted_of(stage->module, stage->bound, flag_of(stage->module.stage));
        if (!some) return std::unexpected(some.error());
        all.insert(all.end(), some->begin(), some->end());
    }
    return BoundSets::make(handles, std::move(all), Binds::Everything);
}

Result<std::vector<Buffer>> buffers_of(Handles& handles, const Draw& draw) {
    std::vector<Buffer> buffers;
    for (const auto& [location, values] : draw.inputs) {
        auto buffer = Buffer::make(handles, values.size() * 4);
        if (!buffer) return std::unexpected(buffer.error());
        std::memcpy(buffer->words().data(), values.data(), values.size() * sizeof(Float4));
        buffers.push_back(std::move(*buffer));
    }
    return buffers;
}

Result<Buffer> feedback_of(Handles& handles, const Draw& draw) {
    auto buffer = Buffer::make(handles, draw.feedback_words,
                               handles.info.captures ? VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT : 0);
    if (buffer) std::ranges::fill(buffer->words(), 0U);
    return buffer;
}

/// The colours, then the depth.
Result<std::vector<Attachment>> attachments_of(Handles& handles, const Draw& draw) {
    std::vector<Attachment> attachments;
    for (std::uint32_t i = 0; i <= draw.targets; ++i) {
        const VkFormat format = i < draw.targets ? VK_FORMAT_R32G32B32A32_SFLOAT : VK_FORMAT_D32_SFLOAT;
        auto made = Attachment::make(handles, format, {draw.width, draw.height}, draw.layers);
        if (!made) return std::unexpected(made.error());
        attachments.push_back(std::move(*made));
    }
    return attachments;
}

/// What the stages find bound after the draw.
std::vector<std::vector<ir::Bound>> bound_after(const Draw& draw, const BoundSets& resources) {
    std::vector<ir::Bound> all;
    for (const DrawStage* stage : stages_of(draw)) all.insert(all.end(), stage->bound.begin(), stage->bound.end());
    resources.read_back(all);
    std::vector<std::vector<ir::Bound>> by_stage;
    auto next = all.begin();
    for (const DrawStage* stage : stages_of(draw)) {
        const auto count = static_cast<std::ptrdiff_t>(stage->bound.size());
        by_stage.emplace_back(next, next + count);
        next += count;
    }
    return by_stage;
}

Drawn read_back(const std::vector<Attachment>& attachments) {
    Drawn drawn;
    for (const Attachment& attachment : std::span(attachments).first(attachments.size() - 1)) {
        const auto words = attachment.words();
        auto& target = drawn.targets.emplace_back(words.size() / 4);
        std::memcpy(target.data(), words.data(), words.size_bytes());
    }
    const auto words = attachments.back().words();
    drawn.depth.resize(words.size());
    std::memcpy(drawn.depth.data(), words.data(), words.size_bytes());
    return drawn;
}

/// What the commands of a draw name.
struct Parts {
    BoundSets resources;
    std::vector<Buffer> inputs;
    Buffer feedback;
    std::vector<Attachment> attachments;
    Owned<VkRenderPass> pass;
    Owned<VkFramebuffer> framebuffer;
    Owned<VkPipelineLayout> layout;
    Owned<VkPipeline> pipeline;
};

Result<Parts> parts_of(Handles& handles, const Draw& draw) {
    Parts parts;
    Status done;
    const auto keep = [&](auto& into, auto made) {
        if (made)
            into = std::move(*made);
        else
            done = std::unexpected(made.error());
        return made.has_value();
    };
    const bool all =
        keep(parts.resources, bound_of(handles, draw)) && keep(parts.inputs, buffers_of(handles, draw)) &&
        keep(parts.feedback, feedback_of(handles, draw)) && keep(parts.attachments, attachments_of(handles, draw)) &&
        keep(parts.pass, make_render_pass(handles, parts.attachments)) &&
        keep(parts.framebuffer,
             make_framebuffer(handles, parts.pass.get(), parts.attachments, {draw.width, draw.height}, draw.layers)) &&
        keep(parts.layout, make_pipeline_layout(handles, parts.resources.layouts(), 0)) &&
        keep(parts.pipeline, make_graphics_pipeline(handles, draw, parts.layout.get(), parts.pass.get()));
    if (!all) return std::unexpected(done.error());
    return parts;
}

void begin_feedback(Handles& handles, VkCommandBuffer commands, const Buffer& feedback) {
    VkBuffer buffer = feedback.get();
    constexpr VkDeviceSize kStart = 0, kWhole = VK_WHOLE_SIZE;
    handles.vk.vkCmdBindTransformFeedbackBuffersEXT(commands, 0, 1, &buffer, &kStart, &kWhole);
    handles.vk.vkCmdBeginTransformFeedbackEXT(commands, 0, 0, nullptr, nullptr);
}

void record(Handles& handles, VkCommandBuffer commands, const Draw& draw, const Parts& parts) {
    const Functions& vk = handles.vk;
    parts.resources.record_upload(handles, commands);
    const std::vector<VkClearValue> zeros(parts.attachments.size());
    VkRenderPassBeginInfo begin{VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO};
    begin.renderPass = parts.pass.get();
    begin.framebuffer = parts.framebuffer.get();
    begin.renderArea = {{0, 0}, {draw.width, draw.height}};
    begin.clearValueCount = static_cast<std::uint32_t>(zeros.size());
    begin.pClearValues = zeros.data();
    vk.vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
    vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, parts.pipeline.get());
    vk.vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, parts.layout.get(), 0, BoundSets::kSets,
                               parts.resources.sets().data(), 0, nullptr);
    for (std::uint32_t i = 0; i < parts.inputs.size(); ++i) {
        VkBuffer buffer = parts.inputs[i].get();
        constexpr VkDeviceSize start = 0;
        vk.vkCmdBindVertexBuffers(commands, i, 1, &buffer, &start);
    }
    const bool captures = draw.feedback_words != 0;
    if (captures) begin_feedback(handles, commands, parts.feedback);
    vk.vkCmdDraw(commands, draw.vertices, draw.instances, 0, 0);
    if (captures) vk.vkCmdEndTransformFeedbackEXT(commands, 0, 0, nullptr, nullptr);
    vk.vkCmdEndRenderPass(commands);
    for (const Attachment& attachment : parts.attachments) attachment.record_download(handles, commands);
    parts.resources.record_download(handles, commands);
}

} // namespace

std::vector<const DrawStage*> stages_of(const Draw& draw) {
    std::vector<const DrawStage*> all{&draw.vertex};
    for (const auto* stage : {&draw.control, &draw.evaluation, &draw.geometry})
        if (*stage) all.push_back(&**stage);
    all.push_back(&draw.fragment);
    return all;
}

Result<Drawn> draw(Device& device, const Draw& draw) {
    Handles& handles = device.handles();
    if (auto done = check_draw(device.info(), draw); !done) return std::unexpected(done.error());
    const auto parts = parts_of(handles, draw);
    if (!parts) return std::unexpected(parts.error());
    const Status done =
        record_and_submit(handles, [&](VkCommandBuffer commands) { record(handles, commands, draw, *parts); });
    if (!done) return std::unexpected(done.error());
    Drawn drawn = read_back(parts->attachments);
    const auto captured = parts->feedback.words().first(draw.feedback_words);
    drawn.feedback.assign(captured.begin(), captured.end());
    drawn.bound = bound_after(draw, parts->resources);
    return drawn;
}

} // namespace relit::render::vk
