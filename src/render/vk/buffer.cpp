#include "render/vk/buffer.hpp"

#include "render/vk/names.hpp"

#include <algorithm>
#include <optional>

namespace relit::render::vk {
namespace {

constexpr VkMemoryPropertyFlags kForHost = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;

std::optional<std::uint32_t> memory_type(const Handles& handles, std::uint32_t allowed, VkMemoryPropertyFlags wanted) {
    VkPhysicalDeviceMemoryProperties memory{};
    handles.vk.vkGetPhysicalDeviceMemoryProperties(handles.physical, &memory);
    const VkMemoryPropertyFlags cached = wanted == 0 ? 0U : VK_MEMORY_PROPERTY_HOST_CACHED_BIT + 0U;
    for (const VkMemoryPropertyFlags flags : {wanted | cached, wanted}) {
        for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
            if ((allowed >> i & 1U) != 0 && (memory.memoryTypes[i].propertyFlags & flags) == flags) return i;
        }
    }
    return {};
}

constexpr VkBufferUsageFlags kAnyUse = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                                       VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
                                       VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                       VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT;

} // namespace

Result<Owned<VkDeviceMemory>> allocate(Handles& handles, const VkMemoryRequirements& needs,
                                       VkMemoryPropertyFlags flags) {
    const auto type = memory_type(handles, needs.memoryTypeBits, flags);
    if (!type) return fail(FaultKind::Device, "the device has no memory that the host can see");
    VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    info.allocationSize = needs.size;
    info.memoryTypeIndex = *type;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    const VkResult result = handles.vk.vkAllocateMemory(handles.device, &info, nullptr, &memory);
    if (auto done = check("vkAllocateMemory", result); !done) return std::unexpected(done.error());
    return Owned<VkDeviceMemory>(handles.device, memory, handles.vk.vkFreeMemory);
}

Result<Buffer> Buffer::make(Handles& handles, std::uint64_t words, VkBufferUsageFlags also) {
    const Functions& vk = handles.vk;
    Buffer made;
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = std::max<std::uint64_t>(words, 1) * 4;
    info.usage = kAnyUse | also;
    VkBuffer buffer = VK_NULL_HANDLE;
    if (auto done = check("vkCreateBuffer", vk.vkCreateBuffer(handles.device, &info, nullptr, &buffer)); !done) {
        return std::unexpected(done.error());
    }
    made.buffer_ = {handles.device, buffer, vk.vkDestroyBuffer};
    VkMemoryRequirements needs{};
    vk.vkGetBufferMemoryRequirements(handles.device, buffer, &needs);
    auto memory = allocate(handles, needs, kForHost);
    if (!memory) return std::unexpected(memory.error());
    made.memory_ = std::move(*memory);
    void* mapped = nullptr;
    VkDeviceMemory all = made.memory_.get();
    Status done = check("vkBindBufferMemory", vk.vkBindBufferMemory(handles.device, buffer, all, 0));
    if (done) done = check("vkMapMemory", vk.vkMapMemory(handles.device, all, 0, VK_WHOLE_SIZE, 0, &mapped));
    if (!done) return std::unexpected(done.error());
    made.words_ = {static_cast<std::uint32_t*>(mapped), info.size / 4};
    return made;
}

void Buffer::set_name(const Handles& handles, const std::string& name) const {
    vk::set_name(handles, buffer_, name);
    vk::set_name(handles, memory_, name + ": memory");
}

} // namespace relit::render::vk
