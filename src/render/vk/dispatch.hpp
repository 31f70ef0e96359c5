// Runs compute shaders of the native interface, with buffers, textures and images bound as lang/pipeline.hpp says.
#pragma once

#include "base/result.hpp"
#include "ir/picture.hpp"
#include "render/vk/device.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace relit::render::vk {

/// `groups` workgroups along x, y and z. `bound` has one entry for each resource of the module; storage buffers and images come
/// back in it.
[[nodiscard]] Status run_native(Device& device, std::span<const std::uint32_t> spirv, const ir::Module& module,
                                std::vector<ir::Bound>& bound, std::array<std::uint32_t, 3> groups);

} // namespace relit::render::vk
