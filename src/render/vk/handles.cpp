#include "render/vk/handles.hpp"

#include <string>

namespace relit::render::vk {

Handles::~Handles() {
    if (device != VK_NULL_HANDLE) {
        vk.vkDeviceWaitIdle(device);
        if (commands != VK_NULL_HANDLE) vk.vkDestroyCommandPool(device, commands, nullptr);
        vk.vkDestroyDevice(device, nullptr);
    }
    if (messenger != VK_NULL_HANDLE) vk.vkDestroyDebugUtilsMessengerEXT(instance, messenger, nullptr);
    if (instance != VK_NULL_HANDLE) vk.vkDestroyInstance(instance, nullptr);
}

std::string_view name_of(VkResult result) {
    switch (result) {
        case VK_SUCCESS: return "done";
        case VK_TIMEOUT: return "time ran out";
        case VK_ERROR_OUT_OF_HOST_MEMORY: return "out of host memory";
        case VK_ERROR_OUT_OF_DEVICE_MEMORY: return "out of device memory";
        case VK_ERROR_INITIALIZATION_FAILED: return "initialization failed";
        case VK_ERROR_DEVICE_LOST: return "the device was lost";
        case VK_ERROR_LAYER_NOT_PRESENT: return "a layer is not installed";
        case VK_ERROR_EXTENSION_NOT_PRESENT: return "an extension is missing";
        case VK_ERROR_FEATURE_NOT_PRESENT: return "a feature is missing";
        case VK_ERROR_INCOMPATIBLE_DRIVER: return "no driver fits";
        default: return "failed";
    }
}

Fault device_fault(std::string_view call, VkResult result) {
    const std::string text =
        std::string(call) + ": " + std::string(name_of(result)) + " (" + std::to_string(static_cast<int>(result)) + ")";
    return {FaultKind::Device, text, {}, 0, 0};
}

} // namespace relit::render::vk
