// A Vulkan driver that crashes or hangs when an instance is made: RELIT_BAD_DRIVER is crash, abort or hang. For tests of --isolate.
#include <unistd.h>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <vulkan/vulkan.h>

namespace {

VKAPI_ATTR VkResult VKAPI_CALL no_extensions(const char*, std::uint32_t* count, VkExtensionProperties*) {
    *count = 0;
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL make_instance(const VkInstanceCreateInfo*, const VkAllocationCallbacks*, VkInstance*) {
    const char* const name = std::getenv("RELIT_BAD_DRIVER");
    const std::string_view failure = name != nullptr ? name : "";
    if (failure == "crash") (void)std::raise(SIGSEGV);
    if (failure == "abort") std::abort();
    while (failure == "hang") ::pause();
    return VK_ERROR_INITIALIZATION_FAILED;
}

} // namespace

extern "C" {

[[gnu::visibility("default")]] VkResult vk_icdNegotiateLoaderICDInterfaceVersion(std::uint32_t* version) {
    *version = 5;
    return VK_SUCCESS;
}

[[gnu::visibility("default")]] PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance, const char* name) {
    if (std::strcmp(name, "vkCreateInstance") == 0) return reinterpret_cast<PFN_vkVoidFunction>(make_instance);
    if (std::strcmp(name, "vkEnumerateInstanceExtensionProperties") == 0)
        return reinterpret_cast<PFN_vkVoidFunction>(no_extensions);
    return nullptr;
}
}
