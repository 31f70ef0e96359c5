#include "render/vk/timeline.hpp"

#include "render/vk/names.hpp"

namespace relit::render::vk {

Result<Commands> Commands::make(Handles& handles, const std::string& name) {
    Commands made;
    VkCommandPoolCreateInfo info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    info.queueFamilyIndex = handles.queue_family;
    VkCommandPool pool = VK_NULL_HANDLE;
    VkResult result = handles.vk.vkCreateCommandPool(handles.device, &info, nullptr, &pool);
    if (auto done = check("vkCreateCommandPool", result); !done) return std::unexpected(done.error());
    made.pool_ = {handles.device, pool, handles.vk.vkDestroyCommandPool};
    VkCommandBufferAllocateInfo allocate{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    allocate.commandPool = pool;
    allocate.commandBufferCount = 1;
    result = handles.vk.vkAllocateCommandBuffers(handles.device, &allocate, &made.commands_);
    if (auto done = check("vkAllocateCommandBuffers", result); !done) return std::unexpected(done.error());
    set_name(handles, pool, name + ": pool of its commands");
    set_name(handles, made.commands_, name + ": commands");
    return made;
}

Status Commands::begin(const Handles& handles) const {
    VkCommandBufferBeginInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    return check("vkBeginCommandBuffer", handles.vk.vkBeginCommandBuffer(commands_, &info));
}

Status Commands::end(const Handles& handles) const {
    return check("vkEndCommandBuffer", handles.vk.vkEndCommandBuffer(commands_));
}

Result<Owned<VkFence>> Timeline::take_fence(Handles& handles) {
    if (!free_.empty()) {
        Owned<VkFence> fence = std::move(free_.back());
        free_.pop_back();
        VkFence one = fence.get();
        const VkResult result = handles.vk.vkResetFences(handles.device, 1, &one);
        if (auto done = check("vkResetFences", result); !done) return std::unexpected(done.error());
        return fence;
    }
    const VkFenceCreateInfo info{VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    VkFence fence = VK_NULL_HANDLE;
    const VkResult result = handles.vk.vkCreateFence(handles.device, &info, nullptr, &fence);
    if (auto done = check("vkCreateFence", result); !done) return std::unexpected(done.error());
    set_name(handles, fence, "end of a submission");
    return Owned<VkFence>(handles.device, fence, handles.vk.vkDestroyFence);
}

Result<std::uint64_t> Timeline::submit(Handles& handles, VkCommandBuffer commands) {
    auto fence = take_fence(handles);
    if (!fence) return std::unexpected(fence.error());
    VkSubmitInfo work{VK_STRUCTURE_TYPE_SUBMIT_INFO};
    work.commandBufferCount = 1;
    work.pCommandBuffers = &commands;
    const VkResult result = handles.vk.vkQueueSubmit(handles.queue, 1, &work, fence->get());
    if (auto done = check("vkQueueSubmit", result); !done) return std::unexpected(done.error());
    running_.push_back(std::move(*fence));
    return ++submitted_;
}

/// A fence tells of all that was submitted before it, so the first that is not done ends the search.
Status Timeline::wait(Handles& handles, std::uint64_t value, std::uint64_t patience) {
    Status all;
    while (!running_.empty() && reached_ < value) {
        VkFence fence = running_.front().get();
        const VkResult result = handles.vk.vkWaitForFences(handles.device, 1, &fence, VK_TRUE, patience);
        if (result == VK_TIMEOUT && patience == 0) break;
        // What still runs must not be destroyed: wait as long as it takes, then tell.
        if (result == VK_TIMEOUT) handles.vk.vkDeviceWaitIdle(handles.device);
        if (auto done = check("vkWaitForFences", result); !done && all) all = done;
        free_.push_back(std::move(running_.front()));
        running_.pop_front();
        ++reached_;
    }
    return all;
}

} // namespace relit::render::vk
