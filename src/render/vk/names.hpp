// Names of objects and regions of commands, for frame debuggers and the validation layer: VK_EXT_debug_utils, where it is there.
#pragma once

#include "render/vk/handles.hpp"

#include <string>

namespace relit::render::vk {

template <class Handle>
inline constexpr VkObjectType kObjectType = VK_OBJECT_TYPE_UNKNOWN;
#define OBJECT(Handle, type) \
    template <>              \
    inline constexpr VkObjectType kObjectType<Handle> = type;
OBJECT(VkBuffer, VK_OBJECT_TYPE_BUFFER)
OBJECT(VkBufferView, VK_OBJECT_TYPE_BUFFER_VIEW)
OBJECT(VkCommandBuffer, VK_OBJECT_TYPE_COMMAND_BUFFER)
OBJECT(VkCommandPool, VK_OBJECT_TYPE_COMMAND_POOL)
OBJECT(VkDescriptorPool, VK_OBJECT_TYPE_DESCRIPTOR_POOL)
OBJECT(VkDescriptorSet, VK_OBJECT_TYPE_DESCRIPTOR_SET)
OBJECT(VkDescriptorSetLayout, VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT)
OBJECT(VkDevice, VK_OBJECT_TYPE_DEVICE)
OBJECT(VkDeviceMemory, VK_OBJECT_TYPE_DEVICE_MEMORY)
OBJECT(VkFence, VK_OBJECT_TYPE_FENCE)
OBJECT(VkPipeline, VK_OBJECT_TYPE_PIPELINE)
OBJECT(VkPipelineLayout, VK_OBJECT_TYPE_PIPELINE_LAYOUT)
OBJECT(VkQueryPool, VK_OBJECT_TYPE_QUERY_POOL)
OBJECT(VkQueue, VK_OBJECT_TYPE_QUEUE)
OBJECT(VkShaderModule, VK_OBJECT_TYPE_SHADER_MODULE)
#undef OBJECT

void set_name(const Handles& handles, VkObjectType type, std::uint64_t object, const std::string& name);
template <class Handle>
void set_name(const Handles& handles, Handle object, const std::string& name) {
    static_assert(kObjectType<Handle> != VK_OBJECT_TYPE_UNKNOWN, "a row for this handle is missing");
    set_name(handles, kObjectType<Handle>, reinterpret_cast<std::uint64_t>(object), name);
}
template <class Handle>
void set_name(const Handles& handles, const Owned<Handle>& object, const std::string& name) {
    set_name(handles, object.get(), name);
}

/// A region of commands with a label, to the end of its scope.
class LabelledRegion {
public:
    LabelledRegion(const Handles& handles, VkCommandBuffer commands, const std::string& label);
    LabelledRegion(const LabelledRegion&) = delete;
    LabelledRegion& operator=(const LabelledRegion&) = delete;
    ~LabelledRegion();

private:
    const Functions& vk_;
    VkCommandBuffer commands_;
};

/// Whether labels go anywhere: else they need not be made.
[[nodiscard]] inline bool takes_labels(const Handles& handles) {
    return handles.vk.vkCmdBeginDebugUtilsLabelEXT != nullptr && handles.vk.vkCmdEndDebugUtilsLabelEXT != nullptr;
}

} // namespace relit::render::vk
