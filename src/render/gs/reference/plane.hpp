// Planes of texture coordinates over a triangle, as the console builds them [HW, reference 7.3 points 3 and 4].
#pragma once

#include "render/gs/reference/rules.hpp"
#include "render/gs/reference/walk.hpp"

#include <optional>

namespace relit::render::gs::reference {

/// A float of the GS as a whole number of 2^(exponent - 23): it has no infinities, NaN or denormals.
struct GsFloat {
    std::int32_t mantissa = 0; // signed, 24 bits; 0 for zero
    std::int32_t exponent = 0; // of the leading bit

    explicit constexpr GsFloat(std::uint32_t bits) {
        const std::uint32_t biased = bits >> 23 & 0xff;
        if (biased == 0) return;
        mantissa = static_cast<std::int32_t>((bits & 0x7fffff) | 0x800000);
        if (bits >> 31 != 0) mantissa = -mantissa;
        exponent = static_cast<std::int32_t>(biased) - 127;
    }
};

/// Bits of the largest value that a grid keeps: in perspective, where Q is the same everywhere, and all of them.
inline constexpr std::int32_t kPerspectiveBits = 15, kAffineBits = 14, kFloatBits = 24;

/// numerator / |area| for a triangle's area, by a reciprocal of one table look-up and one Newton step: slightly short,
/// exact for powers of two.
class AreaReciprocal {
public:
    explicit AreaReciprocal(std::int64_t area);
    /// numerator * 2^14 / area, cut toward zero: a gradient along 12.4 coordinates as 1/1024 for each pixel.
    [[nodiscard]] std::int64_t gradient(std::int64_t numerator) const;

private:
    std::int64_t factor_ = 1, divisor_ = 1; // the seed's square is the divisor
    unsigned shift_ = 0;
    bool negative_ = false;
};

/// Values on a common grid over a triangle: whole counts of `grain` at the vertices, gradients in grain / 1024.
class Plane {
public:
    Plane() = default;
    Plane(const Walk& walk, const AreaReciprocal& reciprocal, const std::array<std::int32_t, 3>& counts);
    /// The same without cutting anything but the result.
    Plane(const Walk& walk, const std::array<std::int32_t, 3>& counts);

    /// The value at a pixel times 2^14.
    [[nodiscard]] std::int64_t at(std::int32_t x, std::int32_t y) const {
        if (area_ != 0) return exactly(x, y);
        return constant_ + gx_ * (16 * x - anchor_.x) + gy_ * (16 * y - anchor_.y);
    }
    [[nodiscard]] std::int64_t gradient_x() const { return gx_; }
    [[nodiscard]] std::int64_t gradient_y() const { return gy_; }

private:
    [[nodiscard]] std::int64_t exactly(std::int32_t x, std::int32_t y) const;

    Place anchor_;
    std::int64_t constant_ = 0, gx_ = 0, gy_ = 0;
    std::int64_t area_ = 0; // not 0: gradients are numerators over it
};

/// Floats cut to a grid that is common to all of them.
class Grid {
public:
    /// `bits` of the largest of all `values` stay above the grid's grain.
    Grid(std::span<const std::uint32_t> values, std::int32_t bits, const Rules& rules = {});
    /// Nothing but zeros: there is no grid.
    [[nodiscard]] bool is_empty() const { return empty_; }
    /// The exponent of the largest value; the grain is 2^(exponent - bits + 1).
    [[nodiscard]] std::int32_t exponent() const { return exponent_; }
    [[nodiscard]] std::int32_t grain() const { return exponent_ - bits_ + 1; } // as a power of two
    /// How many grains a value has, rounded down.
    [[nodiscard]] std::int32_t count(std::uint32_t value) const;

private:
    std::int32_t exponent_ = -1000, bits_;
    std::uint32_t dropped_; // low bits of a mantissa that do not count
    bool empty_ = true;
};

} // namespace relit::render::gs::reference
