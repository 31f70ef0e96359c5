#include "render/gs/player/surfaces.hpp"

#include "machine/gs/state/accesses.hpp"
#include "machine/gs/state/buffers.hpp"
#include "machine/gs/state/palette.hpp"

#include <algorithm>

namespace relit::render::gs::player {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

constexpr std::uint32_t kMostSideLog = 10;   // of a texture's sides
constexpr std::uint32_t kPaletteAcross = 16; // entries of a row of a palette's image

Surface texture_of(const DrawState& state) {
    const Tex0& tex0 = state.tex0;
    return {SurfaceUse::Texture, machine::gs::level_of(tex0, state.mips, 0),
            1U << std::min(tex0[Tex0::log_width], kMostSideLog), 1U << std::min(tex0[Tex0::log_height], kMostSideLog),
            machine::gs::reach_of(state).count};
}

Surface palette_of(const Tex0& tex0) {
    const std::uint32_t entries = entry_count(tex0);
    return {SurfaceUse::Palette,
            {entry_format(tex0), tex0[Tex0::clut_base], 0},
            kPaletteAcross,
            entries / kPaletteAcross,
            1};
}

bool has_palette(const DrawState& state) { return state.prim[Prim::textured] && is_indexed(state.tex0[Tex0::format]); }

bool uses_depth(const DrawState& state) {
    const bool compares = state.test[Test::depth_test] >= DepthTest::GreaterEqual;
    return state.test[Test::depth_on] && (compares || !state.zbuf[ZBuf::keep]);
}

/// Bits that say where a palette lies and which of its entries are used: CBP, CPSM, CSM and CSA.
std::uint64_t palette_bits(const Tex0& tex0) {
    return std::uint64_t{tex0[Tex0::clut_base]} | std::uint64_t{tex0[Tex0::clut_format]} << 14 |
           std::uint64_t{tex0[Tex0::clut_linear]} << 18 | std::uint64_t{tex0[Tex0::clut_offset]} << 19;
}

std::uint64_t buffer_bits(const Buffer& buffer) {
    return std::uint64_t{buffer.base} << 16 | std::uint64_t{buffer.width} << 8 |
           static_cast<std::uint64_t>(buffer.format);
}

} // namespace

std::optional<Surface> surface_of(const DrawState& state, SurfaceUse use) {
    const Rect shown = shown_of(state);
    switch (use) {
        case SurfaceUse::Colour: return Surface{use, frame_of(state.frame), shown.width, shown.height, 1};
        case SurfaceUse::Depth: return Surface{use, depth_of(state.zbuf, state.frame), shown.width, shown.height, 1};
        case SurfaceUse::Texture: return state.prim[Prim::textured] ? std::optional(texture_of(state)) : std::nullopt;
        case SurfaceUse::Palette: return has_palette(state) ? std::optional(palette_of(state.tex0)) : std::nullopt;
    }
    return {};
}

std::vector<Surface> surfaces_of(const DrawState& state) {
    std::vector<Surface> surfaces;
    for (const SurfaceUse use : {SurfaceUse::Colour, SurfaceUse::Depth, SurfaceUse::Texture, SurfaceUse::Palette}) {
        if (use == SurfaceUse::Depth && !uses_depth(state)) continue;
        if (const auto surface = surface_of(state, use)) surfaces.push_back(*surface);
    }
    return surfaces;
}

Surface level_of(const Surface& texture, const DrawState& state, unsigned level) {
    return {texture.use, machine::gs::level_of(state.tex0, state.mips, level), std::max(texture.width >> level, 1U),
            std::max(texture.height >> level, 1U), 1};
}

std::vector<std::uint32_t> pixels_of(const Memory& memory, const Surface& surface) {
    const PixelBits bits(surface.buffer.format);
    const Addresses addresses(surface.buffer);
    std::vector<std::uint32_t> pixels;
    pixels.reserve(std::size_t{surface.width} * surface.height);
    for (std::uint32_t y = 0; y < surface.height; ++y)
        for (std::uint32_t x = 0; x < surface.width; ++x) pixels.push_back(memory.raw(bits, addresses(x, y)));
    return pixels;
}

std::vector<std::uint8_t> words_of(PixelFormat format, std::span<const std::uint32_t> pixels) {
    const unsigned bits = layout_of(format).bits, bytes = bits > 16 ? 4 : bits > 8 ? 2 : 1;
    std::vector<std::uint8_t> words;
    words.reserve(bytes * pixels.size());
    for (const std::uint32_t pixel : pixels)
        for (unsigned i = 0; i < bytes; ++i) words.push_back(static_cast<std::uint8_t>(pixel >> 8 * i));
    return words;
}

Image surface_image(const Memory& memory, const Surface& surface) {
    return buffer_image(memory, surface.buffer, {0, 0, surface.width, surface.height}, true);
}

std::vector<std::uint32_t> palette_entries(const Clut& clut, const Tex0& tex0) {
    std::vector<std::uint32_t> entries;
    for (std::uint32_t i = 0; i < entry_count(tex0); ++i) entries.push_back(clut.raw(tex0, i));
    return entries;
}

SurfaceList::Key SurfaceList::key_of(const Surface& surface, const DrawState& state) {
    Key key{static_cast<std::uint64_t>(surface.use), buffer_bits(surface.buffer)};
    if (surface.use == SurfaceUse::Palette) key.push_back(palette_bits(state.tex0));
    if (surface.use != SurfaceUse::Texture) return key;
    key.insert(key.end(), {surface.width, surface.height, has_palette(state) ? palette_bits(state.tex0) : 0});
    for (unsigned level = 1; level < surface.levels; ++level)
        key.push_back(buffer_bits(machine::gs::level_of(state.tex0, state.mips, level)));
    return key;
}

void SurfaceList::add(const DrawState& state, std::uint64_t draw) {
    for (const Surface& surface : surfaces_of(state)) {
        const auto [at, is_new] = numbers_.try_emplace(key_of(surface, state), surfaces_.size());
        if (is_new && surfaces_.size() == kMostSurfaces) {
            numbers_.erase(at);
            is_cut_ = true;
            continue;
        }
        if (is_new) surfaces_.push_back({surface, draw, draw, state});
        UsedSurface& used = surfaces_[at->second];
        used.surface.height = std::max(used.surface.height, surface.height);
        used.last_draw = draw, used.state = state;
    }
}

} // namespace relit::render::gs::player
