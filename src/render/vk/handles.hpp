// What the files of this folder share: the handles of an open device, owners for handles made on it, error texts.
#pragma once

#include "base/result.hpp"
#include "render/vk/device.hpp"
#include "render/vk/functions.hpp"

#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

namespace relit::render::vk {

/// Collects messages of the validation layer, from whatever thread they come.
struct Messages {
    std::mutex mutex;
    std::vector<Fault> faults;
};

struct Handles {
    VkInstance instance = VK_NULL_HANDLE;
    VkDebugUtilsMessengerEXT messenger = VK_NULL_HANDLE;
    VkPhysicalDevice physical = VK_NULL_HANDLE;
    VkDevice device = VK_NULL_HANDLE;
    std::uint32_t queue_family = 0;
    VkQueue queue = VK_NULL_HANDLE;
    VkCommandPool commands = VK_NULL_HANDLE;
    Functions vk;
    DeviceInfo info;
    Messages messages;

    Handles() = default;
    Handles(const Handles&) = delete;
    Handles& operator=(const Handles&) = delete;
    ~Handles();
};

/// Owns one handle made on a device.
template <class Handle>
class Owned {
public:
    using Destroy = void(VKAPI_PTR*)(VkDevice, Handle, const VkAllocationCallbacks*);

    Owned() = default;
    Owned(VkDevice device, Handle handle, Destroy destroy) : device_(device), handle_(handle), destroy_(destroy) {}
    Owned(Owned&& other) noexcept { swap(other); }
    Owned& operator=(Owned&& other) noexcept {
        swap(other);
        return *this;
    }
    Owned(const Owned&) = delete;
    Owned& operator=(const Owned&) = delete;
    ~Owned() {
        if (handle_ != VK_NULL_HANDLE) destroy_(device_, handle_, nullptr);
    }
    [[nodiscard]] Handle get() const { return handle_; }

private:
    void swap(Owned& other) noexcept {
        std::swap(device_, other.device_);
        std::swap(handle_, other.handle_);
        std::swap(destroy_, other.destroy_);
    }
    VkDevice device_ = VK_NULL_HANDLE;
    Handle handle_ = VK_NULL_HANDLE;
    Destroy destroy_ = nullptr;
};

[[nodiscard]] std::string_view name_of(VkResult result);
/// A fault that says which call failed and how.
[[nodiscard]] Fault device_fault(std::string_view call, VkResult result);
[[nodiscard]] inline Status check(std::string_view call, VkResult result) {
    if (result == VK_SUCCESS) return {};
    return std::unexpected(device_fault(call, result));
}

} // namespace relit::render::vk
