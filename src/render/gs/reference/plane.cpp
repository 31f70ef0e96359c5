#include "render/gs/reference/plane.hpp"

namespace relit::render::gs::reference {

// With area = m * 2^k and 1 <= m < 2: R0 = 1 / (1 + (i + 1/2) / 256) for i the first eight bits of m - 1, and
// R1 = R0 * (2 - m * R0). With D = 513 + 2 i this is R1 = 512 * (2^(k+1) * D - 512 * area) / (2^k * D^2).
AreaReciprocal::AreaReciprocal(std::int64_t area) : negative_(area < 0) {
    const std::int64_t size = area < 0 ? -area : area;
    const unsigned k = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(size))) - 1;
    if (std::has_single_bit(static_cast<std::uint64_t>(size))) {
        shift_ = k;
        return;
    }
    const std::int64_t bin = static_cast<std::int64_t>(Wide{size} * 256 >> k) - 256, seed = 513 + 2 * bin;
    factor_ = ((seed << (k + 1)) - 512 * size) * 512;
    divisor_ = seed * seed;
    shift_ = 2 * k;
}

std::int64_t AreaReciprocal::gradient(std::int64_t numerator) const {
    const bool negative = negative_ != (numerator < 0);
    const Wide size = numerator < 0 ? -numerator : numerator;
    // Below 2^35 * 2^55 * 2^14.
    const auto quotient = static_cast<std::int64_t>(((size * factor_ << 14) / divisor_) >> shift_);
    return negative ? -quotient : quotient;
}

Plane::Plane(const TriangleSetup& triangle, const AreaReciprocal& reciprocal, const std::array<std::int32_t, 3>& counts)
    : anchor_(triangle.at[triangle.anchor]), constant_(Wide{counts[triangle.anchor]} << 14) {
    const std::array<std::int64_t, 3> values{counts[0], counts[1], counts[2]};
    gx_ = reciprocal.gradient(triangle.gradient_x(values));
    gy_ = reciprocal.gradient(triangle.gradient_y(values));
}

Plane::Plane(const TriangleSetup& triangle, const std::array<std::int32_t, 3>& counts)
    : anchor_(triangle.at[0]), area_(triangle.cross < 0 ? -triangle.cross : triangle.cross) {
    const std::array<std::int64_t, 3> values{counts[0], counts[1], counts[2]};
    const std::int64_t sign = triangle.cross < 0 ? -1 : 1;
    constant_ = Wide{counts[0]} * area_;
    gx_ = sign * triangle.gradient_x(values), gy_ = sign * triangle.gradient_y(values);
}

Grid::Grid(std::span<const std::uint32_t> values, const Rules& rules)
    : bits_(rules.coarse_planes ? kPerspectiveBits : kFloatBits), dropped_(rules.coarse_planes ? 0xff : 0) {
    for (const std::uint32_t value : values) {
        const GsFloat number(value);
        if (number.mantissa == 0) continue;
        exponent_ = std::max(exponent_, number.exponent);
        empty_ = false;
    }
}

std::int32_t Grid::count(std::uint32_t value) const {
    const GsFloat number(value & ~dropped_);
    if (number.mantissa == 0) return 0;
    const std::int32_t shift = grain() - (number.exponent - 23);
    return shift > 31 ? (number.mantissa < 0 ? -1 : 0) : number.mantissa >> shift;
}

} // namespace relit::render::gs::reference
