// How far two images are apart, in numbers and as an image in which the smallest difference can be seen.
#pragma once

#include "base/image.hpp"

#include <array>
#include <cstdint>

namespace relit {

/// Of the part that both images have.
struct Apart {
    std::uint32_t width = 0, height = 0;
    std::uint64_t pixels = 0; // that differ
    std::uint32_t left = 0, top = 0, right = 0,
                  bottom = 0; // the rectangle around them, its last column and row included
    struct Channel {
        std::uint64_t pixels = 0;
        int most = 0;
        std::uint64_t sum = 0; // of the differences
    };
    std::array<Channel, 4> channels; // red, green, blue, alpha

    /// The largest difference of a channel.
    [[nodiscard]] int most() const;
    /// The mean of the differences of all channels of all pixels; 0 if there are none.
    [[nodiscard]] double mean() const;
};
[[nodiscard]] Apart apart(const Image& a, const Image& b);

/// Each channel's difference times `factor`, at most 255. A difference of alpha shows in all three channels.
[[nodiscard]] Image difference_image(const Image& a, const Image& b, int factor);

} // namespace relit
