// The Vulkan device that tests run on: RELIT_DEVICE names it, the validation layer listens.
#pragma once

#include "render/vk/device.hpp"

namespace relit::test {

[[nodiscard]] Result<render::vk::Device> open_device();

} // namespace relit::test
