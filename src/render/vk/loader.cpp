// The code of volk, which opens the Vulkan loader when it is first asked to.
#define VOLK_IMPLEMENTATION
#include <volk.h>
