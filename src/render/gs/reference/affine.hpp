// Texture coordinates that a triangle walks without a division: UV, and S and T where Q is 1 [HW, reference 7.3 rule 4].
#pragma once

#include "render/gs/reference/rules.hpp"
#include "render/gs/reference/triangle.hpp"

namespace relit::render::gs::reference {

/// One coordinate over a triangle. Its accumulator is exact on a row's first pixel but for its grid, and then goes on by
/// whole steps; what goes forward along a row reads one unit low unless twice the area is a power of two.
class AffineInterpolator {
public:
    AffineInterpolator() = default;
    /// By UV: sixteenths of a texel at the vertices. The grid is 2^-15 texel, the step is rounded down to it.
    AffineInterpolator(const TriangleSetup& triangle, const std::array<std::uint16_t, 3>& uv, const Rules& rules);
    /// By S or T, floats, over a texture of 2^log_size texels: vertices are cut to a grain, the step to grain / 1024.
    AffineInterpolator(const TriangleSetup& triangle, const std::array<std::uint32_t, 3>& words, std::int32_t log_size);

    /// What the pixels of a row share. `first` is its first pixel, before the scissor.
    struct RowStart {
        std::int64_t seed = 0;
        std::int32_t first = 0, y = 0;
        bool more = false; // the exact seed is a little larger
    };
    [[nodiscard]] RowStart row(std::int32_t y, std::int32_t first) const;
    /// The coordinate in 2^-16 texel, cut toward zero.
    [[nodiscard]] std::int64_t at(const RowStart& row, std::int32_t x) const;

    /// For renderers that go over rows elsewhere: at() is (seed + (x - first) pixel) / 2^drop, one unit
    /// less if it lags; of an exact plane (seed + x pixel) / area / 2^drop.
    struct Steps {
        std::int64_t pixel = 0, area = 0; // area is 0 where there is an accumulator
        std::int32_t drop = 0;            // negative: the result is larger
        bool lags = false;
    };
    [[nodiscard]] Steps steps() const;

    /// The grain in texels, as a power of two; of a coordinate by S or T.
    [[nodiscard]] std::int32_t grain() const { return grain_; }
    /// The step along x, in 2^-15 texel of UV, else in grain / 1024.
    [[nodiscard]] std::int64_t step() const { return step_; }

private:
    void take_step(std::int64_t step, bool exact_area) { step_ = step, lags_ = step > 0 && !exact_area; }
    /// From the accumulator down to 2^-16 texel, as a power of two; less than 0: up.
    [[nodiscard]] std::int32_t drop() const;
    /// (value at the origin plus what lies between, in `from_`'s unit) times `area_`.
    [[nodiscard]] Wide exactly(std::int32_t x, std::int32_t y) const;

    PixelPosition origin_;
    std::int64_t from_ = 0;                   // at the origin: sixteenths of a texel, or grains
    std::int64_t nx_ = 0, ny_ = 0;            // numerators over the area; nx_ is 0 where `step_` leads from the origin
    std::int64_t area_ = 1;                   // positive
    std::int64_t step_ = 0;                   // along x
    std::int32_t grain_ = -4;                 // of from_'s unit, in texels
    std::int32_t bits_ = 0;                   // the accumulator's unit is so much finer than from_'s
    std::int32_t step_shift_ = 0;             // the step's unit is so much coarser than the accumulator's
    bool lags_ = false, from_origin_ = false; // is the step taken from the origin, not from the row's first pixel
    bool exact_ = false;                      // no accumulator: an exact plane
};

/// S or T in grains of 2^grain, cut toward zero.
[[nodiscard]] std::int64_t grains_of(std::uint32_t word, std::int32_t grain);
/// The grain of S or T where Q is 1: 14 bits below the largest of the primitive's, and of 1.
[[nodiscard]] std::int32_t grain_of(std::span<const std::uint32_t> words);

} // namespace relit::render::gs::reference
