#include "render/gs/player/images.hpp"

#include "machine/gs/state/buffers.hpp"
#include "machine/gs/state/palette.hpp"

#include <algorithm>

namespace relit::render::gs::player {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

/// Calls put(pixel number, x, y) for every pixel of an image of this size.
template <class Put>
Image made(std::uint32_t width, std::uint32_t height, Put&& put) {
    Image image{width, height, std::vector<std::uint8_t>(std::size_t{4} * width * height, 255)};
    std::size_t at = 0;
    for (std::uint32_t y = 0; y < height; ++y)
        for (std::uint32_t x = 0; x < width; ++x, at += 4) put(&image.rgba[at], x, y);
    return image;
}

void set_colour(std::uint8_t* pixel, Colour colour) {
    for (unsigned i = 0; i < 3; ++i) pixel[i] = static_cast<std::uint8_t>(colour >> 8 * i);
}

} // namespace

Rect shown_of(const DrawState& state) { return {0, 0, state.frame[Frame::width] * 64, state.scissor[Scissor::y1] + 1}; }

Image frame_image(const Memory& memory, const DrawState& state, bool opaque) {
    return buffer_image(memory, frame_of(state.frame), shown_of(state), opaque);
}

DepthValues depth_values(const Memory& memory, const DrawState& state) {
    const Rect rect = shown_of(state);
    const Buffer buffer = depth_of(state.zbuf, state.frame);
    const PixelBits bits(buffer.format);
    const Addresses addresses(buffer);
    DepthValues depth{rect.width, rect.height, {}};
    depth.values.reserve(std::size_t{rect.width} * rect.height);
    for (std::uint32_t y = 0; y < rect.height; ++y)
        for (std::uint32_t x = 0; x < rect.width; ++x) depth.values.push_back(memory.raw(bits, addresses(x, y)));
    return depth;
}

void DepthRange::add(const DepthValues& depth) {
    for (const std::uint32_t z : depth.values) least = std::min(least, z), most = std::max(most, z);
}

std::uint8_t DepthRange::grey(std::uint32_t z) const {
    const std::uint64_t size = most > least ? most - least : 1;
    return static_cast<std::uint8_t>(std::uint64_t{z - least} * 255 / size);
}

GreyImage depth_grey(const DepthValues& depth) {
    DepthRange range;
    range.add(depth);
    return depth_grey(depth, range);
}

GreyImage depth_grey(const DepthValues& depth, const DepthRange& range) {
    const std::uint64_t size = range.most > range.least ? range.most - range.least : 1;
    GreyImage image{depth.width, depth.height, {}};
    image.grey.reserve(depth.values.size());
    for (const std::uint32_t z : depth.values)
        image.grey.push_back(static_cast<std::uint16_t>((std::uint64_t{z - range.least} * 65535 + size / 2) / size));
    return image;
}

Image depth_image(const Memory& memory, const DrawState& state) {
    const DepthValues depth = depth_values(memory, state);
    DepthRange range;
    range.add(depth);
    return made(depth.width, depth.height, [&](std::uint8_t* pixel, std::uint32_t x, std::uint32_t y) {
        std::fill_n(pixel, 3, range.grey(depth.values[std::size_t{y} * depth.width + x]));
    });
}

Image texture_image(const Memory& memory, const Clut& clut, const DrawState& state, unsigned level) {
    const Tex0& tex0 = state.tex0;
    const PixelFormat format = tex0[Tex0::format];
    const PixelBits bits(format);
    const Addresses addresses(machine::gs::level_of(tex0, state.mips, level));
    const bool indexed = machine::gs::is_indexed(format);
    const Texa texa(state.texa);
    const auto palette = clut.colours(tex0, texa);
    constexpr std::uint32_t kMostLog = 10;
    const std::uint32_t width = std::max(1U << std::min(tex0[Tex0::log_width], kMostLog) >> level, 1U);
    const std::uint32_t height = std::max(1U << std::min(tex0[Tex0::log_height], kMostLog) >> level, 1U);
    return made(width, height, [&](std::uint8_t* pixel, std::uint32_t x, std::uint32_t y) {
        const std::uint32_t raw = memory.raw(bits, addresses(x, y));
        const Colour colour = indexed ? palette[raw] : expand(format, raw, texa);
        set_colour(pixel, colour);
    });
}

Image palette_image(const Clut& clut, const DrawState& state) {
    if (!machine::gs::is_indexed(state.tex0[Tex0::format])) return {};
    constexpr std::uint32_t kAcross = 16;
    const auto colours = clut.colours(state.tex0, Texa(state.texa));
    return made(kAcross, entry_count(state.tex0) / kAcross, [&](std::uint8_t* pixel, std::uint32_t x, std::uint32_t y) {
        set_colour(pixel, colours[y * kAcross + x]);
    });
}

} // namespace relit::render::gs::player
