// Every surface that was drawn to as an image of the device, and who has the newer pixels: the image or memory.
#pragma once

#include "machine/r500/surface/bound.hpp"
#include "render/r500/target/surface_image.hpp"

#include <memory>

namespace relit::render::r500 {

/// What all of these surfaces have room for: registers say no height, so that of the scissor counts, as far as the buffers reach.
[[nodiscard]] machine::r500::Extent common_size(std::span<const machine::r500::BoundSurface> surfaces,
                                                const machine::r500::Capture& capture);
/// The surface with another size. Its buffer is known.
[[nodiscard]] SurfaceKey key_of(const machine::r500::BoundSurface& surface, machine::r500::Extent size,
                                std::uint32_t samples = 1);

class SurfaceImages {
public:
    /// All must outlive this.
    SurfaceImages(vk::Handles& handles, VideoMemory& memory, Commands& commands)
        : handles_(handles), memory_(memory), commands_(commands) {}

    /// The image with the pixels that memory, or another image, has of the surface.
    struct Current {
        SurfaceImage* image = nullptr;
        bool lost_samples = false; // memory had pixels that differ, of a target with samples
    };
    [[nodiscard]] Result<Current> current(const SurfaceKey& key);
    /// An image of one sample that has the pixels of a texture, as a view of it; nothing where none has, or all are in `excluded`.
    [[nodiscard]] Result<std::optional<VkImageView>> texture_of(const machine::r500::BoundSurface& texture,
                                                                const ByteRange& range,
                                                                std::span<SurfaceImage* const> excluded);
    /// Memory has what images other than `except` have of these bytes.
    [[nodiscard]] Status write_back(const ByteRange& range, const SurfaceImage* except = nullptr);
    /// Memory has what images have of a buffer, or of all.
    [[nodiscard]] Status write_back(std::optional<std::uint32_t> buffer);

    [[nodiscard]] std::uint64_t loads() const { return loads_; }
    [[nodiscard]] std::uint64_t write_backs() const { return write_backs_; }

private:
    [[nodiscard]] Status write_back(SurfaceImage& image);

    vk::Handles& handles_;
    VideoMemory& memory_;
    Commands& commands_;
    std::map<SurfaceKey, std::unique_ptr<SurfaceImage>> images_;
    std::uint64_t bytes_ = 0, loads_ = 0, write_backs_ = 0;
};

} // namespace relit::render::r500
