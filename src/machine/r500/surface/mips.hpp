// Levels, faces and slices of a texture: where each lies after the texture's one address (reference 8.2).
#pragma once

#include "machine/r500/surface/tiling.hpp"

#include <vector>

namespace relit::machine::r500 {

enum class TextureKind : std::uint8_t { Flat, Volume, Cube }; // as registers have it

struct TextureShape {
    std::uint32_t width = 1, height = 1; // of level 0, in texels
    std::uint32_t depth = 1;             // slices of a volume
    std::uint32_t levels = 1;
    TextureKind kind = TextureKind::Flat;
    std::uint32_t block_bits = 32; // of a texel, or of a block
    Extent block{1, 1};            // texels of a block
    std::uint32_t pitch = 0;       // of level 0 in texels, where the texture uses its own; 0: computed
    Tiling tiling{};
    bool needs_larger_than_macro = false; // TX_FILTER1 bit 22: a level of one macro tile is not macro tiled
    [[nodiscard]] auto operator<=>(const TextureShape&) const = default;
};

struct Level {
    std::uint64_t offset = 0; // from the texture's address
    Extent size;              // in texels
    std::uint32_t layers = 1; // slices, or the six faces +X -X +Y -Y +Z -Z
    std::uint64_t layer_bytes = 0;
    Layout layout; // its pixels are blocks
};
/// Fails where the shape is none that the chip has: no texels, more than 4096 a side or 13 levels, no such tile.
[[nodiscard]] Result<std::vector<Level>> levels_of(const TextureShape& shape);
[[nodiscard]] std::uint64_t bytes_of(const std::vector<Level>& levels);

} // namespace relit::machine::r500
