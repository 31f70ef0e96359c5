#include "render/vk/buffer.hpp"

#include <algorithm>
#include <optional>

namespace relit::render::vk {
namespace {

std::optional<std::uint32_t> host_memory_type(const Handles& handles, std::uint32_t allowed) {
    VkPhysicalDeviceMemoryProperties memory{};
    vkGetPhysicalDeviceMemoryProperties(handles.physical, &memory);
    constexpr VkMemoryPropertyFlags kWanted =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    for (const VkMemoryPropertyFlags flags : {kWanted | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, kWanted}) {
        for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
            if ((allowed >> i & 1U) != 0 && (memory.memoryTypes[i].propertyFlags & flags) == flags) return i;
        }
    }
    return {};
}

} // namespace

Result<Buffer> Buffer::make(Handles& handles, std::uint64_t words) {
    const VolkDeviceTable& vk = handles.vk;
    Buffer made;
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = std::max<std::uint64_t>(words, 1) * 4;
    info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    VkBuffer buffer = VK_NULL_HANDLE;
    if (auto done = check("vkCreateBuffer", vk.vkCreateBuffer(handles.device, &info, nullptr, &buffer)); !done) {
        return std::unexpected(done.error());
    }
    made.buffer_ = {handles.device, buffer, vk.vkDestroyBuffer};
    VkMemoryRequirements needs{};
    vk.vkGetBufferMemoryRequirements(handles.device, buffer, &needs);
    const auto type = host_memory_type(handles, needs.memoryTypeBits);
    if (!type) return fail(FaultKind::Device, "the device has no memory that the host can see");
    VkMemoryAllocateInfo allocate{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocate.allocationSize = needs.size;
    allocate.memoryTypeIndex = *type;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    if (auto done = check("vkAllocateMemory", vk.vkAllocateMemory(handles.device, &allocate, nullptr, &memory));
        !done) {
        return std::unexpected(done.error());
    }
    made.memory_ = {handles.device, memory, vk.vkFreeMemory};
    void* mapped = nullptr;
    VkResult result = vk.vkBindBufferMemory(handles.device, buffer, memory, 0);
    if (result == VK_SUCCESS) result = vk.vkMapMemory(handles.device, memory, 0, VK_WHOLE_SIZE, 0, &mapped);
    if (auto done = check("vkMapMemory", result); !done) return std::unexpected(done.error());
    made.words_ = {static_cast<std::uint32_t*>(mapped), info.size / 4};
    return made;
}

} // namespace relit::render::vk
