// Pixels of render targets in memory as texels of an image of the device, and back. Texels are red, green, blue, alpha.
#pragma once

#include "machine/r500/surface/surface.hpp"

#include <span>

namespace relit::render::r500 {

/// What a texel of the image is (texels.inc).
enum class TexelKind : std::uint8_t {
#define TEXEL(kind, format, bytes, wr, wg, wb, wa, lr, lg, lb, la) kind,
#include "render/r500/target/texels.inc"
#undef TEXEL
};
/// That of exactly the widths of the format, as the view orders its channels; else the one of wide_kind_of().
[[nodiscard]] TexelKind exact_kind_of(const machine::r500::ColourFormat& format, const machine::r500::ColourView& view);
/// Every device has it: integers of up to 8 bits have 8 in it, wider ones 16.
[[nodiscard]] TexelKind wide_kind_of(const machine::r500::ColourFormat& format);
/// Whether components have more bits in the texel than the format stores.
[[nodiscard]] bool is_wider(TexelKind kind, const machine::r500::ColourFormat& format,
                            const machine::r500::ColourView& view);
[[nodiscard]] std::uint32_t bytes_of(TexelKind kind); // of a texel

/// A bit for each of C0 to C3 that the format stores.
[[nodiscard]] std::uint32_t stored_channels(const machine::r500::ColourFormat& format);

/// How the pixels of a target are kept in an image.
struct PixelLayout {
    const machine::r500::ColourFormat& format;
    const machine::r500::ColourView& view;
    TexelKind kind;
};
/// Channels that the format does not store are 0, alpha 1. `pixels` are whole pixels, `texels` has room for as many.
void unpack(const PixelLayout& layout, Bytes pixels, std::span<std::uint8_t> texels);
void pack(const PixelLayout& layout, Bytes texels, std::span<std::uint8_t> pixels);

} // namespace relit::render::r500
