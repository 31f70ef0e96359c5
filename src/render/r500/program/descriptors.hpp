// The constants and textures of draws as descriptor sets, which live until the commands ran.
#pragma once

#include "machine/r500/stream/state.hpp"
#include "render/r500/commands.hpp"
#include "render/r500/program/pipelines.hpp"
#include "render/r500/texture/textures.hpp"

namespace relit::render::r500 {

class Descriptors {
public:
    /// Both must outlive this.
    Descriptors(vk::Handles& handles, Commands& commands) : handles_(handles), commands_(commands) {}

    /// Bytes of Commands::allocate() that one draw takes at most.
    static constexpr std::uint64_t kConstantBytes = sizeof(decltype(machine::r500::State::fragment_constants)::dwords);
    /// Runs the commands where there is no room for the sets of another draw.
    [[nodiscard]] Status make_room();
    /// `textures` are those of the program, in its order.
    [[nodiscard]] Result<std::vector<VkDescriptorSet>> sets(const machine::r500::State& state,
                                                            const FragmentProgram& program, const Layouts& layouts,
                                                            std::span<const BoundTextureImage> textures);

private:
    [[nodiscard]] Result<std::vector<VkDescriptorSet>> allocate(const Layouts& layouts);

    vk::Handles& handles_;
    Commands& commands_;
    vk::Owned<VkDescriptorPool> pool_;
    std::uint32_t left_ = 0; // sets in it
};

} // namespace relit::render::r500
