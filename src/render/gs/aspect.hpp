// Images as wide as a television shows them: pixels of the GS are seldom square.
#pragma once

#include "base/image.hpp"

namespace relit::render::gs {

/// Another size, linear between pixels.
[[nodiscard]] Image scaled(const Image& image, std::uint32_t width, std::uint32_t height);
/// The image with square pixels, `across` to `down`: its lines stay, doubled where there are fewer than 300 (an image
/// without the lines between fields).
[[nodiscard]] Image with_aspect(const Image& image, std::uint32_t across, std::uint32_t down);

} // namespace relit::render::gs
