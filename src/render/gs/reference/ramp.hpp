// A texture coordinate along one axis of a sprite [HW, reference 7.3 rule 5].
#pragma once

#include "render/gs/reference/divide.hpp"

namespace relit::render::gs::reference {

/// What a sprite divides of its S, T and Q: Q loses the low 8 bits of its mantissa; S and T lose 9, and as many more as Q's
/// exponent is larger than their own, so that each keeps 15 bits below the larger of the two. Cut toward zero.
[[nodiscard]] constexpr std::uint32_t cut_q(std::uint32_t q) { return q & ~0xffU; }
[[nodiscard]] constexpr std::uint32_t cut_st(std::uint32_t value, std::uint32_t q) {
    constexpr std::uint32_t kMantissaBits = 23;
    const auto exponent = [](std::uint32_t bits) { return bits >> kMantissaBits & 0xff; };
    const std::uint32_t dropped = 9 + (exponent(q) > exponent(value) ? exponent(q) - exponent(value) : 0);
    return dropped > kMantissaBits ? 0 : value >> dropped << dropped;
}

/// A coordinate at two corners, exactly: `from` and `to` times 2^scale / q texels.
struct RampEnds {
    Wide from = 0, to = 0;
    std::int32_t scale = -4; // sixteenths
    std::int64_t q = 1;

    /// S or T at the corners over Q, over a texture of 2^log_size texels.
    [[nodiscard]] static RampEnds of_st(std::uint32_t from, std::uint32_t to, std::uint32_t q, std::int32_t log_size);
    [[nodiscard]] static RampEnds of_uv(std::uint16_t from, std::uint16_t to) { return {from, to}; }
};

/// Whether a ramp of UV reads one unit low from its second pixel on: it rises by whole sixteenths a pixel, rise / length, over
/// an extent in pixels that is no power of two.
[[nodiscard]] constexpr bool reads_low(std::int64_t rise, std::int64_t length, std::int32_t extent) {
    return rise > 0 && rise % length == 0 && !std::has_single_bit(static_cast<std::uint32_t>(extent));
}

/// The coordinate at each pixel, in 2^-16 texel.
class Ramp {
public:
    Ramp() = default;
    /// Between positions a and b of one axis, 12.4, where the coordinate is that of `ends`.
    Ramp(std::int32_t a, std::int32_t b, const RampEnds& ends, bool may_read_low);

    /// Where the accumulator of a row begins, in 2^-15 texel; also what a column of V has on each row.
    [[nodiscard]] std::int64_t seed(std::int32_t pixel) const { return exact(pixel, 15, Round::Down); }
    /// By the accumulator, so many pixels after `seed`.
    [[nodiscard]] std::int64_t at(std::int64_t seed, std::int32_t pixel, std::int32_t after) const {
        return 2 * (seed + step_ * after) - (low_ && pixel >= second_ ? 1 : 0);
    }
    /// Without an accumulator: the exact value, cut toward zero.
    [[nodiscard]] std::int64_t exactly(std::int32_t pixel) const { return exact(pixel, 16, Round::ToZero); }

private:
    [[nodiscard]] std::int64_t exact(std::int32_t pixel, std::int32_t bits, Round round) const;

    RampEnds ends_;
    std::int32_t start_ = 0, length_ = 1; // 12.4; values go up along the axis
    std::int32_t second_ = 0;             // the second pixel
    std::int64_t step_ = 0;               // 2^-15 texel, rounded down
    bool low_ = false;
};

} // namespace relit::render::gs::reference
