// What a primitive says of each of its pixels before texture and fog: colour, depth, fog, and where its texel lies.
#pragma once

#include "render/gs/pixel_trace.hpp"
#include "render/gs/reference/edges.hpp"
#include "render/gs/reference/texel_position.hpp"

namespace relit::render::gs::reference {

struct Point {
    std::int32_t x = 0, y = 0;
    std::uint32_t z = 0;
    Rgba rgba{};
    std::int32_t fog = 255;
    TexelPosition texel;
    std::int32_t coverage = kWhole; // of AA1
    bool keeps_depth = false;
};

/// Points and sprites have the colour, depth and fog of their last vertex throughout.
[[nodiscard]] Point flat_point(const machine::gs::Vertex& vertex);
/// The pixel of a point at a position.
[[nodiscard]] Point point_of(const machine::gs::Vertex& vertex, const PixelPosition& at,
                             const machine::gs::DrawState& state, const Rules& rules);

/// Attributes over a triangle.
struct TriangleAttributes {
    std::array<ColourInterpolator, 4> colours;
    ColourInterpolator fog;
    DepthInterpolator depth;
    TexelInterpolator texels;
    Rgba flat{};
    bool gouraud = false, fogged = false, textured = false, wide_blocks = false;

    TriangleAttributes(const TriangleSetup& triangle, const std::array<machine::gs::Vertex, 3>& v,
                       const machine::gs::DrawState& state, const Rules& rules);

    /// What a row's pixels share; `first` is its first pixel, before the scissor.
    struct RowStart {
        std::array<ColourInterpolator::RowStart, 4> colours;
        ColourInterpolator::RowStart fog;
        DepthInterpolator::RowStart depth;
        TexelInterpolator::RowStart texels;
    };
    [[nodiscard]] RowStart row(std::int32_t y, std::int32_t first) const;
    [[nodiscard]] Point point(const RowStart& row, std::int32_t x, std::int32_t y) const;
};

/// Attributes along a line.
class LineAttributes {
public:
    LineAttributes(const std::array<PixelPosition, 2>& at, const std::array<machine::gs::Vertex, 3>& v,
                   const machine::gs::DrawState& state, const Rules& rules);

    [[nodiscard]] const Line& line() const { return line_; }
    [[nodiscard]] Point point(const LinePixel& at) const;

private:
    [[nodiscard]] std::int64_t along(std::int64_t from, std::int64_t to, std::int32_t major, std::int64_t most) const;

    Line line_;
    TexelLine texels_;
    std::array<machine::gs::Vertex, 2> ends_;
    bool gouraud_ = false, textured_ = false;
};

} // namespace relit::render::gs::reference
