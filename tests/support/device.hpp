// The Vulkan device that tests run on: RELIT_DEVICE names it, the validation layer listens.
#pragma once

#include "render/vk/device.hpp"

namespace relit::test {

[[nodiscard]] Result<render::vk::Device> open_device();
/// The same one, which claims to have no optional feature and no extension, and no more of anything than Vulkan demands.
[[nodiscard]] Result<render::vk::Device> open_lesser_device();
[[nodiscard]] render::vk::DeviceOptions lesser_device();

} // namespace relit::test
