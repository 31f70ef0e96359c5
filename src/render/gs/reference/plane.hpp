// Planes of texture coordinates in perspective, as the console builds them [HW, reference 7.3 rule 3].
#pragma once

#include "render/gs/reference/divide.hpp"
#include "render/gs/reference/rules.hpp"

#include <span>

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

/// S, T and Q of vertices: a negative Q makes the whole vertex negative, so that Q is its size (rule 3a).
struct Stq {
    std::uint32_t s = 0, t = 0, q = 0;

    Stq() = default;
    explicit constexpr Stq(const machine::gs::Vertex& vertex, const Rules& rules = {}) {
        constexpr std::uint32_t kSign = 1U << 31;
        const bool negative = rules.coarse_planes && GsFloat(vertex.q).mantissa < 0;
        const std::uint32_t flipped = negative ? kSign : 0;
        s = vertex.s ^ flipped, t = vertex.t ^ flipped, q = vertex.q ^ flipped;
    }
};

/// Bits of the largest value that a grid keeps: those of a console, and all of them.
inline constexpr std::int32_t kPerspectiveBits = 15, kFloatBits = 24;

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
    Plane(const TriangleSetup& triangle, const AreaReciprocal& reciprocal, const std::array<std::int32_t, 3>& counts);
    /// The same without cutting anything but the result.
    Plane(const TriangleSetup& triangle, const std::array<std::int32_t, 3>& counts);

    /// What the pixels of a row share.
    struct RowStart {
        Wide base = 0;
    };
    [[nodiscard]] RowStart row(std::int32_t y) const {
        return {constant_ + Wide{gy_} * (16 * y - anchor_.y) - Wide{gx_} * anchor_.x};
    }
    /// The value at a pixel in quarters of the grain, rounded down.
    [[nodiscard]] std::int64_t quarters(const RowStart& row, std::int32_t x) const {
        const Wide value = row.base + Wide{gx_} * (16 * x);
        constexpr std::int64_t kMost = std::int64_t{1} << 60;
        const Wide rounded = area_ == 0 ? value >> 12 : floor_div<Wide>(value << 2, area_);
        return static_cast<std::int64_t>(std::clamp<Wide>(rounded, -kMost, kMost));
    }
    [[nodiscard]] std::int64_t quarters(std::int32_t x, std::int32_t y) const { return quarters(row(y), x); }
    [[nodiscard]] std::int64_t gradient_x() const { return gx_; }
    [[nodiscard]] std::int64_t gradient_y() const { return gy_; }
    /// What all values are numerators over; 0: they are counted in grain / 2^14.
    [[nodiscard]] std::int64_t area() const { return area_; }

private:
    PixelPosition anchor_;
    Wide constant_ = 0;
    std::int64_t gx_ = 0, gy_ = 0;
    std::int64_t area_ = 0; // not 0: all of the above are numerators over it
};

/// Floats cut to a grid that is common to all of them.
class Grid {
public:
    explicit Grid(std::span<const std::uint32_t> values, const Rules& rules = {});
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

/// 1 / h for h > 0 as r / 2^k with 2^15 <= r <= 2^16: what the console divides by Q with (rule 3e; its last bit is fitted).
struct QReciprocal {
    std::int64_t r = 0;
    std::int32_t k = 0;

    explicit constexpr QReciprocal(std::int64_t h) {
        const auto size = static_cast<std::uint64_t>(h);
        k = 15 + static_cast<std::int32_t>(std::bit_width(size - 1));
        constexpr std::int64_t kRounding = 179; // 0.7 of the unit, in 1/256 of it
        const std::int32_t bits = k + 8;
        r = (bits < 63 ? nearest(std::int64_t{1} << bits, h) : nearest(Wide{1} << bits, Wide{h})) + kRounding;
        r >>= 8;
    }

private:
    /// The nearest whole quotient, halves to the even one.
    template <class T>
    static constexpr std::int64_t nearest(T above, T below) {
        const T quotient = above / below, twice = 2 * (above % below);
        const bool up = twice > below || (twice == below && quotient % 2 != 0);
        return static_cast<std::int64_t>(quotient + (up ? 1 : 0));
    }
};

} // namespace relit::render::gs::reference
