// How the formats of images keep texels: the bits of each component, what those are of its value, and both as bits.
#pragma once

#include "ir/bound.hpp"

#include <array>
#include <cstdint>

namespace relit::ir {

struct TexelFormat {
    enum class Kind : std::uint8_t { Float, Unorm, Snorm, Unsigned, Signed } kind = Kind::Float;
    std::array<std::uint8_t, 4> bits{}; // of the components it has, from the lowest bit up

    [[nodiscard]] constexpr std::uint32_t bytes() const { return (0U + bits[0] + bits[1] + bits[2] + bits[3]) / 8; }
    [[nodiscard]] constexpr bool is_of_integers() const { return kind == Kind::Unsigned || kind == Kind::Signed; }
};

/// Of Unknown four components of 32 bits, whatever they are.
[[nodiscard]] TexelFormat texel_format(ImageFormat format);

/// A texel as the format keeps it, from the lowest word up.
using TexelWords = std::array<std::uint32_t, 4>;
/// What Vulkan leaves open of its conversions. Usual: of two values the nearer, of two as near the even one; NaN is 0 where
/// there is none; integers lose the bits that do not fit. OtherRounding: floats are cut, and numbers near the middle of two
/// steps go to the other. OtherUndefined: what has no value in the format is something else.
enum class Conversion : std::uint8_t { Usual, OtherRounding, OtherUndefined };
[[nodiscard]] TexelWords packed(const TexelFormat& format, const Texel& texel,
                                Conversion conversion = Conversion::Usual);
/// Components that the format does not have are 0, and the last one is 1.
[[nodiscard]] Texel unpacked(const TexelFormat& format, const TexelWords& words);
/// What a load gives of a texel that has been stored.
[[nodiscard]] inline Texel kept(const TexelFormat& format, const Texel& texel,
                                Conversion conversion = Conversion::Usual) {
    return unpacked(format, packed(format, texel, conversion));
}

} // namespace relit::ir
