#include "render/vk/attachment.hpp"

namespace relit::render::vk {
namespace {

bool is_depth(VkFormat format) { return format == VK_FORMAT_D32_SFLOAT; }
VkImageAspectFlags aspect_of(VkFormat format) {
    return is_depth(format) ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT;
}

} // namespace

Result<Attachment> Attachment::make(Handles& handles, VkFormat format, VkExtent2D size, std::uint32_t layers) {
    Attachment made;
    made.format_ = format;
    made.size_ = size;
    made.layers_ = layers;
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = format;
    info.extent = {size.width, size.height, 1};
    info.mipLevels = 1;
    info.arrayLayers = layers;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                 (is_depth(format) ? VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT : VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
    auto image = make_image(handles, info);
    if (!image) return std::unexpected(image.error());
    made.image_ = std::move(*image);
    VkImageViewCreateInfo view_info{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    view_info.image = made.image_.image.get();
    view_info.viewType = layers == 1 ? VK_IMAGE_VIEW_TYPE_2D : VK_IMAGE_VIEW_TYPE_2D_ARRAY;
    view_info.format = format;
    view_info.subresourceRange = {aspect_of(format), 0, 1, 0, layers};
    auto view = make_image_view(handles, view_info);
    if (!view) return std::unexpected(view.error());
    made.view_ = std::move(*view);
    const std::uint64_t lanes = is_depth(format) ? 1 : 4;
    auto staging = Buffer::make(handles, std::uint64_t{size.width} * size.height * layers * lanes);
    if (!staging) return std::unexpected(staging.error());
    made.staging_ = std::move(*staging);
    return made;
}

VkAttachmentDescription Attachment::description() const {
    VkAttachmentDescription all{};
    all.format = format_;
    all.samples = VK_SAMPLE_COUNT_1_BIT;
    all.loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR;
    all.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    all.stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
    all.stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
    all.finalLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    return all;
}

void Attachment::record_download(Handles& handles, VkCommandBuffer commands) const {
    VkBufferImageCopy copy{};
    copy.imageSubresource = {aspect_of(format_), 0, 0, layers_};
    copy.imageExtent = {size_.width, size_.height, 1};
    handles.vk.vkCmdCopyImageToBuffer(commands, image_.image.get(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                      staging_.get(), 1, &copy);
}

} // namespace relit::render::vk
