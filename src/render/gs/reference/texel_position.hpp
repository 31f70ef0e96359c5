// Where a pixel's texel lies: coordinates over triangles, sprites and lines.
#pragma once

#include "render/gs/reference/affine.hpp"
#include "render/gs/reference/line.hpp"
#include "render/gs/reference/lod.hpp"
#include "render/gs/reference/plane.hpp"
#include "render/gs/reference/ramp.hpp"

namespace relit::render::gs::reference {

inline constexpr std::int32_t kLeastTexel = -2048 * 16, kMostTexel = 2048 * 16 - 1;

/// The field that a formed coordinate goes into, in sixteenths of a texel: -2048 .. 2047 15/16 texels.
[[nodiscard]] constexpr std::int32_t saturate(std::int64_t sixteenths) {
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(sixteenths, kLeastTexel, kMostTexel));
}
/// From 2^-16 texel to sixteenths, toward zero.
[[nodiscard]] constexpr std::int64_t sixteenths_of(std::int64_t fine) { return fine / (1 << 12); }

/// A pixel's coordinates.
struct TexelPosition {
    std::int32_t u = 0, v = 0;           // on level 0, in sixteenths of a texel, saturated
    std::int32_t log_q = 0;              // see coarse_log
    std::int64_t fine_u = 0, fine_v = 0; // as they were formed, in 2^-16 texel: what levels and filters begin with

    TexelPosition() = default;
    constexpr TexelPosition(std::int64_t u_formed, std::int64_t v_formed, std::int32_t log)
        : u(saturate(sixteenths_of(u_formed))), v(saturate(sixteenths_of(v_formed))), log_q(log), fine_u(u_formed),
          fine_v(v_formed) {}
};

/// How texture coordinates become texels: by UV, or by ST and Q and the size of the texture.
struct Scale {
    bool uv = false;     // texels, 10.4
    bool levels = false; // there are some besides level 0
    std::int32_t log_width = 0, log_height = 0;

    Scale() = default;
    explicit Scale(const machine::gs::DrawState& state);
};

/// S, T and Q of a pixel on one grid: counts of 2^unit.
struct Counts3 {
    std::int64_t s = 0, t = 0, q = 0;
    std::int32_t unit = 0;
};
/// S / Q and T / Q of a pixel: by the console's reciprocal, or exactly.
[[nodiscard]] TexelPosition in_perspective(const Counts3& counts, const Scale& scale, const Rules& rules);

/// Over a triangle.
class TexelInterpolator {
public:
    TexelInterpolator() = default;
    TexelInterpolator(const TriangleSetup& triangle, const std::array<machine::gs::Vertex, 3>& vertices,
                      const Scale& scale, const Rules& rules = {});

    /// What the pixels of a row share; `first` is its first pixel, before the scissor.
    struct RowStart {
        AffineInterpolator::RowStart u, v;
        Plane::RowStart s, t, q;
    };
    [[nodiscard]] RowStart row(std::int32_t y, std::int32_t first) const;
    [[nodiscard]] TexelPosition at(const RowStart& row, std::int32_t x) const;

    // What it consists of, for renderers that go over rows elsewhere: U and V, or S, T and Q in quarters of 2^(unit + 2).
    [[nodiscard]] bool is_affine() const { return affine_; }
    [[nodiscard]] const AffineInterpolator& u() const { return u_; }
    [[nodiscard]] const AffineInterpolator& v() const { return v_; }
    [[nodiscard]] const Plane& s() const { return s_; }
    [[nodiscard]] const Plane& t() const { return t_; }
    [[nodiscard]] const Plane& q() const { return q_; }
    [[nodiscard]] std::int32_t unit() const { return unit_; }

private:
    void set_perspective(const TriangleSetup& triangle, const std::array<machine::gs::Vertex, 3>& vertices);

    bool affine_ = true;
    Scale scale_;
    Rules rules_;
    AffineInterpolator u_, v_;
    Plane s_, t_, q_;
    std::int32_t unit_ = 0; // of S, T and Q at a pixel, as a power of two
};

/// Over a sprite: each coordinate goes along one axis alone.
class TexelRamp {
public:
    TexelRamp() = default;
    /// Positions and vertices are those of the two corners; Q is that of the second.
    TexelRamp(const std::array<PixelPosition, 2>& at, const std::array<machine::gs::Vertex, 3>& vertices,
              const Scale& scale, const Rules& rules = {});

    struct RowStart {
        std::int64_t u = 0; // where the accumulator begins, at the row's first pixel
        std::int64_t v = 0;
        std::int32_t first = 0;
    };
    [[nodiscard]] RowStart row(std::int32_t y, std::int32_t first) const;
    [[nodiscard]] TexelPosition at(const RowStart& row, std::int32_t x) const;

private:
    Ramp u_, v_;
    std::int32_t log_q_ = 0;
    bool exact_ = false;
};

/// Along a line; of a point too, whose ends are one. The triangle's rules, where nothing goes along x.
class TexelLine {
public:
    TexelLine() = default;
    TexelLine(const Line& line, const std::array<machine::gs::Vertex, 3>& vertices, const Scale& scale,
              const Rules& rules = {});
    [[nodiscard]] TexelPosition at(std::int32_t major) const;

private:
    struct Ends {
        std::int64_t from = 0, rise = 0;
    };
    /// The value times 2^scale.
    [[nodiscard]] std::int64_t value(const Ends& ends, std::int32_t major, std::int32_t scale, Round round) const;

    bool affine_ = true;
    Scale scale_;
    Rules rules_;
    Ends s_, t_, q_;                           // U and V where coordinates are affine
    std::int32_t grain_s_ = -4, grain_t_ = -4; // of these, in texels, as powers of two
    std::int32_t unit_ = 0;                    // of S, T and Q, as a power of two
    std::int32_t from_ = 0, length_ = 0;
};

/// Of a point.
[[nodiscard]] TexelPosition texel_of_point(const machine::gs::Vertex& vertex, const Scale& scale,
                                           const Rules& rules = {});

} // namespace relit::render::gs::reference
