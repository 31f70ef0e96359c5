#include "render/r500/target/surface_image.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace relit::render::r500 {
namespace {

using machine::r500::ColourFormat;
using machine::r500::ColourView;
using machine::r500::DepthFormat;
using machine::r500::DepthView;
using machine::r500::Plane;
using machine::r500::SurfaceDescription;

constexpr VkFormat kColourFormats[] = {
#define TEXEL(kind, format, bytes, wr, wg, wb, wa, lr, lg, lb, la) format,
#include "render/r500/target/texels.inc"
#undef TEXEL
};
VkFormat format_of(TexelKind kind) { return kColourFormats[static_cast<std::size_t>(kind)]; }

bool can_be(const vk::Handles& handles, VkFormat format, VkFormatFeatureFlags use) {
    VkFormatProperties has{};
    handles.vk.vkGetPhysicalDeviceFormatProperties(handles.physical, format, &has);
    return (has.optimalTilingFeatures & use) == use;
}

/// Depth of 24 bits where the device has it, else a float, which holds as many.
VkFormat depth_format(const vk::Handles& handles, DepthFormat format) {
    constexpr VkFormatFeatureFlags kUse = VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT;
    if (format == DepthFormat::Z16) return VK_FORMAT_D16_UNORM;
    if (format == DepthFormat::Z16Float) return VK_FORMAT_D32_SFLOAT;
    return can_be(handles, VK_FORMAT_D24_UNORM_S8_UINT, kUse) ? VK_FORMAT_D24_UNORM_S8_UINT
                                                              : VK_FORMAT_D32_SFLOAT_S8_UINT;
}

/// The kind of the format's own widths where the device blends and filters it.
TexelKind texel_kind(const vk::Handles& handles, const ColourFormat& format, const ColourView& view) {
    constexpr VkFormatFeatureFlags kUse = VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT |
                                          VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT |
                                          VK_FORMAT_FEATURE_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
    const TexelKind exact = exact_kind_of(format, view);
    return can_be(handles, format_of(exact), kUse) ? exact : wide_kind_of(format);
}

std::uint32_t depth_bytes(VkFormat format) { return format == VK_FORMAT_D16_UNORM ? 2 : 4; }

constexpr float kMost24 = 16777215;

std::uint32_t depth_texel(std::uint32_t depth24, VkFormat format) {
    if (format == VK_FORMAT_D24_UNORM_S8_UINT) return depth24;
    const float depth = static_cast<float>(depth24) / kMost24;
    std::uint32_t bits = 0;
    std::memcpy(&bits, &depth, sizeof bits);
    return bits;
}

float float_of(std::uint32_t bits) {
    float value = 0;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

std::uint32_t depth24_of(std::uint32_t texel, VkFormat format) {
    if (format == VK_FORMAT_D24_UNORM_S8_UINT) return texel & 0xffffff;
    return static_cast<std::uint32_t>(std::lround(std::clamp(float_of(texel), 0.0F, 1.0F) * kMost24));
}

/// The greatest 13E3 number that is at most the depth; numbers grow with their bits, except where they count zeros.
std::uint16_t bits_of_13e3(float depth, bool counts_zeros) {
    std::uint32_t low = 0, high = 0xffff;
    if (counts_zeros) { // eight ranges, each half as far from 0
        for (std::uint32_t exponent = 0; exponent < 8; ++exponent)
            if (machine::r500::depth_of_13e3(static_cast<std::uint16_t>(exponent << 13), true) <= depth) {
                low = exponent << 13, high = low | 0x1fff;
                break;
            }
    }
    while (low < high) {
        const std::uint32_t middle = (low + high + 1) / 2;
        if (machine::r500::depth_of_13e3(static_cast<std::uint16_t>(middle), counts_zeros) <= depth)
            low = middle;
        else
            high = middle - 1;
    }
    return static_cast<std::uint16_t>(low);
}

VkImageCreateInfo image_info(VkFormat format, VkExtent2D size, bool is_depth, std::uint32_t samples) {
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = format;
    info.extent = {size.width, size.height, 1};
    info.mipLevels = info.arrayLayers = 1;
    info.samples = static_cast<VkSampleCountFlagBits>(samples);
    info.tiling = VK_IMAGE_TILING_OPTIMAL;
    info.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                 (is_depth ? VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT
                           : VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT);
    return info;
}

} // namespace

Result<ByteRange> range_of(const SurfaceKey& key) {
    const auto blocks = blocks_of(key.description);
    if (!blocks) return std::unexpected(blocks.error());
    if (const Status checked = check_layout(blocks->layout); !checked) return std::unexpected(checked.error());
    const std::uint64_t begin = key.description.plane.offset;
    return ByteRange{key.buffer, begin, begin + bytes_of(blocks->layout, blocks->size.height)};
}

Result<SurfaceImage> SurfaceImage::make(vk::Handles& handles, const SurfaceKey& key) {
    SurfaceImage made;
    made.handles_ = &handles;
    made.key_ = key;
    const auto range = range_of(key);
    if (!range) return std::unexpected(range.error());
    made.range_ = *range;
    const Plane& plane = key.description.plane;
    made.size_ = {plane.size.width, plane.size.height};
    if (const Status chosen = made.choose_format(); !chosen) return std::unexpected(chosen.error());
    const bool has_stencil = (made.aspects_ & VK_IMAGE_ASPECT_STENCIL_BIT) != 0;
    const std::size_t bytes = made.texels() * (made.texel_bytes_ + (has_stencil ? 1 : 0));
    auto image = vk::make_image(handles, image_info(made.format_, made.size_, made.is_depth(), key.samples));
    if (!image) return std::unexpected(image.error());
    made.image_ = std::move(*image);
    if (key.samples > 1) {
        auto resolved = vk::make_image(handles, image_info(made.format_, made.size_, made.is_depth(), 1));
        if (!resolved) return std::unexpected(resolved.error());
        made.resolved_ = std::move(*resolved);
    }
    VkImageViewCreateInfo view{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    view.image = made.image();
    view.viewType = VK_IMAGE_VIEW_TYPE_2D;
    view.format = made.format_;
    view.subresourceRange = {made.aspects_, 0, 1, 0, 1};
    auto seen = vk::make_image_view(handles, view);
    if (!seen) return std::unexpected(seen.error());
    made.view_ = std::move(*seen);
    auto staging = vk::Buffer::make(handles, (bytes + 3) / 4);
    if (!staging) return std::unexpected(staging.error());
    made.staging_ = std::move(*staging);
    return made;
}

Status SurfaceImage::choose_format() {
    if (const auto* const depth = std::get_if<DepthView>(&key_.description.view)) {
        format_ = depth_format(*handles_, depth->format);
        aspects_ = VK_IMAGE_ASPECT_DEPTH_BIT;
        if (depth->format == DepthFormat::Z24S8) aspects_ |= VK_IMAGE_ASPECT_STENCIL_BIT;
        texel_bytes_ = depth_bytes(format_);
        return {};
    }
    const auto& view = std::get<ColourView>(key_.description.view);
    const auto format = colour_format(view);
    if (!format) return std::unexpected(format.error());
    kind_ = texel_kind(*handles_, **format, view);
    is_finer_ = is_wider(kind_, **format, view);
    format_ = format_of(kind_);
    aspects_ = VK_IMAGE_ASPECT_COLOR_BIT;
    texel_bytes_ = bytes_of(kind_);
    return {};
}

PixelLayout SurfaceImage::layout() const {
    const auto& view = std::get<ColourView>(key_.description.view);
    return {**colour_format(view), view, kind_};
}

Result<VkImageView> SurfaceImage::sampled_view(const VkComponentMapping& channels) {
    const std::array key{channels.r, channels.g, channels.b, channels.a};
    if (const auto found = sampled_views_.find(key); found != sampled_views_.end()) return found->second.get();
    VkImageViewCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    info.image = image();
    info.viewType = VK_IMAGE_VIEW_TYPE_2D;
    info.format = format_;
    info.components = channels;
    info.subresourceRange = {aspects_, 0, 1, 0, 1};
    auto made = vk::make_image_view(*handles_, info);
    if (!made) return std::unexpected(made.error());
    return sampled_views_.emplace(key, std::move(*made)).first->second.get();
}

Status SurfaceImage::texels_of(Bytes buffer) {
    const auto pixels = surface_bytes(key_.description, buffer);
    if (!pixels) return std::unexpected(pixels.error());
    if (!is_depth()) {
        unpack(layout(), *pixels, staging_.bytes().first(texels() * texel_bytes_));
        return {};
    }
    const auto& depth = std::get<DepthView>(key_.description.view);
    if (depth.format == DepthFormat::Z16) {
        std::ranges::copy(*pixels, staging_.bytes().begin());
        return {};
    }
    for (std::size_t i = 0; i < texels(); ++i) {
        if (depth.format == DepthFormat::Z24S8) {
            const auto pixel = static_cast<std::uint32_t>(little_endian(Bytes(*pixels).subspan(4 * i, 4)));
            staging_.words()[i] = depth_texel(pixel >> 8, format_);
            staging_.bytes()[4 * texels() + i] = static_cast<std::uint8_t>(pixel);
        } else {
            const auto pixel = static_cast<std::uint16_t>(little_endian(Bytes(*pixels).subspan(2 * i, 2)));
            const float value = machine::r500::depth_of_13e3(pixel, depth.counts_zeros);
            std::memcpy(&staging_.words()[i], &value, sizeof value);
        }
    }
    return {};
}

Result<std::vector<std::uint8_t>> SurfaceImage::pixels_of() const {
    if (!is_depth()) {
        std::vector<std::uint8_t> pixels(texels() * bits_of(layout().format) / 8);
        pack(layout(), staging_.bytes().first(texels() * texel_bytes_), pixels);
        return pixels;
    }
    const auto& depth = std::get<DepthView>(key_.description.view);
    std::vector<std::uint8_t> pixels(texels() * (depth.format == DepthFormat::Z24S8 ? 4 : 2));
    for (std::size_t i = 0; i < texels(); ++i) {
        if (depth.format == DepthFormat::Z24S8) {
            const std::uint32_t pixel =
                depth24_of(staging_.words()[i], format_) << 8 | staging_.bytes()[4 * texels() + i];
            std::memcpy(&pixels[4 * i], &pixel, sizeof pixel);
        } else {
            std::uint16_t pixel = 0;
            if (depth.format == DepthFormat::Z16)
                std::memcpy(&pixel, &staging_.bytes()[2 * i], sizeof pixel);
            else
                pixel = bits_of_13e3(float_of(staging_.words()[i]), depth.counts_zeros);
            std::memcpy(&pixels[2 * i], &pixel, sizeof pixel);
        }
    }
    return pixels;
}

std::vector<VkBufferImageCopy> SurfaceImage::copies() const {
    std::vector<VkBufferImageCopy> all;
    VkBufferImageCopy one{};
    one.imageExtent = {size_.width, size_.height, 1};
    for (const VkImageAspectFlags aspect :
         {VK_IMAGE_ASPECT_COLOR_BIT, VK_IMAGE_ASPECT_DEPTH_BIT, VK_IMAGE_ASPECT_STENCIL_BIT}) {
        if ((aspects_ & aspect) == 0) continue;
        one.imageSubresource = {aspect, 0, 0, 1};
        one.bufferOffset = aspect == VK_IMAGE_ASPECT_STENCIL_BIT ? 4 * texels() : 0;
        all.push_back(one);
    }
    return all;
}

void SurfaceImage::record_barrier(VkCommandBuffer commands, VkImage image, VkImageLayout from) const {
    VkImageMemoryBarrier barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
    barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.oldLayout = from;
    barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
    barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = image;
    barrier.subresourceRange = {aspects_, 0, 1, 0, 1};
    handles_->vk.vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                      0, 0, nullptr, 0, nullptr, 1, &barrier);
}

bool SurfaceImage::is_uniform() const {
    const bool has_stencil = (aspects_ & VK_IMAGE_ASPECT_STENCIL_BIT) != 0;
    const Bytes all = staging_.bytes().first(texels() * texel_bytes_);
    const bool is_one = std::equal(all.begin() + static_cast<std::ptrdiff_t>(texel_bytes_), all.end(), all.begin());
    if (!has_stencil) return is_one;
    const Bytes stencils = Bytes(staging_.bytes()).subspan(4 * texels(), texels());
    return is_one && std::equal(stencils.begin() + 1, stencils.end(), stencils.begin());
}

/// All samples become the first texel.
void SurfaceImage::record_clear(VkCommandBuffer commands) const {
    const VkImageSubresourceRange range{aspects_, 0, 1, 0, 1};
    if (const auto* const colour = std::get_if<ColourView>(&key_.description.view)) {
        std::vector<std::uint8_t> pixel(bits_of(layout().format) / 8);
        pack(layout(), Bytes(staging_.bytes()).first(texel_bytes_), pixel);
        SurfaceDescription one = key_.description;
        one.plane = {.size = {1, 1}, .pitch = 32};
        pixel.resize(32 * pixel.size());
        const auto decoded = read_colour(pixel, one.plane, *colour);
        VkClearColorValue value{};
        if (decoded) std::ranges::copy(decoded->rgba[0], value.float32);
        return handles_->vk.vkCmdClearColorImage(commands, image(), VK_IMAGE_LAYOUT_GENERAL, &value, 1, &range);
    }
    VkClearDepthStencilValue value{};
    const std::uint32_t texel = staging_.words()[0];
    value.depth = format_ == VK_FORMAT_D24_UNORM_S8_UINT ? static_cast<float>(texel & 0xffffff) / kMost24
                  : format_ == VK_FORMAT_D16_UNORM       ? static_cast<float>(texel & 0xffff) / 65535.0F
                                                         : float_of(texel);
    if ((aspects_ & VK_IMAGE_ASPECT_STENCIL_BIT) != 0) value.stencil = staging_.bytes()[4 * texels()];
    handles_->vk.vkCmdClearDepthStencilImage(commands, image(), VK_IMAGE_LAYOUT_GENERAL, &value, 1, &range);
}

void SurfaceImage::record_resolve(VkCommandBuffer commands) const {
    record_barrier(commands, resolved_.image.get(), VK_IMAGE_LAYOUT_UNDEFINED);
    VkImageResolve whole{};
    whole.srcSubresource = whole.dstSubresource = {aspects_, 0, 0, 1};
    whole.extent = {size_.width, size_.height, 1};
    handles_->vk.vkCmdResolveImage(commands, image(), VK_IMAGE_LAYOUT_GENERAL, resolved_.image.get(),
                                   VK_IMAGE_LAYOUT_GENERAL, 1, &whole);
    record_full_barrier(*handles_, commands);
}

Result<bool> SurfaceImage::load(VideoMemory& memory, Commands& commands) {
    // The staging buffer may still be read by an earlier copy.
    if (const Status done = commands.flush(); !done) return std::unexpected(done.error());
    const auto buffer = memory.read(key_.buffer);
    if (!buffer) return std::unexpected(buffer.error());
    if (const Status made = texels_of(*buffer); !made) return std::unexpected(made.error());
    const auto record = commands.get();
    if (!record) return std::unexpected(record.error());
    record_barrier(*record, image(), is_loaded_ ? VK_IMAGE_LAYOUT_GENERAL : VK_IMAGE_LAYOUT_UNDEFINED);
    if (key_.samples > 1) {
        record_clear(*record);
    } else {
        const std::vector<VkBufferImageCopy> all = copies();
        handles_->vk.vkCmdCopyBufferToImage(*record, staging_.get(), image(), VK_IMAGE_LAYOUT_GENERAL,
                                            static_cast<std::uint32_t>(all.size()), all.data());
    }
    record_full_barrier(*handles_, *record);
    is_loaded_ = true, is_newer_ = false;
    loaded_ = memory.now();
    return key_.samples == 1 || is_uniform();
}

Status SurfaceImage::write_back(VideoMemory& memory, Commands& commands) {
    const bool has_samples = key_.samples > 1;
    if (has_samples && is_depth()) {
        is_newer_ = false;
        return {};
    }
    const auto record = commands.get();
    if (!record) return std::unexpected(record.error());
    record_full_barrier(*handles_, *record);
    if (has_samples) record_resolve(*record);
    const std::vector<VkBufferImageCopy> all = copies();
    handles_->vk.vkCmdCopyImageToBuffer(*record, has_samples ? resolved_.image.get() : image(), VK_IMAGE_LAYOUT_GENERAL,
                                        staging_.get(), static_cast<std::uint32_t>(all.size()), all.data());
    record_full_barrier(*handles_, *record);
    if (const Status done = commands.flush(); !done) return done;
    const auto pixels = pixels_of();
    if (!pixels) return std::unexpected(pixels.error());
    const auto buffer = memory.write(range_);
    if (!buffer) return std::unexpected(buffer.error());
    is_newer_ = false;
    loaded_ = memory.now();
    return store_surface_bytes(key_.description, *pixels, *buffer);
}

} // namespace relit::render::r500
