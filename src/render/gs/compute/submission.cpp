#include "render/gs/compute/submission.hpp"

#include "render/vk/names.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace relit::render::gs::compute {
namespace {

constexpr std::size_t kLeastBytes = 4096;

template <class T>
std::span<const std::uint8_t> bytes_of(std::span<const T> records) {
    return {reinterpret_cast<const std::uint8_t*>(records.data()), records.size_bytes()};
}

constexpr std::array kFormats{VK_FORMAT_R32G32B32A32_UINT, VK_FORMAT_R32G32B32A32_UINT, VK_FORMAT_R32_UINT};

} // namespace

Result<ViewedBuffer> ViewedBuffer::make(vk::Handles& handles, const std::string& name, VkFormat format,
                                        std::size_t bytes) {
    ViewedBuffer made;
    auto buffer = vk::Buffer::make(handles, bytes / 4);
    if (!buffer) return std::unexpected(buffer.error());
    made.buffer = std::move(*buffer);
    VkBufferViewCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO};
    info.buffer = made.buffer.get();
    info.format = format;
    info.range = VK_WHOLE_SIZE;
    VkBufferView view = VK_NULL_HANDLE;
    const VkResult result = handles.vk.vkCreateBufferView(handles.device, &info, nullptr, &view);
    if (auto done = vk::check("vkCreateBufferView", result); !done) return std::unexpected(done.error());
    made.view = {handles.device, view, handles.vk.vkDestroyBufferView};
    made.buffer.set_name(handles, name);
    vk::set_name(handles, view, name + ": view");
    return made;
}

/// Makes the buffer larger where it must be.
Status ViewedBuffer::put(vk::Handles& handles, const std::string& name, VkFormat format,
                         std::span<const std::uint8_t> bytes) {
    if (bytes.size() > buffer.bytes().size()) {
        auto larger = make(handles, name, format, std::bit_ceil(bytes.size()));
        if (!larger) return std::unexpected(larger.error());
        *this = std::move(*larger);
    }
    if (!bytes.empty()) std::memcpy(buffer.bytes().data(), bytes.data(), bytes.size());
    return {};
}

Result<Submission> Submission::make(const Shared& shared, std::string name) {
    vk::Handles& handles = *shared.handles;
    Submission made;
    made.name_ = std::move(name);
    for (std::size_t i = 0; i < kParts; ++i) {
        auto part = ViewedBuffer::make(handles, made.name_of(i), kFormats[i], kLeastBytes);
        if (!part) return std::unexpected(part.error());
        made.parts_[i] = std::move(*part);
    }
    const std::array sizes{VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, kStorageBuffers},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, kTexelBuffers}};
    auto pool = vk::make_pool(handles, sizes, 1);
    if (!pool) return std::unexpected(pool.error());
    made.pool_ = std::move(*pool);
    VkDescriptorSetAllocateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    info.descriptorPool = made.pool_.get();
    info.descriptorSetCount = 1;
    info.pSetLayouts = &shared.set_layout;
    const VkResult result = handles.vk.vkAllocateDescriptorSets(handles.device, &info, &made.set_);
    if (auto done = vk::check("vkAllocateDescriptorSets", result); !done) return std::unexpected(done.error());
    auto commands = vk::Commands::make(handles, made.name_);
    if (!commands) return std::unexpected(commands.error());
    made.commands_ = std::move(*commands);
    auto timer = vk::Timer::make(handles, made.name_ + ": timestamps");
    if (!timer) return std::unexpected(timer.error());
    made.timer_ = std::move(*timer);
    made.set_names(shared);
    return made;
}

std::string Submission::name_of(std::size_t part) const {
    constexpr std::array<std::string_view, kParts> kNames{"records", "tiles", "lists of tiles"};
    return name_ + ": " + std::string(kNames[part]);
}

void Submission::set_names(const Shared& shared) const {
    const vk::Handles& handles = *shared.handles;
    vk::set_name(handles, pool_, name_ + ": pool of its set");
    vk::set_name(handles, set_, name_ + ": set");
}

Status Submission::put(const Shared& shared, const Batch& batch) {
    const std::array parts{bytes_of(batch.records()), bytes_of(batch.tiles()), bytes_of(batch.lists())};
    for (std::size_t i = 0; i < kParts; ++i)
        if (auto done = parts_[i].put(*shared.handles, name_of(i), kFormats[i], parts[i]); !done) return done;
    return {};
}

/// The bindings of shaders/records.glsl.
void Submission::bind(const Shared& shared) const {
    const auto whole = [](VkBuffer buffer) { return VkDescriptorBufferInfo{buffer, 0, VK_WHOLE_SIZE}; };
    const std::array<VkDescriptorBufferInfo, kStorageBuffers> buffers{whole(shared.memory), whole(shared.planes),
                                                                      whole(shared.transferred)};
    const std::array<VkBufferView, kTexelBuffers> views{
        shared.memory_words,       shared.plane_words,       shared.tables, shared.texels, parts_[kRecords].view.get(),
        parts_[kTiles].view.get(), parts_[kLists].view.get()};
    std::array<VkWriteDescriptorSet, buffers.size() + views.size()> writes{};
    for (std::uint32_t i = 0; i < writes.size(); ++i) {
        const bool is_storage = i < kStorageBuffers;
        writes[i] = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
        writes[i].dstSet = set_;
        writes[i].dstBinding = i;
        writes[i].descriptorCount = 1;
        writes[i].descriptorType = type_of_binding(i);
        writes[i].pBufferInfo = is_storage ? &buffers[i] : nullptr;
        writes[i].pTexelBufferView = is_storage ? nullptr : &views[i - kStorageBuffers];
    }
    shared.handles->vk.vkUpdateDescriptorSets(shared.handles->device, static_cast<std::uint32_t>(writes.size()),
                                              writes.data(), 0, nullptr);
}

/// In parts where there are more tiles than workgroups in a dispatch.
void Submission::record_pass(const Shared& shared, Pass pass) const {
    const vk::Handles& handles = *shared.handles;
    VkCommandBuffer commands = commands_.get();
    const vk::LabelledRegion region(handles, commands, vk::takes_labels(handles) ? label_of(pass) : std::string());
    const std::uint32_t most = std::max(handles.info.max_groups, 1U);
    for (std::uint32_t done = 0; done < pass.tiles; done += most) {
        handles.vk.vkCmdPushConstants(commands, shared.layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(PassRecord),
                                      &pass.record);
        handles.vk.vkCmdDispatch(commands, std::min(pass.tiles - done, most), 1, 1);
        pass.record.first_tile += most;
    }
}

Status Submission::record(const Shared& shared, std::span<const Pass> passes) const {
    const vk::Handles& handles = *shared.handles;
    const vk::Functions& vk = handles.vk;
    if (auto done = commands_.begin(handles); !done) return done;
    VkCommandBuffer commands = commands_.get();
    timer_.begin(handles, commands);
    constexpr VkPipelineBindPoint kPoint = VK_PIPELINE_BIND_POINT_COMPUTE;
    vk.vkCmdBindPipeline(commands, kPoint, shared.pipeline);
    vk.vkCmdBindDescriptorSets(commands, kPoint, shared.layout, 0, 1, &set_, 0, nullptr);
    const auto wait = [&] {
        vk::wait_for_shaders(vk, commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                             VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
    };
    wait(); // for submissions before this
    for (const Pass& pass : passes) {
        if (pass.waits) wait();
        record_pass(shared, pass);
    }
    vk::wait_for_shaders(vk, commands, VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT | VK_ACCESS_HOST_WRITE_BIT);
    timer_.end(handles, commands);
    return commands_.end(handles);
}

Status Submission::submit(const Shared& shared, const Batch& batch) {
    if (auto done = put(shared, batch); !done) return done;
    bind(shared);
    if (auto done = record(shared, batch.passes()); !done) return done;
    const auto value = shared.timeline->submit(*shared.handles, commands_.get());
    if (!value) return std::unexpected(value.error());
    value_ = *value;
    return {};
}

Status Submission::finish(const Shared& shared) {
    if (value_ == 0) return {};
    const Status done = shared.timeline->wait(*shared.handles, std::exchange(value_, 0));
    if (!done) return done;
    const auto took = timer_.nanoseconds(*shared.handles);
    if (!took) return std::unexpected(took.error());
    nanoseconds_ += *took;
    return {};
}

} // namespace relit::render::gs::compute
