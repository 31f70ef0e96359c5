// Quotients of numbers wider than a word, shifted, rounded as told, and kept within a limit.
#pragma once

#include "render/gs/reference/triangle.hpp"

#include <algorithm>
#include <bit>

namespace relit::render::gs::reference {

enum class Round : std::uint8_t { Down, ToZero };

/// How many bits the magnitude of a number has.
[[nodiscard]] constexpr std::int32_t bits_of(Wide value) {
    const Wide size = value < 0 ? -value : value;
    const auto high = static_cast<std::uint64_t>(size >> 64), low = static_cast<std::uint64_t>(size);
    return static_cast<std::int32_t>(high != 0 ? 64 + std::bit_width(high) : std::bit_width(low));
}

/// numerator * 2^scale / denominator within +-limit, which is below 2^41. Where the denominator is 0 the sign of the
/// numerator says which end: the GS has no infinities. The numerator has up to 110 bits, the denominator up to 64.
[[nodiscard]] constexpr std::int64_t divide(Wide numerator, std::int32_t scale, Wide denominator, Round round,
                                            std::int64_t limit) {
    if (numerator == 0) return 0;
    const bool negative = (numerator < 0) != (denominator < 0);
    const std::int32_t size = bits_of(numerator);
    const std::int32_t bits = size - bits_of(denominator) + scale; // of the quotient, or one more
    if (denominator == 0 || bits > 41) return negative ? -limit : limit;
    if (bits < -1) return round == Round::Down && negative ? -1 : 0;
    std::int64_t quotient = 0;
    if (scale >= 0 && size + scale < 63 && bits_of(denominator) < 63) { // the usual case, faster
        const std::int64_t above = static_cast<std::int64_t>(numerator) << scale;
        const auto below = static_cast<std::int64_t>(denominator);
        quotient = round == Round::Down ? floor_div(above, below) : above / below;
    } else {
        const Wide above = scale > 0 ? numerator * (Wide{1} << scale) : numerator;
        const Wide below = scale < 0 ? denominator * (Wide{1} << -scale) : denominator;
        quotient = static_cast<std::int64_t>(round == Round::Down ? floor_div(above, below) : above / below);
    }
    return std::clamp(quotient, -limit, limit);
}

inline constexpr std::int32_t kFine = 16;                     // coordinates of texels are in 2^-16 texel
inline constexpr std::int64_t kLimit = std::int64_t{1} << 40; // of them

/// Divides by a power of two and cuts toward zero; a negative power multiplies. The result is kept within +-limit.
[[nodiscard]] constexpr std::int64_t shift_to_zero(Wide value, std::int32_t by, std::int64_t limit) {
    const Wide size = value < 0 ? -value : value;
    const std::int32_t bits = bits_of(size) - by;
    if (bits <= 0) return 0;
    const Wide shifted = bits > 62 ? limit : by >= 0 ? size >> by : size << -by;
    const auto kept = static_cast<std::int64_t>(std::min<Wide>(shifted, limit));
    return value < 0 ? -kept : kept;
}

} // namespace relit::render::gs::reference
