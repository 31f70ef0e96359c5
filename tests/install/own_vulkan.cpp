// A program that uses Vulkan itself: what it calls must be the loader's, not something of the library's.
#include <relit/relit.hpp>

#include <vulkan/vulkan.h>

#include <cstdint>
#include <iostream>

int main() {
    std::uint32_t version = 0;
    if (vkEnumerateInstanceVersion(&version) != VK_SUCCESS || version < VK_API_VERSION_1_0) return 1;
    std::cout << relit::api::languages().size() << " languages\n";
}
