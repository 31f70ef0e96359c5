// How the console goes over a triangle, and what follows for everything that it interpolates. Sources: docs/machine/gs.md.
#pragma once

#include "machine/gs/state/work.hpp"
#include "render/gs/reference/rules.hpp"

#include <array>
#include <cstdint>

namespace relit::render::gs::reference {

__extension__ using Wide = __int128; // products of positions, attributes and areas

/// A position in the window, 12.4: XYOFFSET is taken off.
struct PixelPosition {
    std::int32_t x = 0, y = 0;
    [[nodiscard]] bool operator==(const PixelPosition&) const = default;
};
[[nodiscard]] PixelPosition position_of(const machine::gs::Vertex& vertex, const machine::gs::XyOffset& offset);

/// Divides and rounds down, or up.
template <class T>
[[nodiscard]] constexpr T floor_div(T a, T b) {
    const T quotient = a / b;
    return quotient - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}
template <class T>
[[nodiscard]] constexpr T ceil_div(T a, T b) {
    return -floor_div<T>(-a, b);
}
/// The first whole pixel at or after a 12.4 coordinate.
[[nodiscard]] constexpr std::int32_t ceil_pixel(std::int32_t at) { return (at + 15) >> 4; }

/// The order in which the console takes a triangle's vertices, where its walk begins, and in which direction it goes.
struct TriangleSetup {
    std::array<PixelPosition, 3> at;
    std::int64_t cross = 0; // twice the area, 12.4 squared; 0: nothing to draw
    // Top: the smallest y, then the smallest x; bottom: the largest y, then the smallest x. The spine joins both.
    std::uint8_t top = 0, middle = 0, bottom = 0;
    std::uint8_t anchor = 0;    // the end of the spine that lies furthest against the walk
    std::int32_t direction = 1; // 1 where the middle lies right of the spine, else -1
    std::int32_t start = 0;     // S: blocks of pixels are counted from here
    bool exact_area = false;    // twice the area is a power of two: its reciprocal is exact

    explicit TriangleSetup(const std::array<PixelPosition, 3>& positions);

    /// Numerators of gradients over `cross`, of an attribute with these values at the vertices.
    template <class T>
    [[nodiscard]] T gradient_x(const std::array<T, 3>& v) const {
        return (v[1] - v[0]) * (at[2].y - at[0].y) - (v[2] - v[0]) * (at[1].y - at[0].y);
    }
    template <class T>
    [[nodiscard]] T gradient_y(const std::array<T, 3>& v) const {
        return (v[2] - v[0]) * (at[1].x - at[0].x) - (v[1] - v[0]) * (at[2].x - at[0].x);
    }
};

/// Colour or fog over a triangle, in the console's steps [HW, reference 7.3 rule 1]. Unit: 1/1024 of a level.
class ColourInterpolator {
public:
    ColourInterpolator() = default;
    /// `wide_blocks`: neither texture nor fog nor AA1 is on, so blocks are eight pixels wide, not four.
    ColourInterpolator(const TriangleSetup& triangle, const std::array<std::uint8_t, 3>& levels, bool wide_blocks,
                       const Rules& rules = {});

    /// What all pixels of a row share.
    struct RowStart {
        std::int64_t base = 0;
    };
    [[nodiscard]] RowStart row(std::int32_t y) const;
    /// The sum of a pixel, of any sign, rounded down to 1/128 of a level.
    [[nodiscard]] std::int64_t units(RowStart row, std::int32_t x) const;
    /// The level of a pixel, 0 to 255.
    [[nodiscard]] std::int32_t level(RowStart row, std::int32_t x) const;

    /// Along a row, for renderers that go over rows elsewhere: what a pixel, a block and a row add, and, where the plane is
    /// exact, what all are numerators over (else 0).
    struct Steps {
        std::int64_t pixel = 0, block = 0, row = 0, area = 0;
    };
    [[nodiscard]] Steps steps() const { return {coarse_x_, jump_, gy_, cross_}; }
    /// A row's sum at x = 0, but for its blocks.
    [[nodiscard]] std::int64_t at_zero(RowStart row) const { return row.base - coarse_x_ * (cross_ == 0 ? a_ : 0); }

private:
    std::int64_t constant_ = 0;            // at the anchor, moved along x to A
    std::int64_t gy_ = 0, coarse_y_ = 0;   // per row
    std::int64_t coarse_x_ = 0, jump_ = 0; // per pixel, and what a block boundary adds
    std::int32_t a_ = 0, start_ = 0, direction_ = 1, anchor_y_ = 0;
    unsigned block_ = 2; // pixels of a block, as a power of two
    bool from_top_ = true;
    std::int64_t cross_ = 0; // not 0: an exact plane, whose numerators the members above are
};

/// Depth over a triangle [HW, reference 7.3 rule 2]. Unit: 2^-11 of a step of Z.
class DepthInterpolator {
public:
    DepthInterpolator() = default;
    DepthInterpolator(const TriangleSetup& triangle, const std::array<std::uint32_t, 3>& depths,
                      const Rules& rules = {});

    /// A row begins exactly on the plane at its first pixel, a little less where the plane is not level.
    struct RowStart {
        Wide seed = 0;
        std::int32_t x = 0, y = 0;
    };
    [[nodiscard]] RowStart row(std::int32_t y, std::int32_t first_x) const;
    [[nodiscard]] std::uint32_t depth(RowStart row, std::int32_t x) const;

    /// A row as whole numbers and a rest below area(), for renderers that compute rows elsewhere: with R = row_steps(row) and
    /// S = steps(), depth n pixels after the row's first is R.whole + n S.whole + (R.rest + n S.rest) / area(), rounded down.
    struct Steps {
        std::int64_t whole = 0, rest = 0;
    };
    [[nodiscard]] Steps steps() const;
    [[nodiscard]] Steps row_steps(const RowStart& row) const;
    [[nodiscard]] bool is_flat() const { return gx_ == 0 && gy_ == 0; }
    [[nodiscard]] bool is_coarse() const { return coarse_; }
    [[nodiscard]] std::int64_t area() const { return coarse_ ? 1 << 11 : cross_ < 0 ? -cross_ : cross_; }

private:
    PixelPosition at_;
    std::int64_t z_ = 0, cross_ = 1;
    Wide gx_ = 0, gy_ = 0; // numerators
    Wide step_ = 0;
    std::int32_t first_y_ = 0;
    bool coarse_ = true;
};

} // namespace relit::render::gs::reference
