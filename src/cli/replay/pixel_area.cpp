#include "cli/replay/pixel_area.hpp"

#include "base/text.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace relit::cli {
namespace {

constexpr std::int64_t kFurthest = 65535; // a pixel, and as many along a side

std::optional<std::int64_t> coordinate_of(std::string_view text, std::int64_t least) {
    const auto number = parse_integer(text);
    if (!number || *number < least || *number > kFurthest) return std::nullopt;
    return number;
}

/// "8x4"; both are at least 1.
std::optional<std::pair<std::uint32_t, std::uint32_t>> size_of(std::string_view text) {
    const std::size_t times = text.find('x');
    if (times == std::string_view::npos) return std::nullopt;
    const auto across = coordinate_of(text.substr(0, times), 1), down = coordinate_of(text.substr(times + 1), 1);
    if (!across || !down) return std::nullopt;
    return std::pair(static_cast<std::uint32_t>(*across), static_cast<std::uint32_t>(*down));
}

/// The middle of part `i` of `parts` of a side, counted from its beginning.
std::int32_t middle_of(std::uint32_t i, std::uint32_t parts, std::uint32_t side) {
    return static_cast<std::int32_t>((2 * std::uint64_t{i} + 1) * side / (2 * std::uint64_t{parts}));
}

} // namespace

Result<PixelArea> pixel_area_of(std::string_view typed) {
    const auto refused = [&] {
        return fail(
            FaultKind::Usage,
            fmt::format("--pixels: {} is neither COLUMNSxROWS, such as 16x14, nor X,Y,WxH, such as 10,20,8x4", typed));
    };
    const std::size_t comma = typed.find(','), second = typed.find(',', comma + 1);
    if (comma == std::string_view::npos) {
        const auto grid = size_of(typed);
        if (!grid) return refused();
        return PixelArea{.columns = grid->first, .rows = grid->second};
    }
    if (second == std::string_view::npos) return refused();
    const auto x = coordinate_of(typed.substr(0, comma), 0);
    const auto y = coordinate_of(typed.substr(comma + 1, second - comma - 1), 0);
    const auto size = size_of(typed.substr(second + 1));
    if (!x || !y || !size) return refused();
    return PixelArea{static_cast<std::int32_t>(*x),
                     static_cast<std::int32_t>(*y),
                     size->first,
                     size->second,
                     size->first,
                     size->second};
}

PixelArea placed(const PixelArea& area, std::int32_t x, std::int32_t y, std::uint32_t width, std::uint32_t height) {
    if (area.width != 0) return area;
    return {x, y, width, height, std::min(area.columns, width), std::min(area.rows, height)};
}

std::vector<std::pair<std::int32_t, std::int32_t>> pixels_of(const PixelArea& area) {
    std::vector<std::pair<std::int32_t, std::int32_t>> pixels;
    for (std::uint32_t row = 0; row < area.rows; ++row)
        for (std::uint32_t column = 0; column < area.columns; ++column)
            pixels.emplace_back(area.x + middle_of(column, area.columns, area.width),
                                area.y + middle_of(row, area.rows, area.height));
    return pixels;
}

Status check_pixels(const PixelArea& area, std::uint32_t most) {
    const std::uint64_t count = std::uint64_t{area.columns} * area.rows;
    if (count <= most) return {};
    return fail(FaultKind::Usage, fmt::format("--pixels: {} x {} pixels are more than the {} that a replay follows",
                                              area.columns, area.rows, most));
}

} // namespace relit::cli
