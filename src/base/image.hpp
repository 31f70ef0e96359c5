// An image: width, height and RGBA bytes; read and written as PNG through libpng.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <vector>

namespace relit {

/// Rows from top to bottom, four bytes a pixel: red, green, blue, alpha. rgba.size() == width * height * 4.
struct Image {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint8_t> rgba;
    [[nodiscard]] bool operator==(const Image&) const = default;
};

/// Largest image that decode_png accepts, in pixels: bad input must not ask for unbounded memory.
inline constexpr std::uint64_t kMaxImagePixels = std::uint64_t{1} << 26;

[[nodiscard]] Result<std::vector<std::uint8_t>> encode_png(const Image& image);
[[nodiscard]] Result<Image> decode_png(Bytes file);

} // namespace relit
