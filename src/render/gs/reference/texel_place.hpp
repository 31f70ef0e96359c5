// Where a pixel's texel lies: coordinates over triangles, sprites and lines, in sixteenths of a texel.
#pragma once

#include "render/gs/reference/line.hpp"
#include "render/gs/reference/plane.hpp"

#include <variant>

namespace relit::render::gs::reference {

/// Coordinates saturate to -2048 .. 2047 15/16 texels. `log_q`: log2 of |Q| in 1/256, coarse as the console has it.
struct TexelPlace {
    std::int32_t u = 0, v = 0;
    std::int32_t log_q = 0;
};

inline constexpr std::int32_t kLeastPlace = -2048 * 16, kMostPlace = 2048 * 16 - 1;

/// log2(|count| * 2^grain) in 1/256: it changes every 2^-8 of the mantissa (reference 7.3 point 13). 0 for 0.
[[nodiscard]] std::int32_t coarse_log(std::int64_t count, std::int32_t grain);

/// How texture coordinates become texels: by UV, or by ST and Q and the size of the texture.
struct Scale {
    bool uv = false; // texels, 10.4
    std::int32_t log_width = 0, log_height = 0;

    Scale() = default;
    explicit Scale(const machine::gs::DrawState& state);
};

/// Over a triangle.
class TexelWalk {
public:
    TexelWalk() = default;
    TexelWalk(const Walk& walk, const std::array<machine::gs::Vertex, 3>& vertices, const Scale& scale,
              const Rules& rules = {});
    [[nodiscard]] TexelPlace at(std::int32_t x, std::int32_t y) const;

private:
    /// UV: an exact plane that trails by 2^-16 where it goes forward and the area has no exact reciprocal.
    struct Affine {
        std::int64_t constant = 0, gx = 0, gy = 0, trail = 0;
    };
    void set_uv(const Walk& walk, const std::array<machine::gs::Vertex, 3>& vertices);
    void set_one_q(const Walk& walk, const std::array<machine::gs::Vertex, 3>& vertices);
    void set_perspective(const Walk& walk, const std::array<machine::gs::Vertex, 3>& vertices);

    [[nodiscard]] Plane plane(const Walk& walk, const Grid& grid, const std::array<std::uint32_t, 3>& values) const;

    enum class Kind : std::uint8_t { Uv, OneQ, Perspective };
    Kind kind_ = Kind::Uv;
    Scale scale_;
    Rules rules_;
    Affine u_, v_;
    std::int64_t cross_ = 1;
    Plane s_, t_, q_;
    std::int32_t grain_ = 0; // of S and T, as a power of two
    std::int64_t one_q_ = 0; // the mantissa of Q where it is the same everywhere
    std::int32_t one_q_grain_ = 0, one_q_log_ = 0;
};

/// Over a sprite: each coordinate goes along one axis alone.
class TexelRamp {
public:
    TexelRamp() = default;
    /// Places and vertices are those of the two corners; Q is that of the second.
    TexelRamp(const std::array<Place, 2>& at, const std::array<machine::gs::Vertex, 3>& vertices, const Scale& scale,
              const Rules& rules = {});
    [[nodiscard]] TexelPlace at(std::int32_t x, std::int32_t y) const { return {u_.at(x), v_.at(y), log_q_}; }

private:
    /// A coordinate along an axis, in 2^-16 texel.
    struct Ramp {
        std::int64_t from = 0, rise = 0;
        std::int32_t start = 0, length = 1; // 12.4
        std::int32_t second = 0;            // the pixel from which on the ramp reads 1/16 low
        bool trails = false;

        Ramp() = default;
        Ramp(std::int32_t a, std::int32_t b, std::int64_t value_a, std::int64_t value_b, bool may_trail);
        [[nodiscard]] std::int32_t at(std::int32_t pixel) const;
    };
    Ramp u_, v_;
    std::int32_t log_q_ = 0;
};

/// Along a line.
class TexelLine {
public:
    TexelLine() = default;
    TexelLine(const Line& line, const std::array<machine::gs::Vertex, 3>& vertices, const Scale& scale);
    [[nodiscard]] TexelPlace at(std::int32_t major) const;

private:
    struct Ends {
        std::int64_t from = 0, rise = 0;
    };
    [[nodiscard]] std::int64_t value(const Ends& ends, std::int32_t major) const;

    Scale scale_;
    Ends s_, t_, q_; // U and V where coordinates are UV
    std::int32_t from_ = 0, length_ = 1, grain_ = 0;
};

/// Of a point.
[[nodiscard]] TexelPlace texel_of_point(const machine::gs::Vertex& vertex, const Scale& scale);

} // namespace relit::render::gs::reference
