// An image that draws render to, from a render pass that clears it, and that the host reads back.
#pragma once

#include "render/vk/image.hpp"

#include <cstdint>
#include <span>

namespace relit::render::vk {

class Attachment {
public:
    /// R32G32B32A32_SFLOAT or D32_SFLOAT.
    [[nodiscard]] static Result<Attachment> make(Handles& handles, VkFormat format, VkExtent2D size,
                                                 std::uint32_t layers);

    [[nodiscard]] VkImageView view() const { return view_.get(); }
    /// What a render pass does with it: clears it, keeps it, and leaves it to be copied.
    [[nodiscard]] VkAttachmentDescription description() const;
    void record_download(Handles& handles, VkCommandBuffer commands) const;
    /// Layers of rows of texels, once those commands ran.
    [[nodiscard]] std::span<const std::uint32_t> words() const { return staging_.words(); }

private:
    ImageMemory image_;
    Owned<VkImageView> view_;
    Buffer staging_;
    VkFormat format_ = VK_FORMAT_UNDEFINED;
    VkExtent2D size_{};
    std::uint32_t layers_ = 1;
};

} // namespace relit::render::vk
