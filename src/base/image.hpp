// Images: RGBA of 8 bits, grey of 16; read and written as PNG through libpng, grey as PGM too.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace relit {

/// Rows from top to bottom, four bytes a pixel: red, green, blue, alpha. rgba.size() == width * height * 4.
struct Image {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint8_t> rgba;
    [[nodiscard]] bool operator==(const Image&) const = default;
};

/// Rows from top to bottom. grey.size() == width * height.
struct GreyImage {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::vector<std::uint16_t> grey;
    [[nodiscard]] bool operator==(const GreyImage&) const = default;
};

/// Largest image that decode_png accepts, in pixels: bad input must not ask for unbounded memory.
inline constexpr std::uint64_t kMaxImagePixels = std::uint64_t{1} << 26;

[[nodiscard]] Result<std::vector<std::uint8_t>> encode_png(const Image& image);
/// `comment` becomes a text chunk of the file, unless it is empty.
[[nodiscard]] Result<std::vector<std::uint8_t>> encode_png(const GreyImage& image, const std::string& comment);
/// A PGM file (P5) with the high byte of each pixel first; `comment`, a line, stands in it unless it is empty.
[[nodiscard]] Result<std::vector<std::uint8_t>> encode_pgm(const GreyImage& image, const std::string& comment);
[[nodiscard]] Result<Image> decode_png(Bytes file);

} // namespace relit
