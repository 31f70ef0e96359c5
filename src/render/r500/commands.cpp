#include "render/r500/commands.hpp"

#include <algorithm>
#include <limits>

namespace relit::render::r500 {
namespace {

constexpr std::uint64_t kArenaBytes = std::uint64_t{16} << 20;
constexpr std::uint64_t kAlignment = 256; // of uniform buffers on every device

std::uint64_t aligned(std::uint64_t bytes) { return (bytes + kAlignment - 1) / kAlignment * kAlignment; }

} // namespace

Result<Commands> Commands::make(vk::Handles& handles) {
    Commands made;
    made.handles_ = &handles;
    VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool.queueFamilyIndex = handles.queue_family;
    pool.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    VkCommandPool commands = VK_NULL_HANDLE;
    VkResult result = handles.vk.vkCreateCommandPool(handles.device, &pool, nullptr, &commands);
    if (auto done = vk::check("vkCreateCommandPool", result); !done) return std::unexpected(done.error());
    made.pool_ = {handles.device, commands, handles.vk.vkDestroyCommandPool};
    VkCommandBufferAllocateInfo buffers{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    buffers.commandPool = commands;
    buffers.commandBufferCount = 1;
    result = handles.vk.vkAllocateCommandBuffers(handles.device, &buffers, &made.commands_);
    if (auto done = vk::check("vkAllocateCommandBuffers", result); !done) return std::unexpected(done.error());
    const VkFenceCreateInfo fences{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence fence = VK_NULL_HANDLE;
    result = handles.vk.vkCreateFence(handles.device, &fences, nullptr, &fence);
    if (auto done = vk::check("vkCreateFence", result); !done) return std::unexpected(done.error());
    made.fence_ = {handles.device, fence, handles.vk.vkDestroyFence};
    auto arena = vk::Buffer::make(handles, kArenaBytes / 4);
    if (!arena) return std::unexpected(arena.error());
    made.arena_ = std::move(*arena);
    return made;
}

Status Commands::begin() {
    if (is_recording_) return {};
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    const VkResult result = handles_->vk.vkBeginCommandBuffer(commands_, &begin);
    is_recording_ = result == VK_SUCCESS;
    return vk::check("vkBeginCommandBuffer", result);
}

void Commands::end_pass() {
    if (open_ == VK_NULL_HANDLE) return;
    handles_->vk.vkCmdEndRenderPass(commands_);
    open_ = VK_NULL_HANDLE;
}

Result<VkCommandBuffer> Commands::get() {
    if (const Status begun = begin(); !begun) return std::unexpected(begun.error());
    end_pass();
    return commands_;
}

Result<VkCommandBuffer> Commands::in_pass(const VkRenderPassBeginInfo& begin) {
    if (begin.framebuffer == open_) return commands_;
    const auto record = get();
    if (!record) return std::unexpected(record.error());
    record_full_barrier(*handles_, *record);
    handles_->vk.vkCmdBeginRenderPass(*record, &begin, VK_SUBPASS_CONTENTS_INLINE);
    open_ = begin.framebuffer;
    return *record;
}

void record_full_barrier(vk::Handles& handles, VkCommandBuffer commands) {
    VkMemoryBarrier barrier{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT | VK_ACCESS_HOST_READ_BIT;
    handles.vk.vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                    VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0,
                                    nullptr, 0, nullptr);
}

Status Commands::flush() {
    used_ = 0;
    if (!is_recording_) return {};
    end_pass();
    is_recording_ = false;
    const auto begin = std::chrono::steady_clock::now();
    const vk::Functions& vk = handles_->vk;
    if (auto done = vk::check("vkEndCommandBuffer", vk.vkEndCommandBuffer(commands_)); !done) return done;
    VkSubmitInfo submit{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &commands_;
    VkFence fence = fence_.get();
    if (auto done = vk::check("vkQueueSubmit", vk.vkQueueSubmit(handles_->queue, 1, &submit, fence)); !done)
        return done;
    constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();
    const VkResult result = vk.vkWaitForFences(handles_->device, 1, &fence, VK_TRUE, kForever);
    if (auto done = vk::check("vkWaitForFences", result); !done) return done;
    ++submissions_;
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return vk::check("vkResetFences", vk.vkResetFences(handles_->device, 1, &fence));
}

bool Commands::has_room(std::uint64_t bytes) const { return used_ + aligned(bytes) <= arena_.words().size_bytes(); }

Result<Commands::Piece> Commands::allocate(std::uint64_t bytes) {
    if (!has_room(bytes)) {
        if (const Status done = flush(); !done) return std::unexpected(done.error());
        if (!has_room(bytes)) {
            auto larger = vk::Buffer::make(*handles_, aligned(bytes) / 4);
            if (!larger) return std::unexpected(larger.error());
            arena_ = std::move(*larger);
        }
    }
    const Piece piece{used_, arena_.bytes().subspan(used_, bytes)};
    used_ += aligned(bytes);
    return piece;
}

} // namespace relit::render::r500
