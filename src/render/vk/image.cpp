#include "render/vk/image.hpp"

#include <algorithm>
#include <string>

namespace relit::render::vk {
namespace {

using ir::ImageFormat;
using ir::TextureDim;

VkImageType type_of(TextureDim dim) {
    return dim == TextureDim::D1 ? VK_IMAGE_TYPE_1D : dim == TextureDim::D3 ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D;
}

VkImageViewType view_type_of(const ir::Resource& resource) {
    switch (resource.dim) {
        case TextureDim::D1: return resource.arrayed ? VK_IMAGE_VIEW_TYPE_1D_ARRAY : VK_IMAGE_VIEW_TYPE_1D;
        case TextureDim::D3: return VK_IMAGE_VIEW_TYPE_3D;
        case TextureDim::Cube: return resource.arrayed ? VK_IMAGE_VIEW_TYPE_CUBE_ARRAY : VK_IMAGE_VIEW_TYPE_CUBE;
        default: return resource.arrayed ? VK_IMAGE_VIEW_TYPE_2D_ARRAY : VK_IMAGE_VIEW_TYPE_2D;
    }
}

// The device checks what the host says; this only keeps the counts of one picture together.
Status check_shape(const ir::Picture& picture) {
    if (picture.levels.empty() || picture.samples != 1) {
        return fail(FaultKind::NotSupported, "only pictures of one sample a texel can be brought to the device");
    }
    for (const ir::Level& level : picture.levels) {
        const std::uint64_t texels = std::uint64_t{level.width} * level.height * level.depth * picture.layers;
        if (level.texels.size() != texels) return fail(FaultKind::Usage, "a picture has not as many texels as it says");
    }
    return {};
}

VkSamplerAddressMode address_mode(ir::Wrap wrap) {
    switch (wrap) {
        case ir::Wrap::Repeat: return VK_SAMPLER_ADDRESS_MODE_REPEAT;
        case ir::Wrap::Mirror: return VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
        case ir::Wrap::Clamp: return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
        case ir::Wrap::Border: return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
        case ir::Wrap::MirrorOnce: return VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE;
    }
    return VK_SAMPLER_ADDRESS_MODE_REPEAT;
}

VkFilter filter_of(ir::Filter filter) { return filter == ir::Filter::Linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST; }

// Vulkan has three colours of borders; any other is an extension.
VkBorderColor border_of(const ir::Texel& border) {
    constexpr std::uint32_t kOne = 0x3f800000;
    if (border[0] == kOne) return VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE;
    return border[3] == kOne ? VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK : VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK;
}

} // namespace

TexelFormat texel_format(const ir::Resource& resource) {
    switch (resource.format) {
        case ImageFormat::Unknown: break;
        case ImageFormat::Rgba32f: return {.format = VK_FORMAT_R32G32B32A32_SFLOAT};
        case ImageFormat::Rgba32i: return {.format = VK_FORMAT_R32G32B32A32_SINT};
        case ImageFormat::Rgba32ui: return {.format = VK_FORMAT_R32G32B32A32_UINT};
        case ImageFormat::R32f: return {.format = VK_FORMAT_R32_SFLOAT, .lanes = 1};
        case ImageFormat::R32i: return {.format = VK_FORMAT_R32_SINT, .lanes = 1};
        case ImageFormat::R32ui: return {.format = VK_FORMAT_R32_UINT, .lanes = 1};
        default: return {};
    }
    if (resource.shadow) return {VK_FORMAT_D32_SFLOAT, 1, VK_IMAGE_ASPECT_DEPTH_BIT};
    if (resource.sampled == ir::Kind::F32) return {.format = VK_FORMAT_R32G32B32A32_SFLOAT};
    return {.format = resource.sampled_signed ? VK_FORMAT_R32G32B32A32_SINT : VK_FORMAT_R32G32B32A32_UINT};
}

std::vector<std::uint32_t> words_of(const ir::Picture& picture, std::uint32_t lanes) {
    std::vector<std::uint32_t> words;
    for (const ir::Level& level : picture.levels) {
        for (const ir::Texel& texel : level.texels) words.insert(words.end(), texel.begin(), texel.begin() + lanes);
    }
    return words;
}

Result<Owned<VkSampler>> make_sampler(Handles& handles, const ir::Sampler& sampler, bool compares) {
    VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    info.magFilter = filter_of(sampler.magnify);
    info.minFilter = filter_of(sampler.minify);
    info.mipmapMode =
        sampler.between == ir::Filter::Linear ? VK_SAMPLER_MIPMAP_MODE_LINEAR : VK_SAMPLER_MIPMAP_MODE_NEAREST;
    info.addressModeU = address_mode(sampler.wrap[0]);
    info.addressModeV = address_mode(sampler.wrap[1]);
    info.addressModeW = address_mode(sampler.wrap[2]);
    info.mipLodBias = sampler.bias;
    info.compareEnable = compares ? VK_TRUE : VK_FALSE;
    info.compareOp = static_cast<VkCompareOp>(sampler.compare);
    info.minLod = sampler.lowest;
    info.maxLod = sampler.highest;
    info.borderColor = border_of(sampler.border);
    info.unnormalizedCoordinates = sampler.counts_texels ? VK_TRUE : VK_FALSE;
    VkSampler made = VK_NULL_HANDLE;
    const VkResult result = handles.vk.vkCreateSampler(handles.device, &info, nullptr, &made);
    if (auto done = check("vkCreateSampler", result); !done) return std::unexpected(done.error());
    return Owned<VkSampler>(handles.device, made, handles.vk.vkDestroySampler);
}

Result<ImageMemory> make_image(Handles& handles, const VkImageCreateInfo& info) {
    const VolkDeviceTable& vk = handles.vk;
    ImageMemory made;
    VkImage image = VK_NULL_HANDLE;
    auto done = check("vkCreateImage", vk.vkCreateImage(handles.device, &info, nullptr, &image));
    if (!done) return std::unexpected(done.error());
    made.image = {handles.device, image, vk.vkDestroyImage};
    VkMemoryRequirements needs{};
    vk.vkGetImageMemoryRequirements(handles.device, image, &needs);
    auto memory = allocate(handles, needs, 0);
    if (!memory) return std::unexpected(memory.error());
    made.memory = std::move(*memory);
    done = check("vkBindImageMemory", vk.vkBindImageMemory(handles.device, image, made.memory.get(), 0));
    if (!done) return std::unexpected(done.error());
    return made;
}

Result<Owned<VkImageView>> make_image_view(Handles& handles, const VkImageViewCreateInfo& info) {
    VkImageView view = VK_NULL_HANDLE;
    auto done = check("vkCreateImageView", handles.vk.vkCreateImageView(handles.device, &info, nullptr, &view));
    if (!done) return std::unexpected(done.error());
    return Owned<VkImageView>(handles.device, view, handles.vk.vkDestroyImageView);
}

Result<Image> Image::make(Handles& handles, const ir::Resource& resource, const ir::Picture& picture) {
    if (auto done = check_shape(picture); !done) return std::unexpected(done.error());
    const TexelFormat format = texel_format(resource);
    if (format.format == VK_FORMAT_UNDEFINED) {
        return fail(FaultKind::NotSupported, "only formats of 32 bits a lane can be brought to the device");
    }
    Image made;
    made.lanes_ = format.lanes;
    made.format_ = format.format;
    made.is_storage_ = resource.kind == ir::ResourceKind::Image;
    made.range_ = {format.aspect, 0, static_cast<std::uint32_t>(picture.levels.size()), 0, picture.layers};
    auto image = make_image(handles, made.image_info(resource, picture));
    if (!image) return std::unexpected(image.error());
    made.image_ = std::move(*image);
    auto view = make_image_view(handles, made.view_info(resource));
    if (!view) return std::unexpected(view.error());
    made.view_ = std::move(*view);
    const std::vector<std::uint32_t> words = words_of(picture, made.lanes_);
    auto staging = Buffer::make(handles, words.size());
    if (!staging) return std::unexpected(staging.error());
    made.staging_ = std::move(*staging);
    std::ranges::copy(words, made.staging_.words().begin());
    made.list_copies(picture);
    return made;
}

VkImageCreateInfo Image::image_info(const ir::Resource& resource, const ir::Picture& picture) const {
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    if (resource.dim == TextureDim::Cube) info.flags = VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    info.imageType = type_of(resource.dim);
    info.format = format_;
    info.extent = {picture.levels[0].width, picture.levels[0].height, picture.levels[0].depth};
    info.mipLevels = range_.levelCount;
    info.arrayLayers = range_.layerCount;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                 (is_storage_ ? VK_IMAGE_USAGE_STORAGE_BIT : VK_IMAGE_USAGE_SAMPLED_BIT);
    return info;
}

VkImageViewCreateInfo Image::view_info(const ir::Resource& resource) const {
    VkImageViewCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    info.image = image_.image.get();
    info.viewType = view_type_of(resource);
    info.format = format_;
    info.subresourceRange = range_;
    if (is_storage_) info.subresourceRange.levelCount = 1;
    return info;
}

void Image::list_copies(const ir::Picture& picture) {
    VkDeviceSize at = 0;
    for (std::uint32_t i = 0; i < picture.levels.size(); ++i) {
        const ir::Level& level = picture.levels[i];
        VkBufferImageCopy copy{};
        copy.bufferOffset = at;
        copy.imageSubresource = {range_.aspectMask, i, 0, range_.layerCount};
        copy.imageExtent = {level.width, level.height, level.depth};
        copies_.push_back(copy);
        at += level.texels.size() * lanes_ * 4;
    }
}

VkImageLayout Image::layout() const {
    return is_storage_ ? VK_IMAGE_LAYOUT_GENERAL : VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
}

void Image::change(Handles& handles, VkCommandBuffer commands, VkImageLayout from, VkImageLayout to) const {
    VkImageMemoryBarrier barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
    barrier.srcAccessMask = barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.oldLayout = from;
    barrier.newLayout = to;
    barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = image_.image.get();
    barrier.subresourceRange = range_;
    constexpr VkPipelineStageFlags kAll = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    handles.vk.vkCmdPipelineBarrier(commands, kAll, kAll, 0, 0, nullptr, 0, nullptr, 1, &barrier);
}

void Image::record_upload(Handles& handles, VkCommandBuffer commands) const {
    constexpr VkImageLayout kTo = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    change(handles, commands, VK_IMAGE_LAYOUT_UNDEFINED, kTo);
    handles.vk.vkCmdCopyBufferToImage(commands, staging_.get(), image_.image.get(), kTo,
                                      static_cast<std::uint32_t>(copies_.size()), copies_.data());
    change(handles, commands, kTo, layout());
}

void Image::record_download(Handles& handles, VkCommandBuffer commands) const {
    constexpr VkImageLayout kFrom = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    change(handles, commands, layout(), kFrom);
    handles.vk.vkCmdCopyImageToBuffer(commands, image_.image.get(), kFrom, staging_.get(),
                                      static_cast<std::uint32_t>(copies_.size()), copies_.data());
}

void Image::read_back(ir::Picture& picture) const {
    std::size_t at = 0;
    for (ir::Level& level : picture.levels) {
        for (ir::Texel& texel : level.texels) {
            texel = {};
            for (std::uint32_t lane = 0; lane < lanes_; ++lane) texel[lane] = staging_.words()[at++];
        }
    }
}

} // namespace relit::render::vk
