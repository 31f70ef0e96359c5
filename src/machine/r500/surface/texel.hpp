// What the bytes of texels and pixels say: components as floats.
#pragma once

#include "base/bytes.hpp"
#include "machine/r500/surface/tiling.hpp"

#include <array>
#include <span>
#include <string_view>

namespace relit::machine::r500 {

using Components = std::array<float, 4>;
using Signs = std::array<bool, 4>; // which components have two's complement

enum class TexelEncoding : std::uint8_t {
    Integer, // of `widths` bits each, from the lowest on; 1 is the largest number
    Half,
    Float,
    Dxt1, // components are blue, green, red, alpha
    Dxt3,
    Dxt5,
    Ati1n,   // component 0
    Ati2n,   // components 0 and 1
    Vyuy,    // components are U, Y, V [assumed]; bytes Y0 U Y1 V
    Yvyu,    // bytes U Y0 V Y1
    Derived, // the third component makes a unit vector of two signed ones
    Depth,   // bits 31:8 as component 0, bits 7:0 as component 1 [assumed]
    Unknown,
};
struct TexelFormat {
    std::uint32_t code;
    std::string_view name;
    std::uint32_t bytes; // of a block
    Extent block;        // texels of a block
    TexelEncoding encoding;
    std::array<std::uint8_t, 4> widths;
    std::string_view reason; // of Unknown
};
[[nodiscard]] std::span<const TexelFormat> texel_formats();
/// The format with that code, TXFORMAT_MSB counting 32; null where there is none.
[[nodiscard]] const TexelFormat* texel_format(std::uint32_t code);

inline constexpr std::size_t kMostTexels = 16; // of a block
/// The texels of one block, row by row. `block` has the format's bytes; the encoding is none of Unknown.
void decode_block(const TexelFormat& format, Bytes block, const Signs& signs,
                  std::span<Components, kMostTexels> texels);
/// Components of `widths` bits from the lowest on.
[[nodiscard]] Components decode_integers(Bytes pixel, const std::array<std::uint8_t, 4>& widths, const Signs& signs);
/// Floats of 16 or 32 bits.
[[nodiscard]] Components decode_floats(Bytes pixel, const std::array<std::uint8_t, 4>& widths);

/// The four colours of a block of DXT1, and of the colours of DXT3 and DXT5, which are never transparent.
[[nodiscard]] std::array<Components, 4> dxt_palette(Bytes colours, bool may_be_transparent);
/// The eight values of a block of ATI1N, or of the alpha of DXT5.
[[nodiscard]] std::array<float, 8> ramp_of_eight(std::uint8_t first, std::uint8_t second, bool is_signed);

} // namespace relit::machine::r500
