#include "render/gs/reference/triangle.hpp"

#include <algorithm>
#include <bit>

namespace relit::render::gs::reference {
namespace {

constexpr std::int64_t kParts = 8;            // of 1/128 of a level, which ColourInterpolator counts
constexpr std::int64_t kLevel = 128 * kParts; // one level

bool is_above(const PixelPosition& a, const PixelPosition& b) { return a.y != b.y ? a.y < b.y : a.x < b.x; }
bool is_below(const PixelPosition& a, const PixelPosition& b) { return a.y != b.y ? a.y > b.y : a.x < b.x; }

std::array<Wide, 3> wide(const std::array<std::uint32_t, 3>& values) { return {values[0], values[1], values[2]}; }

/// 1 / |area| with eight significant bits, cut off: so much times 2^-shift.
struct ShortReciprocal {
    std::int64_t value = 0;
    unsigned shift = 0;

    explicit ShortReciprocal(std::int64_t area) {
        const auto size = static_cast<std::uint64_t>(area < 0 ? -area : area);
        shift = static_cast<unsigned>(std::bit_width(size)) + 7;
        value = static_cast<std::int64_t>((std::uint64_t{1} << shift) / size);
    }
};

/// Cuts toward zero to a multiple of 2^bits, or shifts.
std::int64_t cut(std::int64_t value, unsigned bits) {
    const std::int64_t mask = (std::int64_t{1} << bits) - 1;
    return value < 0 ? -(-value & ~mask) : value & ~mask;
}
std::int64_t shift_right_to_zero(Wide value, unsigned bits) {
    return static_cast<std::int64_t>(value < 0 ? -(-value >> bits) : value >> bits);
}

/// Quotient, rounded down, and rest.
DepthInterpolator::Steps split(Wide above, std::int64_t below) {
    const Wide whole = floor_div<Wide>(above, below);
    return {static_cast<std::int64_t>(whole), static_cast<std::int64_t>(above - whole * below)};
}

/// gradient, 12.4 distance -> their product, cut toward zero to the gradient's unit
std::int64_t along(std::int64_t gradient, std::int32_t distance) { return gradient * distance / 16; }

} // namespace

PixelPosition position_of(const machine::gs::Vertex& vertex, const machine::gs::XyOffset& offset) {
    using machine::gs::XyOffset;
    return {vertex.x - static_cast<std::int32_t>(offset[XyOffset::x]),
            vertex.y - static_cast<std::int32_t>(offset[XyOffset::y])};
}

TriangleSetup::TriangleSetup(const std::array<PixelPosition, 3>& positions) : at(positions) {
    const auto wide = [](std::int32_t v) { return std::int64_t{v}; };
    cross = wide(at[1].x - at[0].x) * (at[2].y - at[0].y) - wide(at[2].x - at[0].x) * (at[1].y - at[0].y);
    if (cross == 0) return;
    exact_area = std::has_single_bit(static_cast<std::uint64_t>(cross < 0 ? -cross : cross));
    for (std::uint8_t i = 1; i < 3; ++i) {
        if (is_above(at[i], at[top])) top = i;
        if (is_below(at[i], at[bottom])) bottom = i;
    }
    middle = static_cast<std::uint8_t>(3 - top - bottom);
    const PixelPosition &a = at[top], &b = at[bottom], &m = at[middle];
    direction = wide(m.x - a.x) * (b.y - a.y) - wide(b.x - a.x) * (m.y - a.y) > 0 ? 1 : -1;
    anchor = (b.x - a.x) * direction < 0 ? bottom : top;
    const std::int32_t first = ceil_pixel(at[anchor].x);
    start = direction > 0 ? first & ~1 : (first - 1) | 1;
}

ColourInterpolator::ColourInterpolator(const TriangleSetup& triangle, const std::array<std::uint8_t, 3>& levels,
                                       bool wide_blocks, const Rules& rules)
    : a_(triangle.start + 2 * triangle.direction), start_(triangle.start), direction_(triangle.direction),
      anchor_y_(triangle.at[triangle.anchor].y), block_(wide_blocks ? 3 : 2),
      from_top_(triangle.anchor == triangle.top) {
    const std::array<std::int64_t, 3> values{levels[0], levels[1], levels[2]};
    if (!rules.coarse_steps) {
        const std::int64_t sign = triangle.cross < 0 ? -1 : 1;
        cross_ = triangle.cross * sign;
        coarse_x_ = triangle.gradient_x(values) * sign * 16, gy_ = triangle.gradient_y(values) * sign;
        constant_ = values[0] * cross_ - coarse_x_ / 16 * triangle.at[0].x - gy_ * triangle.at[0].y;
        return;
    }
    const ShortReciprocal reciprocal(triangle.cross);
    const auto gradient = [&](std::int64_t numerator) { // per pixel
        return shift_right_to_zero(Wide{triangle.cross < 0 ? -numerator : numerator} * (16 * kLevel * reciprocal.value),
                                   reciprocal.shift);
    };
    constexpr unsigned kCoarse = 6; // 8 u
    const std::int64_t gx = gradient(triangle.gradient_x(values));
    gy_ = gradient(triangle.gradient_y(values));
    coarse_x_ = cut(gx, kCoarse), coarse_y_ = cut(gy_, kCoarse);
    jump_ = (gx - coarse_x_) * direction_ * (1 << block_);
    constant_ = values[triangle.anchor] * kLevel + along(gx, 16 * a_ - triangle.at[triangle.anchor].x);
}

ColourInterpolator::RowStart ColourInterpolator::row(std::int32_t y) const {
    if (cross_ != 0) return {constant_ + gy_ * 16 * y};
    const std::int32_t first = from_top_ ? y & ~1 : y | 1; // of the pair of rows
    return {constant_ + along(gy_, 16 * first - anchor_y_) + (y - first) * coarse_y_};
}

std::int64_t ColourInterpolator::units(RowStart row, std::int32_t x) const {
    // Exact planes go to the nearest 1/128, as in public renderers (reference 16).
    if (cross_ != 0) return floor_div(256 * (row.base + coarse_x_ * x) + cross_, 2 * cross_);
    const std::int64_t block = direction_ * (x - start_) >> block_;
    return floor_div<std::int64_t>(row.base + (x - a_) * coarse_x_ + block * jump_, kParts);
}

std::int32_t ColourInterpolator::level(RowStart row, std::int32_t x) const {
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(units(row, x) >> 7, 0, 255));
}

DepthInterpolator::DepthInterpolator(const TriangleSetup& triangle, const std::array<std::uint32_t, 3>& depths,
                                     const Rules& rules)
    : at_(triangle.at[0]), z_(depths[0]), cross_(triangle.cross), gx_(triangle.gradient_x(wide(depths))),
      gy_(triangle.gradient_y(wide(depths))), step_(gx_ * (16 << 10) / cross_ * 2), // 2^-10 is two units
      first_y_(ceil_pixel(triangle.at[triangle.top].y)), coarse_(rules.coarse_steps) {}

DepthInterpolator::RowStart DepthInterpolator::row(std::int32_t y, std::int32_t first_x) const {
    if (gx_ == 0 && gy_ == 0) return {Wide{z_} << 11, first_x, y};
    const Wide above = gx_ * (16 * first_x - at_.x) + gy_ * (16 * y - at_.y);
    Wide seed = (Wide{z_} << 11) + floor_div<Wide>(above << 11, cross_);
    if (!coarse_) return {seed, first_x, y};
    if (gx_ != 0) seed -= 1; // asked before the step is cut
    const bool falls = (gy_ < 0) != (cross_ < 0);
    if (y != first_y_ && gy_ != 0) seed -= falls ? -1 : 1;
    return {seed, first_x, y};
}

DepthInterpolator::Steps DepthInterpolator::steps() const {
    if (coarse_) return split(step_, area());
    return split(gx_ * (cross_ < 0 ? -16 : 16), area());
}

DepthInterpolator::Steps DepthInterpolator::row_steps(const RowStart& row) const {
    if (coarse_) return split(row.seed, area());
    const Wide above = gx_ * (16 * row.x - at_.x) + gy_ * (16 * row.y - at_.y);
    Steps steps = split(cross_ < 0 ? -above : above, area());
    steps.whole += z_;
    return steps;
}

std::uint32_t DepthInterpolator::depth(RowStart row, std::int32_t x) const {
    if (!coarse_ && gx_ != 0) row = this->row(row.y, x);
    const Wide value = (row.seed + (x - row.x) * step_) >> 11;
    return static_cast<std::uint32_t>(std::clamp<Wide>(value, 0, 0xffffffff));
}

} // namespace relit::render::gs::reference
