#include "ir/texel_format.hpp"

#include "base/bits.hpp"
#include "base/half.hpp"
#include "base/result.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace relit::ir {
namespace {

using TexelKind = TexelFormat::Kind;

struct FormatRow {
    ImageFormat format;
    TexelFormat texels;
};
constexpr FormatRow kRows[] = {
    {ImageFormat::Unknown, {TexelKind::Float, {32, 32, 32, 32}}},
    {ImageFormat::Rgba32f, {TexelKind::Float, {32, 32, 32, 32}}},
    {ImageFormat::Rgba16f, {TexelKind::Float, {16, 16, 16, 16}}},
    {ImageFormat::R32f, {TexelKind::Float, {32}}},
    {ImageFormat::Rgba8, {TexelKind::Unorm, {8, 8, 8, 8}}},
    {ImageFormat::Rgba8Snorm, {TexelKind::Snorm, {8, 8, 8, 8}}},
    {ImageFormat::Rg32f, {TexelKind::Float, {32, 32}}},
    {ImageFormat::Rg16f, {TexelKind::Float, {16, 16}}},
    {ImageFormat::R11fG11fB10f, {TexelKind::Float, {11, 11, 10}}},
    {ImageFormat::R16f, {TexelKind::Float, {16}}},
    {ImageFormat::Rgba16, {TexelKind::Unorm, {16, 16, 16, 16}}},
    {ImageFormat::Rgb10A2, {TexelKind::Unorm, {10, 10, 10, 2}}},
    {ImageFormat::Rg16, {TexelKind::Unorm, {16, 16}}},
    {ImageFormat::Rg8, {TexelKind::Unorm, {8, 8}}},
    {ImageFormat::R16, {TexelKind::Unorm, {16}}},
    {ImageFormat::R8, {TexelKind::Unorm, {8}}},
    {ImageFormat::Rgba16Snorm, {TexelKind::Snorm, {16, 16, 16, 16}}},
    {ImageFormat::Rg16Snorm, {TexelKind::Snorm, {16, 16}}},
    {ImageFormat::Rg8Snorm, {TexelKind::Snorm, {8, 8}}},
    {ImageFormat::R16Snorm, {TexelKind::Snorm, {16}}},
    {ImageFormat::R8Snorm, {TexelKind::Snorm, {8}}},
    {ImageFormat::Rgba32i, {TexelKind::Signed, {32, 32, 32, 32}}},
    {ImageFormat::Rgba16i, {TexelKind::Signed, {16, 16, 16, 16}}},
    {ImageFormat::Rgba8i, {TexelKind::Signed, {8, 8, 8, 8}}},
    {ImageFormat::R32i, {TexelKind::Signed, {32}}},
    {ImageFormat::Rg32i, {TexelKind::Signed, {32, 32}}},
    {ImageFormat::Rg16i, {TexelKind::Signed, {16, 16}}},
    {ImageFormat::Rg8i, {TexelKind::Signed, {8, 8}}},
    {ImageFormat::R16i, {TexelKind::Signed, {16}}},
    {ImageFormat::R8i, {TexelKind::Signed, {8}}},
    {ImageFormat::Rgba32ui, {TexelKind::Unsigned, {32, 32, 32, 32}}},
    {ImageFormat::Rgba16ui, {TexelKind::Unsigned, {16, 16, 16, 16}}},
    {ImageFormat::Rgba8ui, {TexelKind::Unsigned, {8, 8, 8, 8}}},
    {ImageFormat::R32ui, {TexelKind::Unsigned, {32}}},
    {ImageFormat::Rgb10a2ui, {TexelKind::Unsigned, {10, 10, 10, 2}}},
    {ImageFormat::Rg32ui, {TexelKind::Unsigned, {32, 32}}},
    {ImageFormat::Rg16ui, {TexelKind::Unsigned, {16, 16}}},
    {ImageFormat::Rg8ui, {TexelKind::Unsigned, {8, 8}}},
    {ImageFormat::R16ui, {TexelKind::Unsigned, {16}}},
    {ImageFormat::R8ui, {TexelKind::Unsigned, {8}}},
};
constexpr bool in_order() {
    for (std::size_t i = 0; i < std::size(kRows); ++i)
        if (kRows[i].format != static_cast<ImageFormat>(i)) return false;
    return true;
}
static_assert(in_order() && kRows[std::size(kRows) - 1].format == ImageFormat::R8ui, "every row of ir/formats.inc");

constexpr unsigned kWordBits = 32, kHalfBits = 16;
constexpr unsigned kExponentBits = 5; // of small floats
constexpr int kSmallFloatBias = 15;

float float_of_bits(std::uint32_t bits) { return std::bit_cast<float>(bits); }

/// Floats without a sign: five bits of exponent as 16-bit floats have them, the rest mantissa. Finite ones stay finite.
std::uint32_t small_from(double value, unsigned mantissa, Rounding to) {
    const std::uint32_t infinity = ((1U << kExponentBits) - 1) << mantissa;
    if (value <= 0) return 0;
    if (std::isinf(value)) return infinity;
    const int exponent = std::max(std::ilogb(value), 1 - kSmallFloatBias);
    const double exact = std::ldexp(value, static_cast<int>(mantissa) - exponent);
    const double steps = to == Rounding::Zero ? std::floor(exact) : std::nearbyint(exact);
    // A leading one of `steps` carries into the exponent, which is one too small for that.
    const double bits = std::ldexp(exponent + kSmallFloatBias - 1, static_cast<int>(mantissa)) + steps;
    return static_cast<std::uint32_t>(std::min(bits, infinity - 1.0));
}

float float_from_small(std::uint32_t bits, unsigned mantissa) {
    const int exponent = static_cast<int>(bits >> mantissa), digits = static_cast<int>(mantissa);
    const std::uint32_t fraction = bits & ((1U << mantissa) - 1);
    if (exponent == (1 << kExponentBits) - 1)
        return fraction != 0 ? std::numeric_limits<float>::quiet_NaN() : std::numeric_limits<float>::infinity();
    if (exponent == 0) return std::ldexp(static_cast<float>(fraction), 1 - kSmallFloatBias - digits);
    return std::ldexp(static_cast<float>(fraction + (1U << mantissa)), exponent - kSmallFloatBias - digits);
}

std::uint32_t bits_from_float(std::uint32_t lane, unsigned bits, Conversion conversion) {
    if (bits == kWordBits) return lane;
    const unsigned mantissa = bits == kHalfBits ? detail::kHalfDigits : bits - kExponentBits;
    const auto value = static_cast<double>(float_of_bits(lane));
    if (std::isnan(value)) // with one bit of its payload, or two
        return (((1U << kExponentBits) - 1) << mantissa | 1U << (mantissa - 1)) +
               (conversion == Conversion::OtherUndefined ? 1 : 0);
    const Rounding to = conversion == Conversion::OtherRounding ? Rounding::Zero : Rounding::NearestEven;
    return bits == kHalfBits ? half_from(value, to) : small_from(value, mantissa, to);
}
std::uint32_t float_from_bits(std::uint32_t part, unsigned bits) {
    if (bits == kWordBits) return part;
    const float value = bits == kHalfBits ? float_from_half(static_cast<std::uint16_t>(part))
                                          : float_from_small(part, bits - kExponentBits);
    return std::bit_cast<std::uint32_t>(value);
}

/// What stands for 1.
float largest(TexelKind kind, unsigned bits) {
    return static_cast<float>(detail::low_mask(kind == TexelKind::Snorm ? bits - 1 : bits));
}

/// From -1 or 0 to 1, in steps. Devices multiply as they like before they round.
std::int32_t steps_from(TexelKind kind, std::uint32_t lane, unsigned bits, Conversion conversion) {
    constexpr float kNearMiddle = 1.0F / 64;
    const float value = float_of_bits(lane), lowest = kind == TexelKind::Snorm ? -1.0F : 0.0F,
                one = largest(kind, bits);
    if (std::isnan(value)) return conversion == Conversion::OtherUndefined ? static_cast<std::int32_t>(one) : 0;
    const float exact = std::clamp(value, lowest, 1.0F) * one, steps = std::nearbyint(exact), over = exact - steps;
    const bool flips = conversion == Conversion::OtherRounding && std::fabs(over) > 0.5F - kNearMiddle;
    return static_cast<std::int32_t>(flips ? steps + std::copysign(1.0F, over) : steps);
}

std::uint32_t integer_bits(TexelKind kind, std::uint32_t lane, unsigned bits, Conversion conversion) {
    const unsigned above = kWordBits - bits;
    const bool fits = kind == TexelKind::Signed
                          ? static_cast<std::uint32_t>(static_cast<std::int32_t>(lane << above) >> above) == lane
                          : lane << above >> above == lane;
    return fits || conversion != Conversion::OtherUndefined ? lane : ~lane;
}

std::uint32_t component_bits(TexelKind kind, std::uint32_t lane, unsigned bits, Conversion conversion) {
    switch (kind) {
        case TexelKind::Float: return bits_from_float(lane, bits, conversion);
        case TexelKind::Unsigned:
        case TexelKind::Signed: return integer_bits(kind, lane, bits, conversion);
        case TexelKind::Unorm:
        case TexelKind::Snorm: return static_cast<std::uint32_t>(steps_from(kind, lane, bits, conversion));
    }
    unreachable("component_bits(Kind)");
}

std::uint32_t component(TexelKind kind, std::uint32_t part, unsigned bits) {
    const auto with_sign = static_cast<std::int32_t>(part << (kWordBits - bits)) >> (kWordBits - bits);
    switch (kind) {
        case TexelKind::Float: return float_from_bits(part, bits);
        case TexelKind::Unsigned: return part;
        case TexelKind::Signed: return static_cast<std::uint32_t>(with_sign);
        case TexelKind::Unorm: return std::bit_cast<std::uint32_t>(static_cast<float>(part) / largest(kind, bits));
        case TexelKind::Snorm:
            return std::bit_cast<std::uint32_t>(std::max(static_cast<float>(with_sign) / largest(kind, bits), -1.0F));
    }
    unreachable("component(Kind)");
}

} // namespace

TexelFormat texel_format(ImageFormat format) { return kRows[static_cast<std::size_t>(format)].texels; }

TexelWords packed(const TexelFormat& format, const Texel& texel, Conversion conversion) {
    TexelWords words{};
    unsigned at = 0;
    for (unsigned i = 0; i < texel.size() && format.bits[i] != 0; at += format.bits[i++]) {
        const std::uint32_t part = component_bits(format.kind, texel[i], format.bits[i], conversion);
        words[at / kWordBits] |= (part & static_cast<std::uint32_t>(detail::low_mask(format.bits[i])))
                                 << (at % kWordBits);
    }
    return words;
}

Texel unpacked(const TexelFormat& format, const TexelWords& words) {
    Texel texel{0, 0, 0, format.is_of_integers() ? 1 : std::bit_cast<std::uint32_t>(1.0F)};
    unsigned at = 0;
    for (unsigned i = 0; i < texel.size() && format.bits[i] != 0; at += format.bits[i++]) {
        const auto mask = static_cast<std::uint32_t>(detail::low_mask(format.bits[i]));
        texel[i] = component(format.kind, words[at / kWordBits] >> (at % kWordBits) & mask, format.bits[i]);
    }
    return texel;
}

} // namespace relit::ir
