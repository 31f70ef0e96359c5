// Images as files: which endings of names fit, and depth as 16-bit grey with its range.
#pragma once

#include "base/image.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace relit::cli {

/// The one rule for names of images, before anything is drawn: .png fits every image, .pgm depth alone, and so does a name without
/// an ending, or "-". Usage where the ending is another one. Capitals count as small letters.
[[nodiscard]] Status check_image_name(const std::string& name, bool is_depth);

/// As write_output(): "-" is standard output.
Status write_png(const std::string& name, const Image& image);

/// "depth from 16 (black) to 255 (white)"
[[nodiscard]] std::string depth_range_text(const std::string& least, const std::string& most);
/// 16-bit grey as PGM where the name ends so, else as PNG; `range` is a comment of the file.
[[nodiscard]] Result<std::vector<std::uint8_t>> encode_depth(const GreyImage& image, const std::string& range,
                                                             std::string_view name);

} // namespace relit::cli
