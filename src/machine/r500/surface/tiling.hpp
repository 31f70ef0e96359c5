// Where a pixel lies in a surface, and surfaces between tiles and rows. Pixels of block-compressed textures are their blocks.
#pragma once

#include "base/bytes.hpp"
#include "base/result.hpp"

#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace relit::machine::r500 {

[[nodiscard]] constexpr std::uint32_t divided_up(std::uint32_t value, std::uint32_t by) {
    return (value + by - 1) / by;
}
[[nodiscard]] constexpr std::uint32_t rounded_up(std::uint32_t value, std::uint32_t unit) {
    return divided_up(value, unit) * unit;
}

enum class MicroTiling : std::uint8_t { Linear, Tiled, Square }; // as registers have it
struct Tiling {
    bool macro = false;
    MicroTiling micro = MicroTiling::Linear;
    [[nodiscard]] auto operator<=>(const Tiling&) const = default;
};

struct Extent {
    std::uint32_t width = 0, height = 0;
    [[nodiscard]] auto operator<=>(const Extent&) const = default;
};
inline constexpr std::uint32_t kMicroTileBytes = 32, kMacroTileBytes = 2048, kMicroTilesASide = 8;

/// The pixels of a micro tile; nothing where pixels of so many bits have none of that kind.
[[nodiscard]] std::optional<Extent> micro_tile(std::uint32_t bits, MicroTiling micro);
/// The pixels that pitch and rows are multiples of: those of a macro tile, or of a micro tile.
[[nodiscard]] std::optional<Extent> tile_of(std::uint32_t bits, Tiling tiling);

struct Layout {
    std::uint32_t bits = 32; // of a pixel
    std::uint32_t pitch = 0; // in pixels
    Tiling tiling{};
};
/// Fails where there is no such tile, or the pitch is no multiple of its width.
[[nodiscard]] Status check_layout(const Layout& layout);
/// The byte at which a pixel begins. The layout has been checked.
[[nodiscard]] std::uint64_t offset_of(const Layout& layout, std::uint32_t x, std::uint32_t y);
/// Bytes of the surface with so many rows: whole tiles.
[[nodiscard]] std::uint64_t bytes_of(const Layout& layout, std::uint32_t rows);

/// The pixels as rows of `size.width` without gaps. Fails where the surface has fewer bytes.
[[nodiscard]] Result<std::vector<std::uint8_t>> untile(Bytes surface, const Layout& layout, Extent size);
/// The other way; what no pixel of `size` is stays zero.
[[nodiscard]] Result<std::vector<std::uint8_t>> tile(Bytes rows, const Layout& layout, Extent size);
/// The same into bytes that begin with the surface, of which the other pixels stay. `rows` has all pixels of `size`.
[[nodiscard]] Status tile(Bytes rows, const Layout& layout, Extent size, std::span<std::uint8_t> surface);

/// How bytes are swapped on the way to memory.
enum class Endian : std::uint8_t { None, In16, In32, Halves }; // Halves: the 16-bit halves of a dword
void swap_bytes(std::vector<std::uint8_t>& bytes, Endian endian);

} // namespace relit::machine::r500
