#include "base/image/difference.hpp"

#include <algorithm>
#include <cstdlib>

namespace relit {
namespace {

using Differences = std::array<int, 4>;

/// Calls see(x, y, differences) for each pixel that both images have.
template <class See>
void each_pixel(const Image& a, const Image& b, See&& see) {
    const std::uint32_t width = std::min(a.width, b.width), height = std::min(a.height, b.height);
    for (std::uint32_t y = 0; y < height; ++y) {
        for (std::uint32_t x = 0; x < width; ++x) {
            const std::size_t first = (std::size_t{y} * a.width + x) * 4, second = (std::size_t{y} * b.width + x) * 4;
            Differences differences{};
            for (std::size_t c = 0; c < 4; ++c) differences[c] = std::abs(a.rgba[first + c] - b.rgba[second + c]);
            see(x, y, differences);
        }
    }
}

} // namespace

int Apart::most() const { return std::ranges::max(channels, {}, &Channel::most).most; }

double Apart::mean() const {
    std::uint64_t sum = 0;
    for (const Channel& channel : channels) sum += channel.sum;
    const double values = static_cast<double>(channels.size()) * width * height;
    return values == 0 ? 0 : static_cast<double>(sum) / values;
}

Apart apart(const Image& a, const Image& b) {
    Apart all{.width = std::min(a.width, b.width), .height = std::min(a.height, b.height), .channels = {}};
    all.left = all.width, all.top = all.height;
    each_pixel(a, b, [&](std::uint32_t x, std::uint32_t y, const Differences& differences) {
        if (std::ranges::count(differences, 0) == 4) return;
        ++all.pixels;
        all.left = std::min(all.left, x), all.right = std::max(all.right, x);
        all.top = std::min(all.top, y), all.bottom = std::max(all.bottom, y);
        for (std::size_t c = 0; c < 4; ++c) {
            all.channels[c].pixels += differences[c] != 0 ? 1 : 0;
            all.channels[c].most = std::max(all.channels[c].most, differences[c]);
            all.channels[c].sum += static_cast<std::uint64_t>(differences[c]);
        }
    });
    if (all.pixels == 0) all.left = all.top = 0;
    return all;
}

Image difference_image(const Image& a, const Image& b, int factor) {
    Image image{std::min(a.width, b.width), std::min(a.height, b.height), {}};
    image.rgba.reserve(std::size_t{4} * image.width * image.height);
    each_pixel(a, b, [&](std::uint32_t, std::uint32_t, const Differences& differences) {
        for (std::size_t c = 0; c < 3; ++c)
            image.rgba.push_back(
                static_cast<std::uint8_t>(std::min(std::max(differences[c], differences[3]) * factor, 255)));
        image.rgba.push_back(255);
    });
    return image;
}

} // namespace relit
