#include "machine/r500/surface/tiling.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace relit::machine::r500 {
namespace {

struct TileRow {
    std::uint32_t bits;
    Extent tiles[3]; // by MicroTiling
};
constexpr TileRow kTiles[] = {
#define R500_TILE(bits, w0, h0, w1, h1, w2, h2) {bits, {{w0, h0}, {w1, h1}, {w2, h2}}},
#include "machine/r500/surface/tiling.inc"
#undef R500_TILE
};
static_assert(std::ranges::all_of(kTiles,
                                  [](const TileRow& row) {
                                      return std::ranges::all_of(row.tiles, [&](Extent tile) {
                                          return tile.width * tile.height * row.bits ==
                                                 (tile.width == 0 ? 0 : 8 * kMicroTileBytes);
                                      });
                                  }),
              "every micro tile has 32 bytes");

/// The pixels of a layout that has been checked.
struct Tiles {
    Extent micro, whole;
};
Tiles tiles_of(const Layout& layout) {
    return {*micro_tile(layout.bits, layout.tiling.micro), *tile_of(layout.bits, layout.tiling)};
}

/// Where in a micro tile's bytes a pixel begins: rows one after the other.
std::uint32_t offset_in_micro(Extent micro, std::uint32_t bytes, std::uint32_t x, std::uint32_t y) {
    return (y % micro.height * micro.width + x % micro.width) * bytes;
}

Status check_surface(const Layout& layout, Extent size) {
    if (const Status checked = check_layout(layout); !checked) return checked;
    if (size.width > layout.pitch)
        return fail(fmt::format("an image of {} pixels does not fit into a pitch of {}", size.width, layout.pitch));
    return {};
}

/// Calls `move(offset in the surface, offset in rows, bytes)` for pixels that are side by side in both: whole rows, or those of a micro
/// tile.
template <class Move>
void each_run(const Layout& layout, Extent size, Move move) {
    const std::uint32_t bytes = layout.bits / 8;
    const bool is_linear = !layout.tiling.macro && layout.tiling.micro == MicroTiling::Linear;
    const std::uint32_t most = is_linear ? size.width : micro_tile(layout.bits, layout.tiling.micro)->width;
    std::uint64_t row = 0;
    for (std::uint32_t y = 0; y < size.height; ++y)
        for (std::uint32_t x = 0; x < size.width; x += most) {
            const std::uint64_t run = std::uint64_t{std::min(most, size.width - x)} * bytes;
            move(offset_of(layout, x, y), row, run);
            row += run;
        }
}

} // namespace

std::optional<Extent> micro_tile(std::uint32_t bits, MicroTiling micro) {
    const auto row = std::ranges::find(kTiles, bits, &TileRow::bits);
    if (row == std::end(kTiles) || row->tiles[static_cast<unsigned>(micro)].width == 0) return std::nullopt;
    return row->tiles[static_cast<unsigned>(micro)];
}

std::optional<Extent> tile_of(std::uint32_t bits, Tiling tiling) {
    const auto micro = micro_tile(bits, tiling.micro);
    if (!micro || !tiling.macro) return micro;
    return Extent{micro->width * kMicroTilesASide, micro->height * kMicroTilesASide};
}

Status check_layout(const Layout& layout) {
    constexpr std::string_view kNames[] = {"linear", "tiled", "square"};
    const auto whole = tile_of(layout.bits, layout.tiling);
    const std::string_view name = kNames[static_cast<unsigned>(layout.tiling.micro)];
    if (!whole) return fail(fmt::format("pixels of {} bits have no {} micro tile", layout.bits, name));
    // Rows of a linear surface may have any pitch.
    const bool is_linear = !layout.tiling.macro && layout.tiling.micro == MicroTiling::Linear;
    if (layout.pitch == 0 || (!is_linear && layout.pitch % whole->width != 0))
        return fail(fmt::format("a pitch of {} is no multiple of the {} pixels of a tile", layout.pitch, whole->width));
    return {};
}

std::uint64_t offset_of(const Layout& layout, std::uint32_t x, std::uint32_t y) {
    const auto [micro, whole] = tiles_of(layout);
    const std::uint32_t bytes = layout.bits / 8;
    const std::uint64_t in_micro = offset_in_micro(micro, bytes, x, y);
    if (!layout.tiling.macro && layout.tiling.micro == MicroTiling::Linear)
        return (std::uint64_t{y} * layout.pitch + x) * bytes;
    if (!layout.tiling.macro) {
        const std::uint64_t row = std::uint64_t{y / micro.height} * (layout.pitch / micro.width);
        return (row + x / micro.width) * kMicroTileBytes + in_micro;
    }
    const std::uint64_t macro = std::uint64_t{y / whole.height} * (layout.pitch / whole.width) + x / whole.width;
    const std::uint32_t inside = y % whole.height / micro.height * kMicroTilesASide + x % whole.width / micro.width;
    return macro * kMacroTileBytes + inside * kMicroTileBytes + in_micro;
}

std::uint64_t bytes_of(const Layout& layout, std::uint32_t rows) {
    const std::uint64_t whole = rounded_up(rows, tiles_of(layout).whole.height);
    return whole * layout.pitch * (layout.bits / 8);
}

Result<std::vector<std::uint8_t>> untile(Bytes surface, const Layout& layout, Extent size) {
    if (const Status checked = check_surface(layout, size); !checked) return std::unexpected(checked.error());
    const std::uint32_t bytes = layout.bits / 8;
    std::vector<std::uint8_t> rows(std::size_t{size.width} * size.height * bytes);
    bool is_short = false;
    each_run(layout, size, [&](std::uint64_t from, std::uint64_t to, std::uint64_t run) {
        if (from + run > surface.size())
            is_short = true;
        else
            std::memcpy(&rows[to], &surface[from], run);
    });
    if (is_short)
        return fail_at(surface.size(), fmt::format("the surface ends before its last pixel, with {} of {} bytes",
                                                   surface.size(), bytes_of(layout, size.height)));
    return rows;
}

Result<std::vector<std::uint8_t>> tile(Bytes rows, const Layout& layout, Extent size) {
    if (const Status checked = check_surface(layout, size); !checked) return std::unexpected(checked.error());
    const std::uint32_t bytes = layout.bits / 8;
    if (rows.size() < std::size_t{size.width} * size.height * bytes)
        return fail_at(rows.size(), "the rows end before their last pixel");
    std::vector<std::uint8_t> surface(bytes_of(layout, size.height));
    if (const Status done = tile(rows, layout, size, surface); !done) return std::unexpected(done.error());
    return surface;
}

Status tile(Bytes rows, const Layout& layout, Extent size, std::span<std::uint8_t> surface) {
    if (const Status checked = check_surface(layout, size); !checked) return checked;
    if (bytes_of(layout, size.height) > surface.size())
        return fail_at(surface.size(), "the surface ends after the end of the buffer");
    each_run(layout, size, [&](std::uint64_t to, std::uint64_t from, std::uint64_t run) {
        std::memcpy(&surface[to], &rows[from], run);
    });
    return {};
}

void swap_bytes(std::vector<std::uint8_t>& bytes, Endian endian) {
    if (endian == Endian::None) return;
    constexpr unsigned kFlips[] = {0, 1, 3, 2}; // of a byte's number in its dword
    const unsigned flip = kFlips[static_cast<unsigned>(endian)];
    for (std::size_t i = 0; i < bytes.size(); ++i)
        if ((i ^ flip) > i && (i ^ flip) < bytes.size()) std::swap(bytes[i], bytes[i ^ flip]);
}

} // namespace relit::machine::r500
