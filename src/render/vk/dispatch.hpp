// Runs compute shaders of the native interface, with buffers, textures and images bound as lang/pipeline.hpp says.
#pragma once

#include "base/result.hpp"
#include "ir/bound.hpp"
#include "render/vk/bound.hpp"
#include "render/vk/device.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace relit::render::vk {

/// A compute shader of the native interface, ready to run many times.
class NativeProgram {
public:
    /// `module` is what the words were written from, `bound` something that can be bound to it.
    [[nodiscard]] static Result<NativeProgram> make(Device& device, std::span<const std::uint32_t> spirv,
                                                    const ir::Module& module, const std::vector<ir::Bound>& bound);
    /// As run_native().
    [[nodiscard]] Status run(Device& device, const ir::Module& module, std::vector<ir::Bound>& bound,
                             std::array<std::uint32_t, 3> groups) const;

private:
    std::vector<Owned<VkDescriptorSetLayout>> sets_;
    Owned<VkPipelineLayout> layout_;
    Owned<VkPipeline> pipeline_;
};

/// `groups` workgroups along x, y and z. `bound` has one entry for each resource of the module; storage buffers and images come
/// back in it.
[[nodiscard]] Status run_native(Device& device, std::span<const std::uint32_t> spirv, const ir::Module& module,
                                std::vector<ir::Bound>& bound, std::array<std::uint32_t, 3> groups);

} // namespace relit::render::vk
