// Where the samples of a pixel lie, and the pixels that they become when each is shown (docs/machine/gs-supersampling.md).
#pragma once

#include "base/image.hpp"

#include <cstdint>
#include <span>

namespace relit::render::gs {

/// In sixteenths of a pixel, right of and below the position of the pixel itself.
struct SamplePosition {
    std::int32_t x = 0, y = 0;
    [[nodiscard]] bool operator==(const SamplePosition&) const = default;
};

inline constexpr unsigned kMostSamples = 16;

/// Those of a rate, row by row; none where there is no such rate.
[[nodiscard]] std::span<const SamplePosition> sample_positions(unsigned rate);

/// Cells on a side of the grid in a pixel: 1, 2 or 4.
[[nodiscard]] unsigned cells_across(unsigned rate);
/// The sample that a cell shows: its own, or that of the cell beside it in its pair of a checkerboard.
[[nodiscard]] unsigned sample_of_cell(unsigned rate, unsigned column, unsigned row);
/// One image of all cells, from one image a sample, which all have one size.
[[nodiscard]] Image with_cells(std::span<const Image> samples);

} // namespace relit::render::gs
