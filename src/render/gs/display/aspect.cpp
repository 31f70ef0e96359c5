#include "render/gs/display/aspect.hpp"

#include <algorithm>
#include <vector>

namespace relit::render::gs {
namespace {

/// The two pixels of an axis that a pixel of the scaled one lies between, and how far from the first in 1/256.
struct Between {
    std::uint32_t first = 0, second = 0, weight = 0;
};

std::vector<Between> sources_of(std::uint32_t from, std::uint32_t to, Filter filter) {
    std::vector<Between> sources(to);
    for (std::uint32_t i = 0; i < to; ++i) {
        if (filter == Filter::Nearest) { // the pixel that the centre lies in
            const auto at = static_cast<std::uint32_t>((std::uint64_t{2} * i + 1) * from / (std::uint64_t{2} * to));
            sources[i] = {at, at, 0};
            continue;
        }
        // centres of pixels, in 1/256 of a pixel of the source
        const std::int64_t centre = (std::int64_t{2 * i + 1} * from * 128) / to - 128;
        const auto at = static_cast<std::uint32_t>(std::clamp<std::int64_t>(centre, 0, (std::int64_t{from} - 1) * 256));
        sources[i] = {at / 256, std::min(at / 256 + 1, from - 1), at % 256};
    }
    return sources;
}

std::uint32_t mix(std::uint32_t a, std::uint32_t b, std::uint32_t weight) { return a * (256 - weight) + b * weight; }

} // namespace

Image scaled(const Image& image, std::uint32_t width, std::uint32_t height, Filter filter) {
    if (image.rgba.empty() || (width == image.width && height == image.height)) return image;
    Image result{width, height, {}};
    result.rgba.reserve(std::size_t{width} * height * 4);
    const std::vector<Between> columns = sources_of(image.width, width, filter),
                               rows = sources_of(image.height, height, filter);
    const auto at = [&](std::uint32_t x, std::uint32_t y, std::size_t i) -> std::uint32_t {
        return image.rgba[(std::size_t{y} * image.width + x) * 4 + i];
    };
    for (const Between& y : rows) {
        for (const Between& x : columns) {
            for (std::size_t i = 0; i < 4; ++i) {
                const std::uint32_t upper = mix(at(x.first, y.first, i), at(x.second, y.first, i), x.weight);
                const std::uint32_t lower = mix(at(x.first, y.second, i), at(x.second, y.second, i), x.weight);
                result.rgba.push_back(static_cast<std::uint8_t>((mix(upper, lower, y.weight) + 32768) >> 16));
            }
        }
    }
    return result;
}

namespace {

constexpr std::uint64_t kMostSide = 16384; // no screen is so large; a number that is wrong must not ask for gigabytes

std::uint32_t bounded(std::uint64_t side) {
    return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(side, 1, kMostSide));
}

} // namespace

Image with_aspect(const Image& image, std::uint32_t across, std::uint32_t down) {
    return enlarged(image, {.across = across, .down = down});
}

Image enlarged(const Image& image, const Enlargement& how) {
    std::uint64_t width = image.width, height = image.height;
    if (how.across != 0 && how.down != 0) {
        height = image.height < 300 ? height * 2 : height;
        width = bounded((height * how.across + how.down / 2) / how.down);
    }
    return scaled(image, bounded(width * how.times), bounded(height * how.times), how.filter);
}

} // namespace relit::render::gs
