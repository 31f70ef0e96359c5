// Which local memory a piece of work may read and write: what a renderer that defers work asks the hazard tracker about.
// More may be named than is touched, never less.
#pragma once

#include "machine/gs/state/hazard.hpp"
#include "machine/gs/state/work.hpp"

namespace relit::machine::gs {

/// Pixels of the window, ends included.
struct PixelBox {
    std::int32_t x0 = 0, y0 = 0, x1 = -1, y1 = -1;
    [[nodiscard]] bool is_empty() const { return x1 < x0 || y1 < y0; }
};
/// Those that a primitive may draw: its bounds, rounded outwards, inside the scissor.
[[nodiscard]] PixelBox pixels_of(const Draw& draw, const DrawState& state);

/// Texels of a texture's levels, ends included; the boxes of other levels are empty.
struct TextureReach {
    static constexpr unsigned kLevels = 7;
    std::array<PixelBox, kLevels> levels;
    unsigned count = 1; // levels that are in use
};
/// All that a state can read of its texture.
[[nodiscard]] TextureReach reach_of(const DrawState& state);
/// What a primitive can reach: all of each level unless its coordinates are UVs.
[[nodiscard]] TextureReach reach_of(const Draw& draw, const DrawState& state);

/// Frame and depth within the primitive's bounds; of textures what its coordinates can reach: all of each level unless
/// they are UVs.
[[nodiscard]] std::vector<Access> accesses_of(const Draw& draw, const DrawState& state);
[[nodiscard]] std::vector<Access> accesses_of(const LoadPalette& load);
/// Pages that a primitive with these accesses may both draw to and sample, the same one perhaps twice.
[[nodiscard]] std::vector<std::uint32_t> feedback_pages(std::span<const Access> accesses);
/// Whether there may be such pages, as far as the state alone says: quick, for those who ask for each primitive.
[[nodiscard]] bool may_feed_back(const DrawState& state);
/// All of the transfer, also of data that has yet to come. What the host reads is a HostRead.
[[nodiscard]] std::vector<Access> accesses_of(const StartTransfer& start);

} // namespace relit::machine::gs
