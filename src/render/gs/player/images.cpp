#include "render/gs/player/images.hpp"

#include "machine/gs/buffers.hpp"

#include <algorithm>

namespace relit::render::gs::player {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

Rect shown(const DrawState& state) { return {0, 0, state.frame[Frame::width] * 64, state.scissor[Scissor::y1] + 1}; }

/// Calls put(pixel number, x, y) for every pixel of an image of this size.
template <class Put>
Image made(std::uint32_t width, std::uint32_t height, Put&& put) {
    Image image{width, height, std::vector<std::uint8_t>(std::size_t{4} * width * height, 255)};
    std::size_t at = 0;
    for (std::uint32_t y = 0; y < height; ++y)
        for (std::uint32_t x = 0; x < width; ++x, at += 4) put(&image.rgba[at], x, y);
    return image;
}

} // namespace

Image frame_image(const Memory& memory, const DrawState& state, bool opaque) {
    return picture(memory, frame_of(state.frame), shown(state), opaque);
}

Image depth_image(const Memory& memory, const DrawState& state) {
    const Rect rect = shown(state);
    const Buffer buffer = depth_of(state.zbuf, state.frame);
    const PixelBits bits(buffer.format);
    const Addresses addresses(buffer);
    std::uint32_t least = ~0U, most = 0;
    for (std::uint32_t y = 0; y < rect.height; ++y) {
        for (std::uint32_t x = 0; x < rect.width; ++x) {
            const std::uint32_t z = memory.raw(bits, addresses(x, y));
            least = std::min(least, z), most = std::max(most, z);
        }
    }
    const std::uint64_t range = most > least ? most - least : 1;
    return made(rect.width, rect.height, [&](std::uint8_t* pixel, std::uint32_t x, std::uint32_t y) {
        const auto grey =
            static_cast<std::uint8_t>(std::uint64_t{memory.raw(bits, addresses(x, y)) - least} * 255 / range);
        std::fill_n(pixel, 3, grey);
    });
}

Image texture_image(const Memory& memory, const Clut& clut, const DrawState& state) {
    const Tex0& tex0 = state.tex0;
    const PixelFormat format = tex0[Tex0::format];
    const PixelBits bits(format);
    const Addresses addresses({format, tex0[Tex0::base], tex0[Tex0::width]});
    const bool indexed = machine::gs::is_indexed(format);
    const Texa texa(state.texa);
    const auto palette = clut.colours(tex0, texa);
    constexpr std::uint32_t kMostLog = 10;
    const std::uint32_t width = 1U << std::min(tex0[Tex0::log_width], kMostLog);
    const std::uint32_t height = 1U << std::min(tex0[Tex0::log_height], kMostLog);
    return made(width, height, [&](std::uint8_t* pixel, std::uint32_t x, std::uint32_t y) {
        const std::uint32_t raw = memory.raw(bits, addresses(x, y));
        const Colour colour = indexed ? palette[raw] : expand(format, raw, texa);
        for (unsigned i = 0; i < 3; ++i) pixel[i] = static_cast<std::uint8_t>(colour >> 8 * i);
    });
}

} // namespace relit::render::gs::player
