// What a primitive works with, to look at: its frame, its depth buffer, its texture and palette.
#pragma once

#include "base/image.hpp"
#include "machine/gs/state/work.hpp"
#include "render/gs/memory/clut.hpp"

#include <vector>

namespace relit::render::gs::player {

/// As wide as the buffer, down to the last row of the scissor; alpha 255. A buffer without a width gives no pixels.
[[nodiscard]] Image frame_image(const Memory& memory, const machine::gs::DrawState& state, bool opaque = true);
/// The part of a frame, or of a depth buffer, that images of a state show.
[[nodiscard]] Rect shown_of(const machine::gs::DrawState& state);

/// Depth values of the same pixels, row by row.
struct DepthValues {
    std::uint32_t width = 0, height = 0;
    std::vector<std::uint32_t> values;
};
[[nodiscard]] DepthValues depth_values(const Memory& memory, const machine::gs::DrawState& state);
struct DepthRange {
    std::uint32_t least = ~0U, most = 0;

    void add(const DepthValues& depth);
    /// 0 of the smallest value, 255 of the largest.
    [[nodiscard]] std::uint8_t grey(std::uint32_t z) const;
};
/// In 16 bits, rounded to the nearest: the range's smallest value is black, its largest white. The values lie in the range.
[[nodiscard]] GreyImage depth_grey(const DepthValues& depth, const DepthRange& range);
/// With the range that the values have.
[[nodiscard]] GreyImage depth_grey(const DepthValues& depth);
/// The same in 8 bits, with the range that the buffer has; alpha 255.
[[nodiscard]] Image depth_image(const Memory& memory, const machine::gs::DrawState& state);

/// A level of the texture through its palette, level 0 with at most 1024 pixels to a side; alpha 255.
[[nodiscard]] Image texture_image(const Memory& memory, const Clut& clut, const machine::gs::DrawState& state,
                                  unsigned level = 0);
/// The palette's entries, 16 to a row, by index; alpha 255. No pixels where the texture has none.
[[nodiscard]] Image palette_image(const Clut& clut, const machine::gs::DrawState& state);

} // namespace relit::render::gs::player
