#include "render/vk/choose.hpp"

#include "base/text.hpp"
#include "render/vk/handles.hpp"

#include <optional>

namespace relit::render::vk {
namespace {

Result<std::vector<VkPhysicalDevice>> all_devices(const Handles& handles) {
    const auto list = [&](std::uint32_t& count, VkPhysicalDevice* devices) {
        const VkResult result = handles.vk.vkEnumeratePhysicalDevices(handles.instance, &count, devices);
        return check("vkEnumeratePhysicalDevices", result);
    };
    std::uint32_t count = 0;
    if (auto done = list(count, nullptr); !done) return std::unexpected(done.error());
    std::vector<VkPhysicalDevice> devices(count);
    if (auto done = list(count, devices.data()); !done) return std::unexpected(done.error());
    devices.resize(count);
    return devices;
}

VkPhysicalDeviceProperties properties_of(const Handles& handles, VkPhysicalDevice device) {
    VkPhysicalDeviceProperties properties{};
    handles.vk.vkGetPhysicalDeviceProperties(device, &properties);
    return properties;
}

bool fits(const VkPhysicalDeviceProperties& properties, std::size_t index, std::string_view wanted) {
    if (wanted.empty()) return properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    if (const auto number = parse_integer(wanted)) return *number == static_cast<std::int64_t>(index);
    return to_lower(properties.deviceName).find(to_lower(wanted)) != std::string::npos;
}

Result<VkPhysicalDevice> choose(const Handles& handles, const std::vector<VkPhysicalDevice>& devices,
                                std::string_view wanted) {
    std::string names;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const VkPhysicalDeviceProperties properties = properties_of(handles, devices[i]);
        if (fits(properties, i, wanted)) return devices[i];
        names += (i == 0 ? "" : ", ") + std::string(properties.deviceName);
    }
    if (devices.empty()) {
        return fail(FaultKind::Device, "Vulkan finds no device (package mesa-vulkan-drivers has one for the CPU)");
    }
    if (wanted.empty()) return devices[0];
    return fail(FaultKind::Device,
                "no Vulkan device has a name that contains '" + std::string(wanted) + "'; there are: " + names);
}

std::optional<std::uint32_t> compute_queue(const Handles& handles, VkPhysicalDevice device) {
    std::uint32_t count = 0;
    handles.vk.vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    handles.vk.vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
    for (const VkQueueFlags flags : {VK_QUEUE_COMPUTE_BIT | VK_QUEUE_GRAPHICS_BIT, VK_QUEUE_COMPUTE_BIT + 0}) {
        for (std::uint32_t i = 0; i < count; ++i) {
            if ((families[i].queueFlags & flags) == flags) return i;
        }
    }
    return {};
}

void read_properties(Handles& handles) {
    VkPhysicalDeviceFloatControlsProperties floats{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES};
    VkPhysicalDeviceDriverProperties driver{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES, &floats};
    VkPhysicalDeviceSubgroupProperties subgroup{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES};
    if (handles.info.api_version >= VK_API_VERSION_1_2) subgroup.pNext = &driver;
    VkPhysicalDeviceProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &subgroup};
    handles.vk.vkGetPhysicalDeviceProperties2(handles.physical, &properties);
    DeviceInfo& info = handles.info;
    info.driver = std::string(driver.driverName) + " " + driver.driverInfo;
    const bool is_llvmpipe = driver.driverID == VK_DRIVER_ID_MESA_LLVMPIPE;
    info.fuses = !is_llvmpipe;      // it multiplies, rounds, adds: measured
    info.mixes_loops = is_llvmpipe; // measured
    info.subgroup_size = subgroup.subgroupSize;
    constexpr VkSubgroupFeatureFlags kNeeded =
        VK_SUBGROUP_FEATURE_VOTE_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_BIT;
    info.shuffles = subgroup.subgroupSize >= 4 && (subgroup.supportedOperations & kNeeded) == kNeeded &&
                    (subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0;
    info.max_groups = properties.properties.limits.maxComputeWorkGroupCount[0];
    info.max_storage_bytes = properties.properties.limits.maxStorageBufferRange;
    info.max_texel_elements = properties.properties.limits.maxTexelBufferElements;
    info.preserves_denormals = floats.shaderDenormPreserveFloat32 == VK_TRUE;
    info.flushes_denormals = floats.shaderDenormFlushToZeroFloat32 == VK_TRUE &&
                             floats.denormBehaviorIndependence != VK_SHADER_FLOAT_CONTROLS_INDEPENDENCE_NONE;
    info.preserves_nan = floats.shaderSignedZeroInfNanPreserveFloat32 == VK_TRUE &&
                         (!info.float16 || floats.shaderSignedZeroInfNanPreserveFloat16 == VK_TRUE) &&
                         (!info.float64 || floats.shaderSignedZeroInfNanPreserveFloat64 == VK_TRUE);
}

bool has_extension(const Handles& handles, std::string_view wanted) {
    std::uint32_t count = 0;
    handles.vk.vkEnumerateDeviceExtensionProperties(handles.physical, nullptr, &count, nullptr);
    std::vector<VkExtensionProperties> all(count);
    handles.vk.vkEnumerateDeviceExtensionProperties(handles.physical, nullptr, &count, all.data());
    return std::ranges::any_of(all, [&](const auto& each) { return wanted == each.extensionName; });
}

void read_drawing(Handles& handles) {
    std::uint32_t count = 0;
    handles.vk.vkGetPhysicalDeviceQueueFamilyProperties(handles.physical, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    handles.vk.vkGetPhysicalDeviceQueueFamilyProperties(handles.physical, &count, families.data());
    handles.info.timestamp_bits = std::min(families[handles.queue_family].timestampValidBits, 64U);
    handles.info.timestamp_period = properties_of(handles, handles.physical).limits.timestampPeriod;
    handles.info.draws = (families[handles.queue_family].queueFlags & VK_QUEUE_GRAPHICS_BIT) != 0;
    handles.info.provokes_last = has_extension(handles, VK_EXT_PROVOKING_VERTEX_EXTENSION_NAME);
    handles.info.rounds_lines = has_extension(handles, VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME);
    handles.info.captures = has_extension(handles, VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME);
    handles.info.clips_as_opengl = has_extension(handles, VK_EXT_DEPTH_CLIP_CONTROL_EXTENSION_NAME);
}

void read_features(Handles& handles) {
    VkPhysicalDeviceVulkan12Features newer{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
    VkPhysicalDeviceFeatures2 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    if (handles.info.api_version >= VK_API_VERSION_1_2) features.pNext = &newer;
    VkPhysicalDeviceShaderDrawParametersFeatures parameters{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_DRAW_PARAMETERS_FEATURES, features.pNext, VK_FALSE};
    features.pNext = &parameters;
    VkPhysicalDeviceCustomBorderColorFeaturesEXT borders{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_CUSTOM_BORDER_COLOR_FEATURES_EXT, features.pNext, VK_FALSE, VK_FALSE};
    if (has_extension(handles, VK_EXT_CUSTOM_BORDER_COLOR_EXTENSION_NAME)) features.pNext = &borders;
    VkPhysicalDeviceNonSeamlessCubeMapFeaturesEXT faces{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_NON_SEAMLESS_CUBE_MAP_FEATURES_EXT, features.pNext, VK_FALSE};
    if (has_extension(handles, VK_EXT_NON_SEAMLESS_CUBE_MAP_EXTENSION_NAME)) features.pNext = &faces;
    handles.vk.vkGetPhysicalDeviceFeatures2(handles.physical, &features);
    DeviceInfo& info = handles.info;
    info.draw_parameters = parameters.shaderDrawParameters == VK_TRUE;
    info.counts_samples = features.features.occlusionQueryPrecise == VK_TRUE;
    info.blends_apart = features.features.independentBlend == VK_TRUE;
    info.has_logic = features.features.logicOp == VK_TRUE;
    if (features.features.samplerAnisotropy == VK_TRUE)
        info.anisotropy = properties_of(handles, handles.physical).limits.maxSamplerAnisotropy;
    info.int64 = features.features.shaderInt64 == VK_TRUE;
    info.int16 = features.features.shaderInt16 == VK_TRUE;
    info.float64 = features.features.shaderFloat64 == VK_TRUE;
    info.float16 = newer.shaderFloat16 == VK_TRUE;
    info.int8 = newer.shaderInt8 == VK_TRUE;
    info.atomic_int64 = newer.shaderBufferInt64Atomics == VK_TRUE;
    info.borders = borders.customBorderColors == VK_TRUE && borders.customBorderColorWithoutFormat == VK_TRUE;
    info.keeps_to_faces = faces.nonSeamlessCubeMap == VK_TRUE;
    info.mirrors_once = newer.samplerMirrorClampToEdge == VK_TRUE;
}

} // namespace

Status choose_device(Handles& handles, std::string_view wanted) {
    const auto devices = all_devices(handles);
    if (!devices) return std::unexpected(devices.error());
    const auto device = choose(handles, *devices, wanted);
    if (!device) return std::unexpected(device.error());
    const std::string name = properties_of(handles, *device).deviceName;
    const auto queue = compute_queue(handles, *device);
    if (!queue) return fail(FaultKind::Device, name + " has no queue that computes");
    if (properties_of(handles, *device).apiVersion < VK_API_VERSION_1_1) {
        return fail(FaultKind::Device, name + " is older than Vulkan 1.1");
    }
    handles.physical = *device;
    handles.queue_family = *queue;
    return {};
}

void read_info(Handles& handles) {
    const VkPhysicalDeviceProperties properties = properties_of(handles, handles.physical);
    handles.info.name = properties.deviceName;
    handles.info.is_cpu = properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    handles.info.api_version = properties.apiVersion;
    read_features(handles);
    read_properties(handles);
    read_drawing(handles);
}

} // namespace relit::render::vk
