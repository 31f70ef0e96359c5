#include "tests/support/device.hpp"

#include "render/vk/functions.hpp"

#include <cstdlib>

namespace relit::test {
namespace {

using render::vk::Functions;

render::vk::DeviceOptions named_device() {
    const char* name = std::getenv("RELIT_DEVICE");
    return {.device = name != nullptr ? name : "", .validation = true, .replace = {}};
}

/// The least that a device can have (the specification's table of required limits).
void lower_limits(VkPhysicalDeviceLimits& limits) {
    limits.maxTexelBufferElements = 65536;
    limits.maxStorageBufferRange = 1U << 27;
    limits.maxSamplerAnisotropy = 1;
    for (std::uint32_t& count : limits.maxComputeWorkGroupCount) count = 65535;
}

void lower_subgroups(void* chain) {
    for (auto* each = static_cast<VkBaseOutStructure*>(chain); each != nullptr; each = each->pNext) {
        if (each->sType != VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES) continue;
        auto& subgroup = *reinterpret_cast<VkPhysicalDeviceSubgroupProperties*>(each);
        subgroup.subgroupSize = 1;
        subgroup.supportedOperations = VK_SUBGROUP_FEATURE_BASIC_BIT;
    }
}

PFN_vkGetPhysicalDeviceProperties real_properties = nullptr;
PFN_vkGetPhysicalDeviceProperties2 real_properties2 = nullptr;

/// All structures that callers hand over say no until they are filled in.
void claim_little(Functions& functions) {
    if (real_properties == nullptr) real_properties = functions.vkGetPhysicalDeviceProperties;
    if (real_properties2 == nullptr) real_properties2 = functions.vkGetPhysicalDeviceProperties2;
    functions.vkGetPhysicalDeviceProperties = [](VkPhysicalDevice device, VkPhysicalDeviceProperties* properties) {
        real_properties(device, properties);
        lower_limits(properties->limits);
    };
    functions.vkGetPhysicalDeviceProperties2 = [](VkPhysicalDevice device, VkPhysicalDeviceProperties2* properties) {
        real_properties2(device, properties);
        lower_limits(properties->properties.limits);
        lower_subgroups(properties->pNext);
    };
    functions.vkGetPhysicalDeviceFeatures = [](VkPhysicalDevice, VkPhysicalDeviceFeatures*) {};
    functions.vkGetPhysicalDeviceFeatures2 = [](VkPhysicalDevice, VkPhysicalDeviceFeatures2*) {};
    functions.vkEnumerateDeviceExtensionProperties = [](VkPhysicalDevice, const char*, std::uint32_t* count,
                                                        VkExtensionProperties*) {
        *count = 0;
        return VK_SUCCESS;
    };
}

} // namespace

Result<render::vk::Device> open_device() { return render::vk::Device::open(named_device()); }

render::vk::DeviceOptions lesser_device() {
    render::vk::DeviceOptions options = named_device();
    options.replace = claim_little;
    return options;
}

Result<render::vk::Device> open_lesser_device() { return render::vk::Device::open(lesser_device()); }

} // namespace relit::test
