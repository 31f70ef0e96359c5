// Textures on the device: copies of what the registers of a unit describe, loaded when their bytes have changed; and samplers.
#pragma once

#include "ir/bound.hpp"
#include "machine/r500/surface/bound.hpp"
#include "render/r500/commands.hpp"
#include "render/r500/video_memory.hpp"
#include "render/vk/image.hpp"

#include <map>
#include <string>
#include <vector>

namespace relit::render::r500 {

/// What shaders are given of a unit.
struct BoundTextureImage {
    VkImageView view = VK_NULL_HANDLE;
    VkImageLayout layout{};
    VkSampler sampler = VK_NULL_HANDLE;
};

/// Where the channels of a texture lie in a target that has the same bytes; nothing where the target has other pixels. The buffer is the
/// same.
[[nodiscard]] std::optional<VkComponentMapping> seen_in_target(const machine::r500::BoundSurface& texture,
                                                               const machine::r500::SurfaceDescription& target);
struct UnitSampler {
    ir::Sampler sampler;
    vk::SamplerExtras extras;
    bool shows_border = false; // wherever it is sampled
};
/// Returns true if a border shows along some axis.
[[nodiscard]] bool has_border(const ir::Sampler& sampler);
/// Gives a unit's registers, as Mesa's driver or another one writes them, as a sampler; what samplers of the device cannot do goes
/// to `approximate`.
[[nodiscard]] UnitSampler sampler_of(const machine::r500::State& state, std::uint32_t unit,
                                     const vk::DeviceInfo& device, bool is_of_mesa,
                                     std::vector<std::string>& approximate);
/// All levels and layers of a texture as texels: floats.
[[nodiscard]] Result<ir::TextureData> texture_data(const machine::r500::BoundSurface& texture, Bytes buffer);
/// The bytes of its buffer that a texture covers.
[[nodiscard]] Result<ByteRange> range_of(const machine::r500::BoundSurface& texture);

class Textures {
public:
    Textures(vk::Handles& handles, VideoMemory& memory, Commands& commands)
        : handles_(handles), memory_(memory), commands_(commands) {}

    [[nodiscard]] Result<BoundTextureImage> bind(const machine::r500::BoundSurface& texture, VkSampler sampler);
    /// Binds a texture that has the colour of the unit's border everywhere.
    [[nodiscard]] Result<BoundTextureImage> bind_border(machine::r500::TextureKind kind, const UnitSampler& unit);
    [[nodiscard]] Result<VkSampler> sampler(const UnitSampler& sampler);
    [[nodiscard]] std::uint64_t uploads() const { return uploads_; }
    [[nodiscard]] double seconds() const { return seconds_; } // in which texels were decoded

private:
    [[nodiscard]] bool is_ready(const machine::r500::BoundSurface& texture) const;
    struct Key {
        std::uint32_t buffer = 0;
        machine::r500::SurfaceDescription description;
        machine::r500::TextureShape shape;
        [[nodiscard]] auto operator<=>(const Key&) const = default;
    };
    [[nodiscard]] Status upload(const machine::r500::BoundSurface& texture);
    struct Copy {
        vk::Image image;
        ByteRange range;
        std::uint64_t loaded = 0;
    };
    [[nodiscard]] static Key key_of(const machine::r500::BoundSurface& texture);

    vk::Handles& handles_;
    VideoMemory& memory_;
    Commands& commands_;
    std::map<Key, Copy> copies_;
    std::map<std::vector<std::uint32_t>, vk::Owned<VkSampler>> samplers_;
    std::map<std::pair<machine::r500::TextureKind, ir::Texel>, vk::Image> borders_;
    std::uint64_t uploads_ = 0;
    double seconds_ = 0;
};

} // namespace relit::render::r500
