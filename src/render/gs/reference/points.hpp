// Goes over the pixels of a primitive, with all that it says of each before texture, fog and tests.
#pragma once

#include "render/gs/reference/attributes.hpp"

namespace relit::render::gs::reference {

/// Whether SCANMSK omits a row.
[[nodiscard]] inline bool skips(const machine::gs::DrawState& state, std::int32_t y) {
    const std::uint32_t mask = state.scanmsk[machine::gs::ScanMask::mask];
    return mask >= 2 && (y & 1) == static_cast<std::int32_t>(mask - 2);
}

class PrimitivePoints {
public:
    using Vertices = std::array<machine::gs::Vertex, 3>;

    /// `sample`: where in their pixels the points lie. What is given stays as long as this.
    PrimitivePoints(const machine::gs::DrawState& state, PixelPosition sample, const Rules& rules)
        : state_(state), sample_(sample), rules_(rules) {
        using machine::gs::Scissor;
        const auto at = [&](const Field<std::uint32_t>& field) {
            return static_cast<std::int32_t>(state.scissor[field]);
        };
        window_ = {at(Scissor::x0), at(Scissor::y0), at(Scissor::x1), at(Scissor::y1)};
    }

    /// Calls take(point) for each pixel within the scissor, in their order; rows that SCANMSK omits among them.
    template <class Take>
    void for_each(const Vertices& v, Take&& take) const {
        using machine::gs::Primitive;
        switch (state_.prim[machine::gs::Prim::primitive]) {
            case Primitive::Point: return point(v[0], take);
            case Primitive::Line:
            case Primitive::LineStrip: return line(v, take);
            case Primitive::Triangle:
            case Primitive::TriangleStrip:
            case Primitive::TriangleFan: return triangle(v, take);
            case Primitive::Sprite: return sprite(v, take);
            case Primitive::Invalid: return;
        }
    }

private:
    /// Where a vertex lies, seen from the sample.
    [[nodiscard]] PixelPosition pixel_position(const machine::gs::Vertex& vertex) const {
        const PixelPosition at = position_of(vertex, state_.offset);
        return {at.x - sample_.x, at.y - sample_.y};
    }
    [[nodiscard]] bool is_antialiased() const { return state_.prim[machine::gs::Prim::antialiased]; }

    template <class Take>
    void triangle(const Vertices& v, Take& take) const {
        const TriangleSetup triangle({pixel_position(v[0]), pixel_position(v[1]), pixel_position(v[2])});
        if (triangle.cross == 0) return;
        const TriangleAttributes attributes(triangle, v, state_, rules_);
        cover_triangle(triangle, window_, [&](const Span& span) {
            const auto row = attributes.row(span.y, span.first);
            for (std::int32_t x = span.x; x < span.end; ++x) take(attributes.point(row, x, span.y));
        });
        if (!is_antialiased()) return;
        cover_edges(triangle, window_, [&](const EdgePixel& pixel) {
            Point point = attributes.point(attributes.row(pixel.y, pixel.x), pixel.x, pixel.y);
            point.coverage = pixel.coverage, point.keeps_depth = true;
            take(point);
        });
    }
    template <class Take>
    void sprite(const Vertices& v, Take& take) const {
        const std::array<PixelPosition, 2> at{pixel_position(v[0]), pixel_position(v[1])};
        const TexelRamp texels(at, v, Scale(state_), rules_);
        const bool textured = state_.prim[machine::gs::Prim::textured];
        Point point = flat_point(v[1]);
        cover_sprite(at[0], at[1], window_, [&](const Span& span) {
            point.y = span.y;
            const auto row = textured ? texels.row(span.y, span.first) : TexelRamp::RowStart{};
            for (point.x = span.x; point.x < span.end; ++point.x) {
                if (textured) point.texel = texels.at(row, point.x);
                take(point);
            }
        });
    }
    template <class Take>
    void point(const machine::gs::Vertex& vertex, Take& take) const {
        const Point point = point_of(vertex, pixel_position(vertex), state_, rules_);
        if (window_.has(point.x, point.y)) take(point);
    }
    template <class Take>
    void line(const Vertices& v, Take& take) const {
        const LineAttributes line({pixel_position(v[0]), pixel_position(v[1])}, v, state_, rules_);
        if (!is_antialiased()) {
            cover_line(line.line(), window_, [&](const LinePixel& at) { take(line.point(at)); });
            return;
        }
        cover_soft_line(line.line(), window_, [&](const LinePixel& at, std::int32_t coverage) {
            Point point = line.point(at);
            point.coverage = coverage, point.keeps_depth = true;
            take(point);
        });
    }

    const machine::gs::DrawState& state_;
    PixelPosition sample_;
    const Rules& rules_;
    Window window_;
};

} // namespace relit::render::gs::reference
