// Pixels of render targets in memory as texels of an image of the device, and back. Texels are red, green, blue, alpha.
#pragma once

#include "machine/r500/surface.hpp"

#include <span>

namespace relit::render::r500 {

/// What a component of a texel is. Integers of up to 8 bits are blended with 8, wider ones with 16.
enum class TexelKind : std::uint8_t { Unorm8, Unorm16, Half, Float };
[[nodiscard]] TexelKind kind_of(const machine::r500::ColourFormat& format);
[[nodiscard]] std::uint32_t bytes_of(TexelKind kind); // of a texel

/// A bit for each of C0 to C3 that the format stores.
[[nodiscard]] std::uint32_t stored_channels(const machine::r500::ColourFormat& format);

/// Channels that the format does not store are 0, alpha 1. `pixels` are whole pixels, `texels` has room for as many.
void unpack(const machine::r500::ColourFormat& format, const machine::r500::ColourView& view, Bytes pixels,
            std::span<std::uint8_t> texels);
void pack(const machine::r500::ColourFormat& format, const machine::r500::ColourView& view, Bytes texels,
          std::span<std::uint8_t> pixels);

} // namespace relit::render::r500
