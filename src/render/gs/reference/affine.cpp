#include "render/gs/reference/affine.hpp"

#include "render/gs/reference/plane.hpp"

namespace relit::render::gs::reference {
namespace {

constexpr std::int32_t kUvBits = 11;             // from sixteenths to the accumulator of UV, 2^-15 texel
constexpr std::int32_t kStepBits = 10;           // steps of S and T are in grain / 1024
constexpr Wide kMostAccumulated = Wide{1} << 60; // of an accumulator: far outside all that a coordinate may be

std::int64_t kept(Wide value) {
    return static_cast<std::int64_t>(std::clamp<Wide>(value, -kMostAccumulated, kMostAccumulated));
}

} // namespace

std::int64_t grains_of(std::uint32_t word, std::int32_t grain) {
    const GsFloat number(word);
    return shift_to_zero(number.mantissa, grain - (number.exponent - 23), kLimit);
}

std::int32_t grain_of(std::span<const std::uint32_t> words) {
    std::int32_t exponent = 0;
    for (const std::uint32_t word : words) exponent = std::max(exponent, GsFloat(word).exponent);
    return exponent - 14;
}

AffineInterpolator::AffineInterpolator(const TriangleSetup& triangle, const std::array<std::uint16_t, 3>& uv,
                                       const Rules& rules)
    : origin_(triangle.at[0]), from_(uv[0]), area_(triangle.cross < 0 ? -triangle.cross : triangle.cross),
      bits_(kUvBits), exact_(!rules.coarse_planes) {
    const std::int64_t sign = triangle.cross < 0 ? -1 : 1;
    const std::array<std::int64_t, 3> values{uv[0], uv[1], uv[2]};
    nx_ = sign * triangle.gradient_x(values), ny_ = sign * triangle.gradient_y(values);
    take_step(static_cast<std::int64_t>(floor_div<Wide>(Wide{nx_} << 15, area_)), triangle.exact_area);
}

AffineInterpolator::AffineInterpolator(const TriangleSetup& triangle, const std::array<std::uint32_t, 3>& words,
                                       std::int32_t log_size)
    : origin_(triangle.at[triangle.anchor]), area_(triangle.cross < 0 ? -triangle.cross : triangle.cross),
      from_origin_(true) {
    const std::int32_t grain = grain_of(words);
    std::array<std::int64_t, 3> values{};
    for (std::size_t i = 0; i < 3; ++i) values[i] = grains_of(words[i], grain);
    const std::int64_t sign = triangle.cross < 0 ? -1 : 1;
    from_ = values[triangle.anchor], ny_ = sign * triangle.gradient_y(values);
    const Wide above = Wide{sign * triangle.gradient_x(values)} << (kStepBits + 4);
    auto step = static_cast<std::int64_t>(floor_div<Wide>(above, area_));
    // On the grid the short reciprocal of the area leads to the step below.
    const bool is_short = step > 0 && !triangle.exact_area;
    if (is_short && above % area_ == 0) step -= 1;
    take_step(step, triangle.exact_area);
    grain_ = grain + log_size;
    // Fine enough for a step over a sixteenth of a pixel and for 2^-16 texel.
    constexpr std::int32_t kMostBits = 40;
    bits_ = std::clamp(kFine + grain_, kStepBits + 4, kMostBits);
    step_shift_ = bits_ - kStepBits;
}

Wide AffineInterpolator::exactly(std::int32_t x, std::int32_t y) const {
    return Wide{from_} * area_ + Wide{nx_} * (16 * x - origin_.x) + Wide{ny_} * (16 * y - origin_.y);
}

AffineInterpolator::RowStart AffineInterpolator::row(std::int32_t y, std::int32_t first) const {
    if (exact_) return {kept(exactly(0, y)), first, y, false};
    const Wide above = exactly(first, y) << bits_, seed = floor_div<Wide>(above, area_);
    // What the step adds from the origin on is whole: its unit for a sixteenth of a pixel is the accumulator's, or coarser.
    const Wide walked = from_origin_ ? (Wide{step_} * (16 * first - origin_.x) << (step_shift_ - 4)) : 0;
    return {kept(seed + walked), first, y, seed * area_ != above};
}

AffineInterpolator::Steps AffineInterpolator::steps() const {
    if (exact_) return {nx_ * 16, area_, -kFine - grain_, false};
    return {static_cast<std::int64_t>(Wide{step_} << step_shift_), 0, drop(), lags_};
}

std::int32_t AffineInterpolator::drop() const { return bits_ - grain_ - kFine; }

std::int64_t AffineInterpolator::at(const RowStart& row, std::int32_t x) const {
    if (exact_) return divide(row.seed + Wide{nx_} * (16 * x), kFine + grain_, area_, Round::ToZero, kLimit);
    const Wide value = row.seed + (Wide{step_} * (x - row.first) << step_shift_);
    const std::int32_t drop = this->drop();
    const Wide fine = drop < 1 ? 1 : Wide{1} << drop;
    if (drop >= 0) {
        const Wide low = value - (lags_ ? fine : 0);
        // Toward zero: below zero a little more than a whole number is that number less one, away from zero.
        return low >= 0 ? shift_to_zero(low, drop, kLimit) : shift_to_zero(low + (row.more ? 1 : 0), drop, kLimit);
    }
    return shift_to_zero(2 * value - (lags_ ? 1 : 0), drop + 1, kLimit);
}

} // namespace relit::render::gs::reference
