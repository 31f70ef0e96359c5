// The parts of local memory that draws use: frames, depth buffers, textures and palettes; and any part, as pixels.
#pragma once

#include "base/image.hpp"
#include "machine/gs/state/work.hpp"
#include "render/gs/memory/clut.hpp"
#include "render/gs/player/images.hpp"

#include <map>
#include <optional>
#include <string_view>
#include <vector>

namespace relit::render::gs::player {

enum class SurfaceUse : std::uint8_t { Colour, Depth, Texture, Palette };
inline constexpr std::array<std::string_view, 4> kSurfaceUses{"colour", "depth", "texture", "palette"};

/// A rectangle of local memory. Of a palette `buffer` has no width: its entries lie in rectangles, or in a row that
/// TEXCLUT places.
struct Surface {
    SurfaceUse use = SurfaceUse::Colour;
    Buffer buffer;
    std::uint32_t width = 0, height = 0; // in pixels; entries of a palette, 16 to a row
    unsigned levels = 1;                 // of a texture: those that its draws may read
};
/// Returns the surfaces that a draw uses: its frame; its depth buffer where TEST.ZTE is set and depth is compared or written; its
/// texture, and the palette of that.
[[nodiscard]] std::vector<Surface> surfaces_of(const machine::gs::DrawState& state);
/// The surface of this use, whether draws of the state use it or not; nothing for a texture or palette that it has not.
[[nodiscard]] std::optional<Surface> surface_of(const machine::gs::DrawState& state, SurfaceUse use);
/// A level of a texture, from 0: half as wide and high as the one before, one pixel at least.
[[nodiscard]] Surface level_of(const Surface& texture, const machine::gs::DrawState& state, unsigned level);

/// The bits of the pixels, row by row.
[[nodiscard]] std::vector<std::uint32_t> pixels_of(const Memory& memory, const Surface& surface);
/// The same as little-endian bytes: 4 for pixels of 24 or 32 bits, 2 for those of 16, 1 for those of 8 or 4.
[[nodiscard]] std::vector<std::uint8_t> words_of(PixelFormat format, std::span<const std::uint32_t> pixels);
/// Colours, or indices as shades of grey; alpha 255.
[[nodiscard]] Image surface_image(const Memory& memory, const Surface& surface);
/// The bits of a palette's entries as the palette buffer has them.
[[nodiscard]] std::vector<std::uint32_t> palette_entries(const Clut& clut, const machine::gs::Tex0& tex0);

/// A surface with the draws that use it, from 1.
struct UsedSurface {
    Surface surface;
    std::uint64_t first_draw = 0, last_draw = 0;
    machine::gs::DrawState state; // of the last draw
};

/// Collects what draws use, each surface once: the same use, place, format and width, the same size of a texture, and the same
/// palette. A frame and its depth buffer are as high as the lowest scissor that drew to them.
class SurfaceList {
public:
    static constexpr std::size_t kMostSurfaces = 65536;

    void add(const machine::gs::DrawState& state, std::uint64_t draw);
    /// In the order of their first draws.
    [[nodiscard]] const std::vector<UsedSurface>& surfaces() const { return surfaces_; }
    /// Returns whether there were more than kMostSurfaces, which are left out.
    [[nodiscard]] bool is_cut() const { return is_cut_; }

private:
    using Key = std::vector<std::uint64_t>;
    [[nodiscard]] static Key key_of(const Surface& surface, const machine::gs::DrawState& state);

    std::vector<UsedSurface> surfaces_;
    std::map<Key, std::size_t> numbers_;
    bool is_cut_ = false;
};

} // namespace relit::render::gs::player
