// Opens the Vulkan loader when it is first asked to: nothing of it is linked.
#include "base/shared_object.hpp"
#include "render/vk/functions.hpp"

namespace relit::render::vk {
namespace {

enum class Owner { Loader, Instance, Device };

/// Those of one owner, from what it knows by name.
void load_from(Functions& functions, Owner wanted, const auto& find) {
#define FUNCTION(owner, name) \
    if (wanted == Owner::owner) functions.name = reinterpret_cast<PFN_##name>(find(#name));
#include "render/vk/functions.inc"
#undef FUNCTION
}

PFN_vkGetInstanceProcAddr loader() {
    PFN_vkGetInstanceProcAddr found = nullptr;
    auto library = SharedObject::open({"libvulkan.so.1", "libvulkan.so"});
    if (library) library->find("vkGetInstanceProcAddr", found);
    return found;
}

} // namespace

bool load(Functions& functions) {
    const PFN_vkGetInstanceProcAddr find = loader();
    if (find == nullptr) return false;
    load_from(functions, Owner::Loader, [&](const char* name) { return find(VK_NULL_HANDLE, name); });
    return functions.vkCreateInstance != nullptr;
}

void load(Functions& functions, VkInstance instance) {
    const PFN_vkGetInstanceProcAddr find = loader();
    load_from(functions, Owner::Instance, [&](const char* name) { return find(instance, name); });
}

void load(Functions& functions, VkDevice device) {
    load_from(functions, Owner::Device, [&](const char* name) { return functions.vkGetDeviceProcAddr(device, name); });
}

} // namespace relit::render::vk
