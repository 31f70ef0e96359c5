// Vulkan objects that depend on state alone, each made once: render passes, layouts, pipelines.
#pragma once

#include "render/r500/program/programs.hpp"
#include "render/r500/target/fixed_state.hpp"
#include "render/r500/target/surface_image.hpp"

#include <map>

namespace relit::render::r500 {

/// The formats of the targets of a draw.
struct PassShape {
    std::vector<VkFormat> colours;
    VkFormat depth = VK_FORMAT_UNDEFINED; // undefined: none
    std::uint32_t samples = 1;
    [[nodiscard]] auto operator<=>(const PassShape&) const = default;
};
struct Layouts {
    std::array<vk::Owned<VkDescriptorSetLayout>, 3> sets; // by number: constants, none, textures
    vk::Owned<VkPipelineLayout> pipeline;
};

class Pipelines {
public:
    explicit Pipelines(vk::Handles& handles) : handles_(handles) {}

    /// A pass that keeps what its targets have; they are in the general layout.
    [[nodiscard]] Result<VkRenderPass> pass(const PassShape& shape);
    [[nodiscard]] Result<const Layouts*> layouts(const FragmentProgram& program);
    /// Viewport, scissor, blend constants and the values of the stencil test are set by commands. `vertex` passes on the
    /// varyings of `fragment`, which must live as long as this.
    [[nodiscard]] Result<VkPipeline> pipeline(const std::vector<std::uint32_t>& vertex, const FragmentProgram& fragment,
                                              const FixedState& fixed, const PassShape& shape);

    [[nodiscard]] std::uint64_t made() const { return made_; } // pipelines
    [[nodiscard]] double seconds() const { return seconds_; }

private:
    struct Key {
        const FragmentProgram* fragment = nullptr;
        FixedState fixed;
        PassShape shape;
        [[nodiscard]] auto operator<=>(const Key&) const = default;
    };
    [[nodiscard]] Result<vk::Owned<VkPipeline>> make(const std::vector<std::uint32_t>& vertex, const Key& key,
                                                     VkPipelineLayout layout, VkRenderPass pass);

    vk::Handles& handles_;
    std::map<PassShape, vk::Owned<VkRenderPass>> passes_;
    std::map<std::vector<std::uint32_t>, Layouts>
        layouts_; // by texture units, and 1 before them where there are constants
    std::map<Key, vk::Owned<VkPipeline>> pipelines_;
    std::uint64_t made_ = 0;
    double seconds_ = 0;
};

/// What pipelines leave to commands, but for the scissor.
void record_dynamic_state(vk::Handles& handles, VkCommandBuffer commands, const DynamicState& dynamic, VkExtent2D size);

} // namespace relit::render::r500
