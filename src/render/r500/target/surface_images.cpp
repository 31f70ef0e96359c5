#include "render/r500/target/surface_images.hpp"

#include "render/r500/texture/textures.hpp"

#include <algorithm>

namespace relit::render::r500 {
namespace {

using machine::r500::BoundSurface;
using machine::r500::Extent;
using machine::r500::Plane;

constexpr std::uint64_t kMostImageBytes = std::uint64_t{2} << 30;

/// How many rows of a surface its buffer has room for, of at most so many.
std::uint32_t rows_in_buffer(const machine::r500::Layout& layout, std::uint32_t rows, std::uint64_t room) {
    while (rows > 0 && bytes_of(layout, rows) > room) {
        const std::uint64_t row = bytes_of(layout, rows) / rows + 1;
        const std::uint64_t over = bytes_of(layout, rows) - room;
        rows -= static_cast<std::uint32_t>(std::min<std::uint64_t>(rows, std::max<std::uint64_t>(over / row, 1)));
    }
    return rows;
}

} // namespace

Extent common_size(std::span<const BoundSurface> surfaces, const machine::r500::Capture& capture) {
    Extent size{4096, 4096};
    for (const BoundSurface& each : surfaces) {
        const Plane& plane = each.description.plane;
        size = {std::min(size.width, plane.size.width), std::min(size.height, plane.size.height)};
        const auto buffer = capture.buffers.find(each.buffer->handle.value_or(0));
        const auto blocks = blocks_of(each.description);
        if (buffer == capture.buffers.end() || !blocks || !check_layout(blocks->layout)) continue;
        const std::uint64_t room = buffer->second.size - std::min(buffer->second.size, plane.offset);
        size.height = rows_in_buffer(blocks->layout, size.height, room);
    }
    return size;
}

SurfaceKey key_of(const BoundSurface& surface, Extent size, std::uint32_t samples) {
    SurfaceKey key{*surface.buffer->handle, surface.description, samples};
    key.description.plane.size = size;
    return key;
}

Status SurfaceImages::write_back(SurfaceImage& image) {
    ++write_backs_;
    return image.write_back(memory_, commands_);
}

Result<SurfaceImages::Current> SurfaceImages::current(const SurfaceKey& key) {
    auto found = images_.find(key);
    if (found == images_.end()) {
        const Extent size = key.description.plane.size;
        bytes_ += std::uint64_t{size.width} * size.height * 16 * key.samples;
        if (bytes_ > kMostImageBytes) return fail(FaultKind::NotSupported, "the targets need more than 2 GiB");
        auto made = SurfaceImage::make(handles_, key);
        if (!made) return std::unexpected(made.error());
        found = images_.emplace(key, std::make_unique<SurfaceImage>(std::move(*made))).first;
    }
    SurfaceImage& image = *found->second;
    if (const Status done = write_back(image.range(), &image); !done) return std::unexpected(done.error());
    // Going through memory rounds them to the bits that the target stores.
    const bool is_to_be_rounded = image.is_finer() && image.is_newer() && key.samples == 1;
    if (!image.is_out_of_date(memory_) && !is_to_be_rounded) return Current{&image, false};
    if (image.is_newer())
        if (const Status done = write_back(image); !done) return std::unexpected(done.error());
    const auto loaded = image.load(memory_, commands_);
    if (!loaded) return std::unexpected(loaded.error());
    ++loads_;
    return Current{&image, !*loaded};
}

Result<std::optional<VkImageView>> SurfaceImages::texture_of(const BoundSurface& texture, const ByteRange& range,
                                                             std::span<SurfaceImage* const> excluded) {
    for (const auto& [key, image] : images_) {
        if (key.buffer != range.buffer || key.samples != 1 || !image->is_newer() || image->is_finer()) continue;
        const auto channels = seen_in_target(texture, key.description);
        if (!channels || std::ranges::find(excluded, image.get()) != excluded.end()) continue;
        if (const Status done = write_back(range, image.get()); !done) return std::unexpected(done.error());
        if (image->is_out_of_date(memory_)) continue;
        const auto view = image->sampled_view(*channels);
        if (!view) return std::unexpected(view.error());
        return *view;
    }
    return std::nullopt;
}

Status SurfaceImages::write_back(const ByteRange& range, const SurfaceImage* except) {
    for (const auto& [key, image] : images_)
        if (image.get() != except && image->is_newer() && image->range().overlaps(range))
            if (const Status done = write_back(*image); !done) return done;
    return {};
}

Status SurfaceImages::write_back(std::optional<std::uint32_t> buffer) {
    for (const auto& [key, image] : images_)
        if (image->is_newer() && (!buffer || image->range().buffer == *buffer))
            if (const Status done = write_back(*image); !done) return done;
    return {};
}

} // namespace relit::render::r500
