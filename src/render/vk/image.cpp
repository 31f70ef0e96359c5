#include "render/vk/image.hpp"

#include "ir/names.hpp"

#include <cstring>
#include <iterator>
#include <string>

namespace relit::render::vk {
namespace {

using ir::ImageFormat;
using ir::TextureDim;
using Kind = ir::TexelFormat::Kind;

// In the order of ir/formats.inc. Packed ones have their first component in the lowest bits.
constexpr VkFormat kImageFormats[] = {
    VK_FORMAT_UNDEFINED,
    VK_FORMAT_R32G32B32A32_SFLOAT,
    VK_FORMAT_R16G16B16A16_SFLOAT,
    VK_FORMAT_R32_SFLOAT,
    VK_FORMAT_R8G8B8A8_UNORM,
    VK_FORMAT_R8G8B8A8_SNORM,
    VK_FORMAT_R32G32_SFLOAT,
    VK_FORMAT_R16G16_SFLOAT,
    VK_FORMAT_B10G11R11_UFLOAT_PACK32,
    VK_FORMAT_R16_SFLOAT,
    VK_FORMAT_R16G16B16A16_UNORM,
    VK_FORMAT_A2B10G10R10_UNORM_PACK32,
    VK_FORMAT_R16G16_UNORM,
    VK_FORMAT_R8G8_UNORM,
    VK_FORMAT_R16_UNORM,
    VK_FORMAT_R8_UNORM,
    VK_FORMAT_R16G16B16A16_SNORM,
    VK_FORMAT_R16G16_SNORM,
    VK_FORMAT_R8G8_SNORM,
    VK_FORMAT_R16_SNORM,
    VK_FORMAT_R8_SNORM,
    VK_FORMAT_R32G32B32A32_SINT,
    VK_FORMAT_R16G16B16A16_SINT,
    VK_FORMAT_R8G8B8A8_SINT,
    VK_FORMAT_R32_SINT,
    VK_FORMAT_R32G32_SINT,
    VK_FORMAT_R16G16_SINT,
    VK_FORMAT_R8G8_SINT,
    VK_FORMAT_R16_SINT,
    VK_FORMAT_R8_SINT,
    VK_FORMAT_R32G32B32A32_UINT,
    VK_FORMAT_R16G16B16A16_UINT,
    VK_FORMAT_R8G8B8A8_UINT,
    VK_FORMAT_R32_UINT,
    VK_FORMAT_A2B10G10R10_UINT_PACK32,
    VK_FORMAT_R32G32_UINT,
    VK_FORMAT_R16G16_UINT,
    VK_FORMAT_R8G8_UINT,
    VK_FORMAT_R16_UINT,
    VK_FORMAT_R8_UINT,
};
static_assert(std::size(kImageFormats) == ir::kFormatNames.size(), "every row of ir/formats.inc, in its order");

VkFormat format_of(ImageFormat format) { return kImageFormats[static_cast<std::size_t>(format)]; }

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

// The device checks what the host says; this only keeps the counts of one texture together.
Status check_shape(const ir::TextureData& texture) {
    if (texture.levels.empty() || texture.samples != 1) {
        return fail(FaultKind::NotSupported, "only textures with one sample per texel can be uploaded to the device");
    }
    for (const ir::Level& level : texture.levels) {
        const std::uint64_t texels = std::uint64_t{level.width} * level.height * level.depth * texture.layers;
        if (level.texels.size() != texels) return fail(FaultKind::Usage, "a texture has not as many texels as it says");
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

/// Vulkan has three colours of borders; any other is an extension.
bool is_usual_border(const ir::Texel& border) {
    constexpr std::uint32_t kOne = 0x3f800000;
    return border == ir::Texel{} || border == ir::Texel{0, 0, 0, kOne} || border == ir::Texel{kOne, kOne, kOne, kOne};
}
VkBorderColor border_of(const ir::Texel& border) {
    constexpr std::uint32_t kOne = 0x3f800000;
    if (border[0] == kOne) return VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE;
    return border[3] == kOne ? VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK : VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK;
}

} // namespace

DeviceFormat device_format(const ir::Resource& resource) {
    const ir::TexelFormat texels = ir::texel_format(resource.format);
    if (resource.format != ImageFormat::Unknown) return {format_of(resource.format), texels};
    if (resource.shadow) return {VK_FORMAT_D32_SFLOAT, {Kind::Float, {32}}, VK_IMAGE_ASPECT_DEPTH_BIT};
    if (resource.sampled == ir::Kind::F32) return {VK_FORMAT_R32G32B32A32_SFLOAT, texels};
    return {resource.sampled_signed ? VK_FORMAT_R32G32B32A32_SINT : VK_FORMAT_R32G32B32A32_UINT, texels};
}

Status check_storage(Handles& handles, const ir::Resource& resource) {
    if (resource.kind != ir::ResourceKind::Image) return {};
    VkFormatProperties has{};
    handles.vk.vkGetPhysicalDeviceFormatProperties(handles.physical, device_format(resource).format, &has);
    const bool stores = resource.dim == TextureDim::Buffer
                            ? (has.bufferFeatures & VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT) != 0
                            : (has.optimalTilingFeatures & VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT) != 0;
    if (stores) return {};
    return fail(FaultKind::NotSupported, "the device has no storage images of format " +
                                             std::string(ir::name_in(ir::kFormatNames, resource.format)));
}

void pack(const ir::TexelFormat& format, std::span<const ir::Texel> texels, std::span<std::uint8_t> bytes) {
    const std::size_t each = format.bytes();
    for (std::size_t i = 0; i < texels.size(); ++i) {
        const ir::TexelWords words = ir::packed(format, texels[i]);
        std::memcpy(&bytes[i * each], words.data(), each);
    }
}

void unpack(const ir::TexelFormat& format, std::span<const std::uint8_t> bytes, std::span<ir::Texel> texels) {
    const std::size_t each = format.bytes();
    for (std::size_t i = 0; i < texels.size(); ++i) {
        ir::TexelWords words{};
        std::memcpy(words.data(), &bytes[i * each], each);
        texels[i] = ir::unpacked(format, words);
    }
}

Result<Owned<VkSampler>> make_sampler(Handles& handles, const ir::Sampler& sampler, bool compares,
                                      const SamplerExtras& extras) {
    VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    if (extras.keeps_to_faces) info.flags = VK_SAMPLER_CREATE_NON_SEAMLESS_CUBE_MAP_BIT_EXT;
    info.magFilter = filter_of(sampler.magnify);
    info.minFilter = filter_of(sampler.minify);
    info.mipmapMode =
        sampler.between == ir::Filter::Linear ? VK_SAMPLER_MIPMAP_MODE_LINEAR : VK_SAMPLER_MIPMAP_MODE_NEAREST;
    info.addressModeU = address_mode(sampler.wrap[0]);
    info.addressModeV = address_mode(sampler.wrap[1]);
    info.addressModeW = address_mode(sampler.wrap[2]);
    info.mipLodBias = sampler.bias;
    info.anisotropyEnable = extras.anisotropy > 1 ? VK_TRUE : VK_FALSE;
    info.maxAnisotropy = extras.anisotropy;
    info.compareEnable = compares ? VK_TRUE : VK_FALSE;
    info.compareOp = static_cast<VkCompareOp>(sampler.compare);
    info.minLod = sampler.lowest;
    info.maxLod = sampler.highest;
    info.borderColor = border_of(sampler.border);
    VkSamplerCustomBorderColorCreateInfoEXT border{VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT};
    if (handles.info.borders && !is_usual_border(sampler.border)) {
        std::memcpy(border.customBorderColor.uint32, sampler.border.data(), sizeof border.customBorderColor.uint32);
        info.borderColor = VK_BORDER_COLOR_FLOAT_CUSTOM_EXT;
        info.pNext = &border;
    }
    info.unnormalizedCoordinates = sampler.counts_texels ? VK_TRUE : VK_FALSE;
    VkSampler made = VK_NULL_HANDLE;
    const VkResult result = handles.vk.vkCreateSampler(handles.device, &info, nullptr, &made);
    if (auto done = check("vkCreateSampler", result); !done) return std::unexpected(done.error());
    return Owned<VkSampler>(handles.device, made, handles.vk.vkDestroySampler);
}

Result<ImageMemory> make_image(Handles& handles, const VkImageCreateInfo& info) {
    const Functions& vk = handles.vk;
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

Result<Image> Image::make(Handles& handles, const ir::Resource& resource, const ir::TextureData& texture) {
    if (auto done = check_shape(texture); !done) return std::unexpected(done.error());
    if (auto done = check_storage(handles, resource); !done) return std::unexpected(done.error());
    const DeviceFormat format = device_format(resource);
    Image made;
    made.texels_ = format.texels;
    made.format_ = format.format;
    made.is_storage_ = resource.kind == ir::ResourceKind::Image;
    made.range_ = {format.aspect, 0, static_cast<std::uint32_t>(texture.levels.size()), 0, texture.layers};
    auto image = make_image(handles, made.image_info(resource, texture));
    if (!image) return std::unexpected(image.error());
    made.image_ = std::move(*image);
    auto view = make_image_view(handles, made.view_info(resource));
    if (!view) return std::unexpected(view.error());
    made.view_ = std::move(*view);
    auto staging = Buffer::make(handles, (made.list_copies(texture) + 3) / 4);
    if (!staging) return std::unexpected(staging.error());
    made.staging_ = std::move(*staging);
    for (std::size_t i = 0; i < texture.levels.size(); ++i)
        pack(made.texels_, texture.levels[i].texels, made.staging_.bytes().subspan(made.copies_[i].bufferOffset));
    return made;
}

VkImageCreateInfo Image::image_info(const ir::Resource& resource, const ir::TextureData& texture) const {
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    if (resource.dim == TextureDim::Cube) info.flags = VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    info.imageType = type_of(resource.dim);
    info.format = format_;
    info.extent = {texture.levels[0].width, texture.levels[0].height, texture.levels[0].depth};
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

std::size_t Image::list_copies(const ir::TextureData& texture) {
    constexpr std::size_t kAlignment = 16; // copies begin at a multiple of a texel's size, and of 4
    std::size_t at = 0;
    for (std::uint32_t i = 0; i < texture.levels.size(); ++i) {
        const ir::Level& level = texture.levels[i];
        VkBufferImageCopy copy{};
        copy.bufferOffset = at;
        copy.imageSubresource = {range_.aspectMask, i, 0, range_.layerCount};
        copy.imageExtent = {level.width, level.height, level.depth};
        copies_.push_back(copy);
        at = (at + level.texels.size() * texels_.bytes() + kAlignment - 1) / kAlignment * kAlignment;
    }
    return at;
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

void Image::read_back(ir::TextureData& texture) const {
    for (std::size_t i = 0; i < texture.levels.size(); ++i)
        unpack(texels_, staging_.bytes().subspan(copies_[i].bufferOffset), texture.levels[i].texels);
}

} // namespace relit::render::vk
