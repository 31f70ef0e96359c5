// A render target or depth buffer on the device: a copy of a surface in memory, loaded and written back as it is needed.
#pragma once

#include "render/r500/commands.hpp"
#include "render/r500/target/pixels.hpp"
#include "render/r500/video_memory.hpp"
#include "render/vk/image.hpp"

#include <map>

namespace relit::render::r500 {

/// Which surface, in which buffer.
struct SurfaceKey {
    std::uint32_t buffer = 0;
    machine::r500::SurfaceDescription description; // a ColourView or a DepthView
    std::uint32_t samples = 1;                     // of a pixel: a power of two
    [[nodiscard]] auto operator<=>(const SurfaceKey&) const = default;
};
/// The bytes of the buffer that it covers.
[[nodiscard]] Result<ByteRange> range_of(const SurfaceKey& key);

class SurfaceImage {
public:
    [[nodiscard]] static Result<SurfaceImage> make(vk::Handles& handles, const SurfaceKey& key);

    [[nodiscard]] VkImageView view() const { return view_.get(); }
    /// For shaders that read it, in the general layout; channels of the view are those components of texels. Colours only, of one
    /// sample.
    [[nodiscard]] Result<VkImageView> sampled_view(const VkComponentMapping& channels);
    [[nodiscard]] VkImage image() const { return image_.image.get(); }
    [[nodiscard]] VkFormat format() const { return format_; }
    [[nodiscard]] VkExtent2D size() const { return size_; }
    [[nodiscard]] bool is_depth() const { return aspects_ != VK_IMAGE_ASPECT_COLOR_BIT; }
    /// Whether pixels have more bits than memory has; those that a draw has left are rounded only when they are written back.
    [[nodiscard]] bool is_finer() const { return is_finer_; }
    [[nodiscard]] const SurfaceKey& key() const { return key_; }
    [[nodiscard]] const ByteRange& range() const { return range_; }

    /// Whether the device has what memory has not.
    [[nodiscard]] bool is_newer() const { return is_newer_; }
    void drawn() { is_newer_ = true; }
    [[nodiscard]] bool is_out_of_date(const VideoMemory& memory) const {
        return !is_loaded_ || memory.is_written_since(range_, loaded_);
    }
    /// Runs the commands, and records the copy from memory. Memory has no samples: all of a pixel become alike, which is only done where all
    /// pixels are; where they are not, false comes back, and all become the first.
    [[nodiscard]] Result<bool> load(VideoMemory& memory, Commands& commands);
    /// Runs the commands, and writes to memory what they have drawn. Samples of colours are averaged; those of depth
    /// stay where they are.
    [[nodiscard]] Status write_back(VideoMemory& memory, Commands& commands);

private:
    [[nodiscard]] Status choose_format();
    [[nodiscard]] Status texels_of(Bytes buffer);
    [[nodiscard]] Result<std::vector<std::uint8_t>> pixels_of() const;
    void record_barrier(VkCommandBuffer commands, VkImage image, VkImageLayout from) const;
    void record_clear(VkCommandBuffer commands) const;
    void record_resolve(VkCommandBuffer commands) const;
    [[nodiscard]] bool is_uniform() const;
    [[nodiscard]] std::vector<VkBufferImageCopy> copies() const;
    [[nodiscard]] PixelLayout layout() const; // of colours
    [[nodiscard]] std::size_t texels() const { return std::size_t{size_.width} * size_.height; }

    vk::Handles* handles_ = nullptr;
    SurfaceKey key_;
    ByteRange range_;
    VkFormat format_ = VK_FORMAT_UNDEFINED;
    TexelKind kind_{}; // of colours
    bool is_finer_ = false;
    std::size_t texel_bytes_ = 0; // without stencil
    VkImageAspectFlags aspects_ = 0;
    VkExtent2D size_{};
    vk::ImageMemory image_, resolved_; // the second only where there are samples
    vk::Owned<VkImageView> view_;
    std::map<std::array<VkComponentSwizzle, 4>, vk::Owned<VkImageView>> sampled_views_;
    vk::Buffer staging_; // texels; of depth with stencil first all depths, then all stencils
    bool is_loaded_ = false, is_newer_ = false;
    std::uint64_t loaded_ = 0; // VideoMemory::now() when memory and image were the same
};

} // namespace relit::render::r500
