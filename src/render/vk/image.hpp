// A texture or an image on the device, filled from texels and read back; and samplers.
#pragma once

#include "ir/texel_format.hpp"
#include "render/vk/buffer.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace relit::render::vk {

/// An image with memory of its own.
struct ImageMemory {
    Owned<VkDeviceMemory> memory; // goes after the image that lies in it
    Owned<VkImage> image;
};
[[nodiscard]] Result<ImageMemory> make_image(Handles& handles, const VkImageCreateInfo& info);
[[nodiscard]] Result<Owned<VkImageView>> make_image_view(Handles& handles, const VkImageViewCreateInfo& info);

class Image {
public:
    /// With what the host gives it; one sample a texel, no texel buffers.
    [[nodiscard]] static Result<Image> make(Handles& handles, const ir::Resource& resource,
                                            const ir::TextureData& texture);

    [[nodiscard]] VkImageView view() const { return view_.get(); }
    [[nodiscard]] VkImageLayout layout() const;
    /// After these commands shaders can use it.
    void record_upload(Handles& handles, VkCommandBuffer commands) const;
    /// After those, and once they ran, it can be read back.
    void record_download(Handles& handles, VkCommandBuffer commands) const;
    void read_back(ir::TextureData& texture) const;

private:
    [[nodiscard]] VkImageCreateInfo image_info(const ir::Resource& resource, const ir::TextureData& texture) const;
    [[nodiscard]] VkImageViewCreateInfo view_info(const ir::Resource& resource) const;
    /// Gives how many bytes all levels take.
    std::size_t list_copies(const ir::TextureData& texture);
    void change(Handles& handles, VkCommandBuffer commands, VkImageLayout from, VkImageLayout to) const;

    ImageMemory image_;
    Owned<VkImageView> view_;
    Buffer staging_;
    std::vector<VkBufferImageCopy> copies_; // one a level
    ir::TexelFormat texels_;
    VkFormat format_ = VK_FORMAT_UNDEFINED;
    VkImageSubresourceRange range_{};
    bool is_storage_ = false;
};

/// How the device keeps a resource's texels, and what they are in memory.
struct DeviceFormat {
    VkFormat format = VK_FORMAT_UNDEFINED;
    ir::TexelFormat texels;
    VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT;
};
[[nodiscard]] DeviceFormat device_format(const ir::Resource& resource);
/// NotSupported where the device has no images, or texel buffers, that shaders store to in the resource's format.
[[nodiscard]] Status check_storage(Handles& handles, const ir::Resource& resource);
/// What a sampler can do besides, where the device can.
struct SamplerExtras {
    float anisotropy = 1;        // the greatest
    bool keeps_to_faces = false; // cube maps are filtered within a face
};
[[nodiscard]] Result<Owned<VkSampler>> make_sampler(Handles& handles, const ir::Sampler& sampler, bool compares,
                                                    const SamplerExtras& extras = {});
/// Texels one after another, as the format keeps them.
void pack(const ir::TexelFormat& format, std::span<const ir::Texel> texels, std::span<std::uint8_t> bytes);
void unpack(const ir::TexelFormat& format, std::span<const std::uint8_t> bytes, std::span<ir::Texel> texels);

} // namespace relit::render::vk
