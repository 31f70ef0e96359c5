#include "render/vk/names.hpp"

namespace relit::render::vk {

/// A name that is not taken changes nothing that is drawn.
void set_name(const Handles& handles, VkObjectType type, std::uint64_t object, const std::string& name) {
    if (handles.vk.vkSetDebugUtilsObjectNameEXT == nullptr || object == 0) return;
    VkDebugUtilsObjectNameInfoEXT info{VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT};
    info.objectType = type;
    info.objectHandle = object;
    info.pObjectName = name.c_str();
    (void)handles.vk.vkSetDebugUtilsObjectNameEXT(handles.device, &info);
}

LabelledRegion::LabelledRegion(const Handles& handles, VkCommandBuffer commands, const std::string& label)
    : vk_(handles.vk), commands_(commands) {
    if (!takes_labels(handles)) return;
    VkDebugUtilsLabelEXT info{VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT};
    info.pLabelName = label.c_str();
    vk_.vkCmdBeginDebugUtilsLabelEXT(commands_, &info);
}

LabelledRegion::~LabelledRegion() {
    if (vk_.vkCmdBeginDebugUtilsLabelEXT != nullptr && vk_.vkCmdEndDebugUtilsLabelEXT != nullptr)
        vk_.vkCmdEndDebugUtilsLabelEXT(commands_);
}

} // namespace relit::render::vk
