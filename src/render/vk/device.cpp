// Opens a device: loader, instance, choice, features, queue.
#include "render/vk/device.hpp"

#include "base/text.hpp"
#include "render/vk/choose.hpp"
#include "render/vk/handles.hpp"

#include <array>
#include <cstring>
#include <utility>

namespace relit::render::vk {
namespace {

constexpr const char* kValidation = "VK_LAYER_KHRONOS_validation";

VKAPI_ATTR VkBool32 VKAPI_CALL on_message(VkDebugUtilsMessageSeverityFlagBitsEXT /*severity*/,
                                          VkDebugUtilsMessageTypeFlagsEXT /*type*/,
                                          const VkDebugUtilsMessengerCallbackDataEXT* data, void* user) {
    auto& messages = *static_cast<Messages*>(user);
    const std::lock_guard lock(messages.mutex);
    messages.faults.push_back({FaultKind::Device, data->pMessage != nullptr ? data->pMessage : "", {}, 0, 0});
    return VK_FALSE;
}

VkDebugUtilsMessengerCreateInfoEXT listener(Messages& messages) {
    VkDebugUtilsMessengerCreateInfoEXT info{VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
    info.messageSeverity =
        VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT;
    info.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
    info.pfnUserCallback = on_message;
    info.pUserData = &messages;
    return info;
}

bool has_layer(const Functions& vk, const char* wanted) {
    std::uint32_t count = 0;
    vk.vkEnumerateInstanceLayerProperties(&count, nullptr);
    std::vector<VkLayerProperties> layers(count);
    vk.vkEnumerateInstanceLayerProperties(&count, layers.data());
    return std::ranges::any_of(layers, [&](const auto& layer) { return std::strcmp(layer.layerName, wanted) == 0; });
}

std::uint32_t version_of(const Functions& vk) {
    std::uint32_t version = VK_API_VERSION_1_0; // whose loaders cannot tell
    if (vk.vkEnumerateInstanceVersion != nullptr) (void)vk.vkEnumerateInstanceVersion(&version);
    return version;
}

Status make_instance(Handles& handles, bool validation) {
    if (!load(handles.vk)) {
        return fail(FaultKind::Device, "there is no Vulkan loader on this machine (package libvulkan1)");
    }
    if (validation && !has_layer(handles.vk, kValidation)) {
        return fail(FaultKind::Device,
                    "the Vulkan validation layer is not installed (package vulkan-validationlayers)");
    }
    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.pApplicationName = "relit";
    application.apiVersion = version_of(handles.vk);
    const VkDebugUtilsMessengerCreateInfoEXT listen = listener(handles.messages);
    const char* extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pApplicationInfo = &application;
    info.enabledLayerCount = info.enabledExtensionCount = validation ? 1 : 0;
    info.ppEnabledLayerNames = &kValidation;
    info.ppEnabledExtensionNames = &extension;
    if (validation) info.pNext = &listen;
    if (auto made = check("vkCreateInstance", handles.vk.vkCreateInstance(&info, nullptr, &handles.instance)); !made)
        return made;
    load(handles.vk, handles.instance);
    if (!validation) return {};
    return check("vkCreateDebugUtilsMessengerEXT",
                 handles.vk.vkCreateDebugUtilsMessengerEXT(handles.instance, &listen, nullptr, &handles.messenger));
}

Status make_device(Handles& handles) {
    const float priority = 1;
    VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue.queueFamilyIndex = handles.queue_family;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkPhysicalDeviceVulkan12Features newer{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    newer.shaderFloat16 = handles.info.float16 ? VK_TRUE : VK_FALSE;
    newer.shaderInt8 = handles.info.int8 ? VK_TRUE : VK_FALSE;
    newer.shaderBufferInt64Atomics = handles.info.atomic_int64 ? VK_TRUE : VK_FALSE;
    newer.samplerMirrorClampToEdge = handles.info.mirrors_once ? VK_TRUE : VK_FALSE;
    VkPhysicalDeviceFeatures has{};
    handles.vk.vkGetPhysicalDeviceFeatures(handles.physical, &has);
    VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    VkPhysicalDeviceFeatures& wanted = features.features;
    wanted.shaderInt64 = has.shaderInt64;
    wanted.shaderInt16 = has.shaderInt16;
    wanted.shaderFloat64 = has.shaderFloat64;
    wanted.shaderClipDistance = has.shaderClipDistance;
    wanted.shaderCullDistance = has.shaderCullDistance;
    wanted.largePoints = has.largePoints;
    wanted.geometryShader = has.geometryShader;
    wanted.tessellationShader = has.tessellationShader;
    wanted.shaderTessellationAndGeometryPointSize = has.shaderTessellationAndGeometryPointSize;
    wanted.sampleRateShading = has.sampleRateShading;
    wanted.multiViewport = has.multiViewport;
    wanted.vertexPipelineStoresAndAtomics = has.vertexPipelineStoresAndAtomics;
    wanted.fragmentStoresAndAtomics = has.fragmentStoresAndAtomics;
    wanted.imageCubeArray = has.imageCubeArray;
    wanted.shaderImageGatherExtended = has.shaderImageGatherExtended;
    wanted.shaderStorageImageExtendedFormats = has.shaderStorageImageExtendedFormats;
    wanted.shaderStorageImageMultisample = has.shaderStorageImageMultisample;
    wanted.shaderStorageImageReadWithoutFormat = has.shaderStorageImageReadWithoutFormat;
    wanted.shaderStorageImageWriteWithoutFormat = has.shaderStorageImageWriteWithoutFormat;
    if (handles.info.api_version >= VK_API_VERSION_1_2) features.pNext = &newer;
    std::vector<const char*> extensions;
    const auto add = [&](bool there, const char* name, auto& with) {
        if (!there) return;
        with.pNext = std::exchange(features.pNext, &with);
        extensions.push_back(name);
    };
    VkPhysicalDeviceDepthClipControlFeaturesEXT clip{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEPTH_CLIP_CONTROL_FEATURES_EXT,
                                                     nullptr, VK_TRUE};
    add(handles.info.clips_as_opengl, VK_EXT_DEPTH_CLIP_CONTROL_EXTENSION_NAME, clip);
    VkPhysicalDeviceTransformFeedbackFeaturesEXT feedback{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_FEATURES_EXT, nullptr, VK_TRUE, VK_FALSE};
    add(handles.info.captures, VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME, feedback);
    VkPhysicalDeviceProvokingVertexFeaturesEXT provoking{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROVOKING_VERTEX_FEATURES_EXT, nullptr, VK_TRUE, VK_FALSE};
    add(handles.info.provokes_last, VK_EXT_PROVOKING_VERTEX_EXTENSION_NAME, provoking);
    VkPhysicalDeviceLineRasterizationFeaturesEXT lines{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_LINE_RASTERIZATION_FEATURES_EXT};
    lines.bresenhamLines = VK_TRUE;
    add(handles.info.rounds_lines, VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME, lines);
    VkPhysicalDeviceShaderDrawParametersFeatures parameters{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_DRAW_PARAMETERS_FEATURES, features.pNext, VK_TRUE};
    if (handles.info.draw_parameters) features.pNext = &parameters;
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    info.pNext = &features;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    info.enabledExtensionCount = static_cast<std::uint32_t>(extensions.size());
    info.ppEnabledExtensionNames = extensions.data();
    if (auto made =
            check("vkCreateDevice", handles.vk.vkCreateDevice(handles.physical, &info, nullptr, &handles.device));
        !made) {
        return made;
    }
    load(handles.vk, handles.device);
    handles.vk.vkGetDeviceQueue(handles.device, handles.queue_family, 0, &handles.queue);
    VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool.queueFamilyIndex = handles.queue_family;
    return check("vkCreateCommandPool",
                 handles.vk.vkCreateCommandPool(handles.device, &pool, nullptr, &handles.commands));
}

} // namespace

Device::Device(std::unique_ptr<Handles> handles) : handles_(std::move(handles)) {}
Device::Device(Device&&) noexcept = default;
Device& Device::operator=(Device&&) noexcept = default;
Device::~Device() = default;

Result<Device> Device::open(const DeviceOptions& options) {
    auto handles = std::make_unique<Handles>();
    if (auto done = make_instance(*handles, options.validation); !done) return std::unexpected(done.error());
    if (auto done = choose_device(*handles, options.device); !done) return std::unexpected(done.error());
    read_info(*handles);
    if (auto done = make_device(*handles); !done) return std::unexpected(done.error());
    return Device(std::move(handles));
}

const DeviceInfo& Device::info() const { return handles_->info; }

lang::Target Device::target(lang::Target wanted) const {
    const DeviceInfo& info = handles_->info;
    wanted.has_int64 = info.int64;
    wanted.has_int16 = info.int16;
    wanted.has_int8 = info.int8;
    wanted.has_float16 = info.float16;
    wanted.has_float64 = info.float64;
    wanted.has_atomic_int64 = info.atomic_int64;
    wanted.has_subgroups = info.shuffles;
    wanted.fuses = info.fuses;
    wanted.keeps_denormals = info.preserves_denormals;
    wanted.flushes_denormals = info.flushes_denormals;
    wanted.keeps_signed_zero = info.preserves_nan;
    return wanted;
}

std::vector<Fault> Device::take_messages() {
    const std::lock_guard lock(handles_->messages.mutex);
    return std::exchange(handles_->messages.faults, {});
}

} // namespace relit::render::vk
