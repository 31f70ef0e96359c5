#include "base/image/reduced.hpp"

#include <algorithm>
#include <array>

namespace relit {
namespace {

/// The mean of the pixels of a rectangle, in one channel.
std::uint8_t mean_of(const Image& image, const std::array<std::uint32_t, 4>& rectangle, std::uint32_t channel) {
    std::uint64_t sum = 0, count = 0;
    for (std::uint32_t y = rectangle[1]; y < std::min(rectangle[3], image.height); ++y)
        for (std::uint32_t x = rectangle[0]; x < std::min(rectangle[2], image.width); ++x, ++count)
            sum += image.rgba[(std::size_t{y} * image.width + x) * 4 + channel];
    return static_cast<std::uint8_t>((sum + count / 2) / std::max<std::uint64_t>(count, 1));
}

} // namespace

std::uint32_t reduction_factor(std::uint32_t width, std::uint32_t height, std::uint32_t side) {
    const std::uint32_t longer = std::max(width, height);
    return longer / side + (longer % side != 0 ? 1 : 0);
}

Image reduced(const Image& image, std::uint32_t side) {
    const std::uint32_t factor = reduction_factor(image.width, image.height, side);
    if (factor <= 1) return image;
    Image small{.width = std::max(image.width / factor, 1U), .height = std::max(image.height / factor, 1U), .rgba = {}};
    small.rgba.reserve(std::size_t{4} * small.width * small.height);
    for (std::uint32_t y = 0; y < small.height; ++y)
        for (std::uint32_t x = 0; x < small.width; ++x)
            for (std::uint32_t channel = 0; channel < 4; ++channel)
                small.rgba.push_back(
                    mean_of(image, {x * factor, y * factor, (x + 1) * factor, (y + 1) * factor}, channel));
    return small;
}

} // namespace relit
