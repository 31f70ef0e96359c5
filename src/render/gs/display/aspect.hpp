// Images as wide as a television shows them: pixels of the GS are seldom square.
#pragma once

#include "base/image.hpp"

namespace relit::render::gs {

/// How pixels of an image of another size come about: each is one, or a mixture of the four around its centre.
enum class Filter : std::uint8_t { Nearest, Bilinear };

[[nodiscard]] Image scaled(const Image& image, std::uint32_t width, std::uint32_t height,
                           Filter filter = Filter::Bilinear);
/// The image with square pixels, `across` to `down`: its lines stay, doubled where there are fewer than 300 (an image
/// without the lines between fields).
[[nodiscard]] Image with_aspect(const Image& image, std::uint32_t across, std::uint32_t down);

/// How what the display shows becomes larger.
struct Enlargement {
    std::uint32_t across = 0, down = 0; // square pixels for a screen of these sides; 0: pixels as they are
    std::uint32_t times = 1;            // as many pixels along each side, of an image with square pixels too
    Filter filter = Filter::Bilinear;
};
/// In one step from the image that is shown. No side has more than 16384 pixels.
[[nodiscard]] Image enlarged(const Image& image, const Enlargement& how);

} // namespace relit::render::gs
