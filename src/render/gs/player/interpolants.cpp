#include "render/gs/player/interpolants.hpp"

#include "render/gs/reference/points.hpp"

#include <algorithm>

namespace relit::render::gs::player {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

namespace {

/// Where a coordinate in sixteenths lies in a texture that repeats.
std::uint8_t within(std::int32_t sixteenths, std::uint32_t log_size) {
    const std::uint32_t size = 16U << std::min(log_size, 10U);
    return static_cast<std::uint8_t>((static_cast<std::uint32_t>(sixteenths) & (size - 1)) * 256 / size);
}

std::uint8_t byte(std::int32_t value) { return static_cast<std::uint8_t>(std::clamp(value, 0, 255)); }

} // namespace

Interpolants::Interpolants(std::uint32_t width, std::uint32_t height)
    : width_(width), height_(height), pixels_(std::size_t{width} * height) {}

void Interpolants::add(const Draw& draw, const DrawState& state, const reference::Rules& rules) {
    const bool textured = state.prim[Prim::textured], fogged = state.prim[Prim::fogged];
    const Tex0& tex0 = state.tex0;
    reference::PrimitivePoints(state, {}, rules).for_each(draw.vertices, [&](const reference::Point& point) {
        const auto x = static_cast<std::uint32_t>(point.x), y = static_cast<std::uint32_t>(point.y);
        if (x >= width_ || y >= height_ || reference::skips(state, point.y)) return;
        pixels_[std::size_t{y} * width_ + x] = {
            .is_covered = true,
            .is_textured = textured,
            .is_fogged = fogged,
            .colour = {byte(point.rgba[0]), byte(point.rgba[1]), byte(point.rgba[2])},
            .texel = {within(point.texel.u, tex0[Tex0::log_width]), within(point.texel.v, tex0[Tex0::log_height])},
            .fog = byte(point.fog),
            .z = point.z};
    });
}

template <class Has, class Shade>
Image Interpolants::image(Has&& has, Shade&& shade) const {
    if (std::ranges::none_of(pixels_, has)) return {};
    Image image{width_, height_, std::vector<std::uint8_t>(pixels_.size() * 4)};
    for (std::size_t i = 0; i < pixels_.size(); ++i) {
        if (!has(pixels_[i])) continue;
        const Shades shades = shade(pixels_[i]);
        std::ranges::copy(shades, image.rgba.begin() + static_cast<std::ptrdiff_t>(4 * i));
        image.rgba[4 * i + 3] = 255;
    }
    return image;
}

Image Interpolants::colour() const {
    return image([](const Pixel& pixel) { return pixel.is_covered; }, [](const Pixel& pixel) { return pixel.colour; });
}

Image Interpolants::depth() const {
    DepthRange range;
    for (const Pixel& pixel : pixels_)
        if (pixel.is_covered) range.least = std::min(range.least, pixel.z), range.most = std::max(range.most, pixel.z);
    const auto shade = [&](const Pixel& pixel) {
        const std::uint8_t grey = range.grey(pixel.z);
        return Shades{grey, grey, grey};
    };
    return image([](const Pixel& pixel) { return pixel.is_covered; }, shade);
}

Image Interpolants::texel() const {
    return image([](const Pixel& pixel) { return pixel.is_textured; },
                 [](const Pixel& pixel) { return Shades{pixel.texel[0], pixel.texel[1], 0}; });
}

Image Interpolants::fog() const {
    return image([](const Pixel& pixel) { return pixel.is_fogged; },
                 [](const Pixel& pixel) { return Shades{pixel.fog, pixel.fog, pixel.fog}; });
}

} // namespace relit::render::gs::player
