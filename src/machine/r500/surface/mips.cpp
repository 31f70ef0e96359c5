#include "machine/r500/surface/mips.hpp"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

namespace relit::machine::r500 {
namespace {

constexpr std::uint32_t kMostSide = 4096, kMostLevels = 13, kFaces = 6, kLeastRowBytes = 32;

Status check_shape(const TextureShape& shape) {
    const auto is_side = [](std::uint32_t side) { return side >= 1 && side <= kMostSide; };
    if (!is_side(shape.width) || !is_side(shape.height) || !is_side(shape.depth))
        return fail(fmt::format("a texture of {}x{}x{}", shape.width, shape.height, shape.depth));
    if (shape.levels < 1 || shape.levels > kMostLevels)
        return fail(fmt::format("a texture of {} levels", shape.levels));
    if (!tile_of(shape.block_bits, shape.tiling))
        return fail(fmt::format("texels of {} bits have no such tile", shape.block_bits));
    return {};
}

/// Sizes in memory are powers of two where levels, faces or slices follow.
Extent size_in_memory(const TextureShape& shape, std::uint32_t level) {
    const bool is_rounded = shape.levels > 1 || shape.kind != TextureKind::Flat;
    const auto side = [&](std::uint32_t first) {
        const std::uint32_t here = std::max(1U, first >> level);
        return is_rounded ? std::bit_ceil(here) : here;
    };
    return {side(shape.width), side(shape.height)};
}

/// A level is macro tiled where it holds a macro tile.
Tiling tiling_of(const TextureShape& shape, Extent blocks) {
    const Extent macro = *tile_of(shape.block_bits, {true, shape.tiling.micro});
    const auto holds = [&](std::uint32_t side, std::uint32_t tile) {
        return shape.needs_larger_than_macro ? side > tile : side >= tile;
    };
    const bool is_macro = shape.tiling.macro && holds(blocks.width, macro.width) && holds(blocks.height, macro.height);
    return {is_macro, shape.tiling.micro};
}

Level level_of(const TextureShape& shape, std::uint32_t number, std::uint64_t offset) {
    const Extent memory = size_in_memory(shape, number);
    const Extent blocks{divided_up(memory.width, shape.block.width), divided_up(memory.height, shape.block.height)};
    Level level;
    level.offset = offset;
    level.size = {std::max(1U, shape.width >> number), std::max(1U, shape.height >> number)};
    level.layout.bits = shape.block_bits;
    level.layout.tiling = tiling_of(shape, blocks);
    const Extent tile = *tile_of(shape.block_bits, level.layout.tiling);
    const bool is_compressed = shape.block.width > 1;
    const std::uint32_t least = is_compressed ? kLeastRowBytes * 8 / shape.block_bits : 1;
    level.layout.pitch = rounded_up(blocks.width, std::max(tile.width, least));
    if (number == 0 && shape.pitch != 0) level.layout.pitch = divided_up(shape.pitch, shape.block.width);
    level.layer_bytes = bytes_of(level.layout, blocks.height);
    if (shape.kind == TextureKind::Volume) level.layers = std::max(1U, shape.depth >> number);
    if (shape.kind == TextureKind::Cube) level.layers = kFaces;
    return level;
}

} // namespace

Result<std::vector<Level>> levels_of(const TextureShape& shape) {
    if (const Status checked = check_shape(shape); !checked) return std::unexpected(checked.error());
    std::vector<Level> levels;
    std::uint64_t offset = 0;
    for (std::uint32_t i = 0; i < shape.levels; ++i) {
        levels.push_back(level_of(shape, i, offset));
        if (const Status checked = check_layout(levels.back().layout); !checked)
            return std::unexpected(checked.error());
        offset += levels.back().layer_bytes * levels.back().layers;
    }
    return levels;
}

std::uint64_t bytes_of(const std::vector<Level>& levels) {
    return levels.empty() ? 0 : levels.back().offset + levels.back().layer_bytes * levels.back().layers;
}

} // namespace relit::machine::r500
