// Vulkan's functions as members of a table: as variables of their own they would be symbols with the names of the loader's
// functions, and a program that links both would call the wrong ones.
#pragma once

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

namespace relit::render::vk {

struct Functions {
#define FUNCTION(owner, name) PFN_##name name = nullptr;
#include "render/vk/functions.inc"
#undef FUNCTION
};

/// Opens the Vulkan loader of this machine; false where there is none.
[[nodiscard]] bool load(Functions& functions);
void load(Functions& functions, VkInstance instance);
void load(Functions& functions, VkDevice device);

} // namespace relit::render::vk
