// The pixels that --pixel and --pixels choose.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace relit::cli {

/// Pixels in rows: all of a rectangle, or so many in each direction, evenly over one that is found when the file is read.
struct PixelArea {
    std::int32_t x = 0, y = 0;
    std::uint32_t width = 0, height = 0; // 0: not found yet
    std::uint32_t columns = 0, rows = 0;
    [[nodiscard]] bool operator==(const PixelArea&) const = default;
};

/// "16x14": columns and rows over what is shown; "10,20,8x4": the rectangle from 10,20 on. Usage if it is neither.
[[nodiscard]] Result<PixelArea> pixel_area_of(std::string_view typed);

/// Puts an area that is not found yet onto a rectangle, which is not empty. It has no more columns and rows than that.
[[nodiscard]] PixelArea placed(const PixelArea& area, std::int32_t x, std::int32_t y, std::uint32_t width,
                               std::uint32_t height);
/// The pixels of an area that is found, row by row: each in the middle of its part of the rectangle.
[[nodiscard]] std::vector<std::pair<std::int32_t, std::int32_t>> pixels_of(const PixelArea& area);
/// Usage where an area has more pixels than a replay follows.
[[nodiscard]] Status check_pixels(const PixelArea& area, std::uint32_t most);

} // namespace relit::cli
