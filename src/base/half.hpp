// 16-bit floats (IEEE binary16) in integer arithmetic, the same on every host: from bits, and to bits in any rounding.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace relit {

enum class Rounding : std::uint8_t { NearestEven, Zero, Up, Down };

namespace detail {

inline constexpr int kHalfBias = 15, kHalfDigits = 10; // stored mantissa bits
inline constexpr int kDoubleBias = 1023, kDoubleDigits = 52;
inline constexpr std::uint16_t kHalfInfinity = 0x7c00, kHalfLargest = 0x7bff, kHalfNan = 0x7e00;

/// Whether a magnitude cut to `kept`, with `rest` left over where `half` is half a unit, is rounded away from zero.
[[nodiscard]] constexpr bool rounds_away(Rounding to, bool negative, std::uint64_t kept, std::uint64_t rest,
                                         std::uint64_t half) {
    if (to == Rounding::NearestEven) return rest > half || (rest == half && kept % 2 == 1);
    return rest != 0 && to == (negative ? Rounding::Down : Rounding::Up);
}

/// The magnitude of a finite number that is not zero: `significand` * 2^(exponent - 52).
[[nodiscard]] constexpr std::uint16_t half_magnitude(std::uint64_t significand, int exponent, bool negative,
                                                     Rounding to) {
    const int stored = exponent < 1 - kHalfBias ? 1 - kHalfBias : exponent;
    const int wanted = stored - exponent + kDoubleDigits - kHalfDigits;
    const int shift = wanted > 60 ? 60 : wanted; // the significand has 53 bits: beyond that all of it is rest
    const std::uint64_t unit = std::uint64_t{1} << shift;
    std::uint64_t kept = significand / unit;
    if (rounds_away(to, negative, kept, significand % unit, unit / 2)) ++kept;
    // `kept` has its leading one, which carries into the exponent that is one too small for that.
    const std::uint64_t bits = (static_cast<std::uint64_t>(stored + kHalfBias - 1) << kHalfDigits) + kept;
    if (bits < kHalfInfinity) return static_cast<std::uint16_t>(bits);
    const bool infinite = to == Rounding::NearestEven || to == (negative ? Rounding::Down : Rounding::Up);
    return infinite ? kHalfInfinity : kHalfLargest;
}

} // namespace detail

/// The nearest 16-bit float in the given direction; any NaN gives 0x7e00.
[[nodiscard]] constexpr std::uint16_t half_from(double value, Rounding to = Rounding::NearestEven) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const bool negative = bits >> 63 != 0;
    const auto biased = static_cast<int>(bits >> detail::kDoubleDigits & 0x7ff);
    const std::uint64_t mantissa = bits & ((std::uint64_t{1} << detail::kDoubleDigits) - 1);
    if (biased == 0x7ff && mantissa != 0) return detail::kHalfNan;
    std::uint16_t magnitude = 0;
    if (biased == 0x7ff) {
        magnitude = detail::kHalfInfinity;
    } else if (biased != 0) {
        const std::uint64_t significand = mantissa | std::uint64_t{1} << detail::kDoubleDigits;
        magnitude = detail::half_magnitude(significand, biased - detail::kDoubleBias, negative, to);
    } else if (mantissa != 0) {
        magnitude = detail::half_magnitude(mantissa, 1 - detail::kDoubleBias, negative, to);
    }
    return static_cast<std::uint16_t>(magnitude | (negative ? 0x8000 : 0));
}

/// Exact; NaN stays NaN, with its payload at the top of the mantissa.
[[nodiscard]] constexpr float float_from_half(std::uint16_t half) {
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000) << 16;
    const std::uint32_t exponent = half >> detail::kHalfDigits & 0x1f, mantissa = half & 0x3ff;
    if (exponent == 0) { // zero or denormal: an integer times 2^-24
        const float magnitude = static_cast<float>(mantissa) * 0x1p-24F;
        return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign);
    }
    const std::uint32_t widened = exponent == 0x1f ? 0xff : exponent + 127 - detail::kHalfBias;
    return std::bit_cast<float>(sign | widened << 23 | mantissa << 13);
}

} // namespace relit
