// Opens a device: loader, instance, choice, features, queue.
#include "render/vk/device.hpp"

#include "base/text.hpp"
#include "render/vk/choose.hpp"
#include "render/vk/handles.hpp"
#include "render/vk/names.hpp"

#include <array>
#include <atomic>
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

/// For names of objects, and messages of the validation layer.
bool has_debug_utils(const Functions& vk) {
    std::uint32_t count = 0;
    if (vk.vkEnumerateInstanceExtensionProperties(nullptr, &count, nullptr) != VK_SUCCESS) return false;
    std::vector<VkExtensionProperties> extensions(count);
    if (vk.vkEnumerateInstanceExtensionProperties(nullptr, &count, extensions.data()) != VK_SUCCESS) return false;
    return std::ranges::any_of(extensions, [](const VkExtensionProperties& extension) {
        return std::strcmp(extension.extensionName, VK_EXT_DEBUG_UTILS_EXTENSION_NAME) == 0;
    });
}

std::uint32_t version_of(const Functions& vk) {
    std::uint32_t version = VK_API_VERSION_1_0; // whose loaders cannot tell
    if (vk.vkEnumerateInstanceVersion != nullptr) (void)vk.vkEnumerateInstanceVersion(&version);
    return version;
}

/// Keeps the drivers loaded for as long as the process lives, once a second device is opened: the loader unloads them with the last
/// instance, and NVIDIA's (580.159) cannot be loaded again after some twenty times (VK_ERROR_INCOMPATIBLE_DRIVER).
void keep_drivers(const Functions& vk, const VkApplicationInfo& application) {
    static std::atomic<int> opened = 0;
    if (opened.fetch_add(1) != 1) return;
    static VkInstance kept = VK_NULL_HANDLE;
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pApplicationInfo = &application;
    (void)vk.vkCreateInstance(&info, nullptr, &kept); // if it fails, so does the next one, which is told
}

Status make_instance(Handles& handles, const DeviceOptions& options) {
    const bool validation = options.validation;
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
    keep_drivers(handles.vk, application);
    const VkDebugUtilsMessengerCreateInfoEXT listen = listener(handles.messages);
    const char* extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    info.pApplicationInfo = &application;
    info.enabledLayerCount = validation ? 1 : 0;
    info.enabledExtensionCount = validation || has_debug_utils(handles.vk) ? 1 : 0;
    info.ppEnabledLayerNames = &kValidation;
    info.ppEnabledExtensionNames = &extension;
    if (validation) info.pNext = &listen;
    if (auto made = check("vkCreateInstance", handles.vk.vkCreateInstance(&info, nullptr, &handles.instance)); !made)
        return made;
    load(handles.vk, handles.instance);
    if (options.replace) options.replace(handles.vk);
    if (!validation) return {};
    return check("vkCreateDebugUtilsMessengerEXT",
                 handles.vk.vkCreateDebugUtilsMessengerEXT(handles.instance, &listen, nullptr, &handles.messenger));
}

/// Features of Vulkan 1.0 that a device may have and that are used where it has them.
void take_core_features(const Handles& handles, VkPhysicalDeviceFeatures& wanted) {
    static constexpr VkBool32 VkPhysicalDeviceFeatures::* kUsed[] = {
        &VkPhysicalDeviceFeatures::shaderInt64,
        &VkPhysicalDeviceFeatures::shaderInt16,
        &VkPhysicalDeviceFeatures::shaderFloat64,
        &VkPhysicalDeviceFeatures::shaderClipDistance,
        &VkPhysicalDeviceFeatures::shaderCullDistance,
        &VkPhysicalDeviceFeatures::largePoints,
        &VkPhysicalDeviceFeatures::geometryShader,
        &VkPhysicalDeviceFeatures::tessellationShader,
        &VkPhysicalDeviceFeatures::shaderTessellationAndGeometryPointSize,
        &VkPhysicalDeviceFeatures::sampleRateShading,
        &VkPhysicalDeviceFeatures::multiViewport,
        &VkPhysicalDeviceFeatures::vertexPipelineStoresAndAtomics,
        &VkPhysicalDeviceFeatures::fragmentStoresAndAtomics,
        &VkPhysicalDeviceFeatures::imageCubeArray,
        &VkPhysicalDeviceFeatures::shaderImageGatherExtended,
        &VkPhysicalDeviceFeatures::shaderStorageImageExtendedFormats,
        &VkPhysicalDeviceFeatures::shaderStorageImageMultisample,
        &VkPhysicalDeviceFeatures::shaderStorageImageReadWithoutFormat,
        &VkPhysicalDeviceFeatures::shaderStorageImageWriteWithoutFormat,
        &VkPhysicalDeviceFeatures::independentBlend,
        &VkPhysicalDeviceFeatures::logicOp,
        &VkPhysicalDeviceFeatures::occlusionQueryPrecise,
        &VkPhysicalDeviceFeatures::samplerAnisotropy,
    };
    VkPhysicalDeviceFeatures has{};
    handles.vk.vkGetPhysicalDeviceFeatures(handles.physical, &has);
    for (const auto feature : kUsed) wanted.*feature = has.*feature;
}

/// What a device is asked for: features, chained up, and extensions. Vulkan reads the chain while it makes the device.
class WantedFeatures {
public:
    explicit WantedFeatures(const Handles& handles) {
        const DeviceInfo& info = handles.info;
        take_core_features(handles, features_.features);
        newer_.shaderFloat16 = info.float16 ? VK_TRUE : VK_FALSE;
        newer_.shaderInt8 = info.int8 ? VK_TRUE : VK_FALSE;
        newer_.shaderBufferInt64Atomics = info.atomic_int64 ? VK_TRUE : VK_FALSE;
        newer_.samplerMirrorClampToEdge = info.mirrors_once ? VK_TRUE : VK_FALSE;
        chain(info.api_version >= VK_API_VERSION_1_2, newer_);
        chain(info.draw_parameters, parameters_);
        chain(info.clips_as_opengl, clip_, VK_EXT_DEPTH_CLIP_CONTROL_EXTENSION_NAME);
        chain(info.captures, feedback_, VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME);
        chain(info.provokes_last, provoking_, VK_EXT_PROVOKING_VERTEX_EXTENSION_NAME);
        chain(info.borders, borders_, VK_EXT_CUSTOM_BORDER_COLOR_EXTENSION_NAME);
        chain(info.keeps_to_faces, faces_, VK_EXT_NON_SEAMLESS_CUBE_MAP_EXTENSION_NAME);
        lines_.bresenhamLines = VK_TRUE;
        chain(info.rounds_lines, lines_, VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME);
    }
    WantedFeatures(const WantedFeatures&) = delete;
    WantedFeatures& operator=(const WantedFeatures&) = delete;
    ~WantedFeatures() = default;

    [[nodiscard]] const VkPhysicalDeviceFeatures2& first() const { return features_; }
    [[nodiscard]] const std::vector<const char*>& extensions() const { return extensions_; }

private:
    void chain(bool has, auto& structure, const char* extension = nullptr) {
        if (!has) return;
        structure.pNext = std::exchange(features_.pNext, &structure);
        if (extension != nullptr) extensions_.push_back(extension);
    }

    VkPhysicalDeviceFeatures2 features_{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    VkPhysicalDeviceVulkan12Features newer_{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceShaderDrawParametersFeatures parameters_{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_DRAW_PARAMETERS_FEATURES, nullptr, VK_TRUE};
    VkPhysicalDeviceDepthClipControlFeaturesEXT clip_{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DEPTH_CLIP_CONTROL_FEATURES_EXT,
                                                      nullptr, VK_TRUE};
    VkPhysicalDeviceTransformFeedbackFeaturesEXT feedback_{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_FEATURES_EXT, nullptr, VK_TRUE, VK_FALSE};
    VkPhysicalDeviceProvokingVertexFeaturesEXT provoking_{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROVOKING_VERTEX_FEATURES_EXT, nullptr, VK_TRUE, VK_FALSE};
    VkPhysicalDeviceCustomBorderColorFeaturesEXT borders_{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CUSTOM_BORDER_COLOR_FEATURES_EXT, nullptr, VK_TRUE, VK_TRUE};
    VkPhysicalDeviceNonSeamlessCubeMapFeaturesEXT faces_{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_NON_SEAMLESS_CUBE_MAP_FEATURES_EXT, nullptr, VK_TRUE};
    VkPhysicalDeviceLineRasterizationFeaturesEXT lines_{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_LINE_RASTERIZATION_FEATURES_EXT};
    std::vector<const char*> extensions_;
};

Status make_device(Handles& handles, const DeviceOptions& options) {
    const float priority = 1;
    VkDeviceQueueCreateInfo queue{VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO};
    queue.queueFamilyIndex = handles.queue_family;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    const WantedFeatures wanted(handles);
    VkDeviceCreateInfo info{VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO};
    info.pNext = &wanted.first();
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    info.enabledExtensionCount = static_cast<std::uint32_t>(wanted.extensions().size());
    info.ppEnabledExtensionNames = wanted.extensions().data();
    if (auto made =
            check("vkCreateDevice", handles.vk.vkCreateDevice(handles.physical, &info, nullptr, &handles.device));
        !made) {
        return made;
    }
    load(handles.vk, handles.device);
    if (options.replace) options.replace(handles.vk);
    handles.vk.vkGetDeviceQueue(handles.device, handles.queue_family, 0, &handles.queue);
    VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool.queueFamilyIndex = handles.queue_family;
    const Status done =
        check("vkCreateCommandPool", handles.vk.vkCreateCommandPool(handles.device, &pool, nullptr, &handles.commands));
    set_name(handles, handles.device, "relit");
    set_name(handles, handles.queue, "queue of all work");
    set_name(handles, handles.commands, "commands that are waited for");
    return done;
}

} // namespace

Device::Device(std::unique_ptr<Handles> handles) : handles_(std::move(handles)) {}
Device::Device(Device&&) noexcept = default;
Device& Device::operator=(Device&&) noexcept = default;
Device::~Device() = default;

Result<Device> Device::open(const DeviceOptions& options) {
    auto handles = std::make_unique<Handles>();
    if (auto done = make_instance(*handles, options); !done) return std::unexpected(done.error());
    if (auto done = choose_device(*handles, options.device); !done) return std::unexpected(done.error());
    read_info(*handles);
    if (auto done = make_device(*handles, options); !done) return std::unexpected(done.error());
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
    wanted.loops_end_at_head = wanted.loops_end_at_head || info.mixes_loops;
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
