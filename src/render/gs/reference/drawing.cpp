#include "render/gs/reference/drawing.hpp"

#include "render/gs/reference/edges.hpp"

#include <algorithm>

namespace relit::render::gs::reference {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

/// What a primitive says of a pixel before texture and fog.
struct Point {
    std::int32_t x = 0, y = 0;
    std::uint32_t z = 0;
    Rgba rgba{};
    std::int32_t fog = 255;
    TexelPosition texel;
    std::int32_t coverage = kWhole; // of AA1
    bool keeps_depth = false;
};

Rgba rgba_of(const Vertex& vertex) { return {vertex.rgba[0], vertex.rgba[1], vertex.rgba[2], vertex.rgba[3]}; }

/// Everything that the pixels of one primitive share.
class Painter {
public:
    Painter(Memory& memory, const Clut& clut, const DrawState& state, const PixelTracer* tracer, const Rules& rules)
        : rules_(rules), state_(state), attributes_(state.prim), stage_(memory, state, blends(state.prim)),
          tracer_(tracer) {
        const Scissor& s = state.scissor;
        const auto at = [&](const Field<std::uint32_t>& field) { return static_cast<std::int32_t>(s[field]); };
        window_ = {at(Scissor::x0), at(Scissor::y0), at(Scissor::x1), at(Scissor::y1)};
        if (attributes_[Prim::textured]) sampler_.emplace(memory, clut, state);
        const FogCol& fog = state.fogcol;
        for (const auto& [i, field] : {std::pair{0U, &FogCol::r}, {1U, &FogCol::g}, {2U, &FogCol::b}})
            fog_colour_[i] = static_cast<std::int32_t>(fog[*field]);
    }

    [[nodiscard]] const Window& window() const { return window_; }
    [[nodiscard]] const Rules& rules() const { return rules_; }
    [[nodiscard]] bool is_antialiased() const { return attributes_[Prim::antialiased]; }
    [[nodiscard]] std::uint64_t visited() const { return visited_; }

    /// Whether SCANMSK omits a row.
    [[nodiscard]] bool skips(std::int32_t y) const {
        const std::uint32_t mask = state_.scanmsk[ScanMask::mask];
        return mask >= 2 && (y & 1) == static_cast<std::int32_t>(mask - 2);
    }
    void paint(const Point& point);

private:
    void draw_traced(const Point& point, const Rgba& texel, const Fragment& fragment);
    static bool blends(const Prim& prim) {
        const Primitive kind = prim[Prim::primitive];
        return prim[Prim::blended] ||
               (prim[Prim::antialiased] && kind != Primitive::Point && kind != Primitive::Sprite);
    }
    [[nodiscard]] Rgba fogged(Rgba rgba, std::int32_t fog) const {
        for (std::size_t i = 0; i < 3; ++i)
            rgba[i] = fog_colour_[i] + ((rgba[i] - fog_colour_[i]) * fog >> 8); // [HW, reference 7.3 rule 8]
        return rgba;
    }

    const Rules& rules_;
    const DrawState& state_;
    const Prim& attributes_;
    PixelStage stage_;
    std::optional<Sampler> sampler_;
    Window window_;
    Rgba fog_colour_{};
    const PixelTracer* tracer_;
    std::uint64_t visited_ = 0;
};

void Painter::paint(const Point& point) {
    if (skips(point.y)) return;
    ++visited_;
    Rgba texel{}, rgba = point.rgba;
    if (sampler_) {
        texel = sampler_->sample(point.texel);
        rgba = apply_function(state_.tex0[Tex0::function], state_.tex0[Tex0::has_alpha], texel, rgba);
    }
    if (attributes_[Prim::fogged]) rgba = fogged(rgba, point.fog);
    // Coverage takes alpha's place: always where blending is off, else only where alpha is 0x80 (reference 11).
    if (is_antialiased() && (!attributes_[Prim::blended] || rgba[3] == kWhole)) rgba[3] = point.coverage;
    const Fragment fragment{point.x, point.y, point.z, rgba, point.keeps_depth};
    if (tracer_ == nullptr)
        stage_.draw(fragment);
    else
        draw_traced(point, texel, fragment);
}

void Painter::draw_traced(const Point& point, const Rgba& texel, const Fragment& fragment) {
    const std::uint32_t frame = stage_.frame_bit(point.x, point.y), depth = stage_.depth_bit(point.x, point.y);
    const bool here = tracer_->is_at(point.x, point.y);
    if (!here && !tracer_->has_word_of(frame) && !tracer_->has_word_of(depth)) {
        stage_.draw(fragment);
        return;
    }
    TracedFragment traced{.x = point.x, .y = point.y, .z = point.z, .vertex = point.rgba, .fog = point.fog};
    traced.texel = texel, traced.shaded = fragment.rgba;
    traced.frame_bit = frame, traced.depth_bit = depth;
    if (sampler_) {
        traced.coordinates = {point.texel.u, point.texel.v};
        traced.sample = sampler_->look(point.texel); // before the pixel is written: it can be its own texel
    }
    traced.outcome = stage_.draw(fragment);
    if (here || tracer_->words->is_hit()) tracer_->tell(traced);
}

/// Attributes over a triangle.
struct TriangleAttributes {
    std::array<ColourInterpolator, 4> colours;
    ColourInterpolator fog;
    DepthInterpolator depth;
    TexelInterpolator texels;
    Rgba flat{};
    bool gouraud = false, fogged = false, textured = false;

    TriangleAttributes(const TriangleSetup& triangle, const std::array<Vertex, 3>& v, const DrawState& state,
                       const Rules& rules)
        : depth(triangle, {v[0].z, v[1].z, v[2].z}, rules), flat(rgba_of(v[2])) {
        const Prim& prim = state.prim;
        gouraud = prim[Prim::gouraud], fogged = prim[Prim::fogged], textured = prim[Prim::textured];
        const bool wide = !fogged && !textured && !prim[Prim::antialiased];
        for (std::size_t i = 0; i < 4 && gouraud; ++i)
            colours[i] = ColourInterpolator(triangle, {v[0].rgba[i], v[1].rgba[i], v[2].rgba[i]}, wide, rules);
        if (fogged) fog = ColourInterpolator(triangle, {v[0].fog, v[1].fog, v[2].fog}, wide, rules);
        if (textured) texels = TexelInterpolator(triangle, v, Scale(state), rules);
    }

    /// What a row's pixels share.
    struct RowStart {
        std::array<ColourInterpolator::RowStart, 4> colours;
        ColourInterpolator::RowStart fog;
        DepthInterpolator::RowStart depth;
        TexelInterpolator::RowStart texels;
    };
    [[nodiscard]] RowStart row(std::int32_t y, std::int32_t first) const {
        RowStart row;
        for (std::size_t i = 0; i < 4; ++i) row.colours[i] = colours[i].row(y);
        row.fog = fog.row(y);
        row.depth = depth.row(y, first);
        if (textured) row.texels = texels.row(y, first);
        return row;
    }
    [[nodiscard]] Point point(const RowStart& row, std::int32_t x, std::int32_t y) const {
        Point point;
        point.x = x, point.y = y;
        point.z = depth.depth(row.depth, x);
        point.rgba = flat;
        for (std::size_t i = 0; i < 4 && gouraud; ++i) point.rgba[i] = colours[i].level(row.colours[i], x);
        if (fogged) point.fog = fog.level(row.fog, x);
        if (textured) point.texel = texels.at(row.texels, x);
        return point;
    }
};

void draw_triangle(Painter& painter, const DrawState& state, const std::array<Vertex, 3>& v) {
    const TriangleSetup triangle(
        {position_of(v[0], state.offset), position_of(v[1], state.offset), position_of(v[2], state.offset)});
    if (triangle.cross == 0) return;
    const TriangleAttributes attributes(triangle, v, state, painter.rules());
    cover_triangle(triangle, painter.window(), [&](const Span& span) {
        const auto row = attributes.row(span.y, span.first);
        for (std::int32_t x = span.x; x < span.end; ++x) painter.paint(attributes.point(row, x, span.y));
    });
    if (!painter.is_antialiased()) return;
    cover_edges(triangle, painter.window(), [&](const EdgePixel& pixel) {
        Point point = attributes.point(attributes.row(pixel.y, pixel.x), pixel.x, pixel.y);
        point.coverage = pixel.coverage, point.keeps_depth = true;
        painter.paint(point);
    });
}

/// Points and sprites have the colour, depth and fog of their last vertex throughout.
Point flat_point(const Vertex& vertex) {
    Point point;
    point.z = vertex.z, point.rgba = rgba_of(vertex), point.fog = vertex.fog;
    return point;
}

void draw_sprite(Painter& painter, const DrawState& state, const std::array<Vertex, 3>& v) {
    const std::array<PixelPosition, 2> at{position_of(v[0], state.offset), position_of(v[1], state.offset)};
    const TexelRamp texels(at, v, Scale(state), painter.rules());
    const bool textured = state.prim[Prim::textured];
    Point point = flat_point(v[1]);
    cover_sprite(at[0], at[1], painter.window(), [&](const Span& span) {
        point.y = span.y;
        const auto row = textured ? texels.row(span.y, span.first) : TexelRamp::RowStart{};
        for (point.x = span.x; point.x < span.end; ++point.x) {
            if (textured) point.texel = texels.at(row, point.x);
            painter.paint(point);
        }
    });
}

void draw_point(Painter& painter, const DrawState& state, const Vertex& vertex) {
    const PixelPosition at = position_of(vertex, state.offset);
    Point point = flat_point(vertex);
    point.x = nearest_pixel(at.x), point.y = nearest_pixel(at.y);
    point.texel = texel_of_point(vertex, Scale(state), painter.rules());
    if (painter.window().has(point.x, point.y)) painter.paint(point);
}

/// A value that goes evenly along a line, rounded down and kept within its range.
std::int64_t along(const Line& line, std::int64_t from, std::int64_t to, std::int32_t major, std::int64_t most) {
    if (line.length == 0) return from;
    const std::int64_t length = std::int64_t{line.length} * line.step,
                       done = std::int64_t{16 * major - line.from} * line.step;
    return std::clamp<std::int64_t>(from + floor_div<std::int64_t>((to - from) * done, length), 0, most);
}

void draw_line(Painter& painter, const DrawState& state, const std::array<Vertex, 3>& v) {
    const Line line(position_of(v[0], state.offset), position_of(v[1], state.offset));
    const TexelLine texels(line, v, Scale(state), painter.rules());
    const bool gouraud = state.prim[Prim::gouraud], textured = state.prim[Prim::textured];
    const auto point_at = [&](std::int32_t x, std::int32_t y, std::int32_t major) {
        Point point = flat_point(v[1]);
        point.x = x, point.y = y;
        for (std::size_t i = 0; i < 4 && gouraud; ++i)
            point.rgba[i] = static_cast<std::int32_t>(along(line, v[0].rgba[i], v[1].rgba[i], major, 255));
        point.fog = static_cast<std::int32_t>(along(line, v[0].fog, v[1].fog, major, 255));
        point.z = static_cast<std::uint32_t>(along(line, v[0].z, v[1].z, major, 0xffffffff));
        if (textured) point.texel = texels.at(major);
        return point;
    };
    if (!painter.is_antialiased()) {
        cover_line(line, painter.window(), [&](const LinePixel& at) { painter.paint(point_at(at.x, at.y, at.major)); });
        return;
    }
    cover_soft_line(line, painter.window(), [&](const LinePixel& at, std::int32_t coverage) {
        Point point = point_at(at.x, at.y, at.major);
        point.coverage = coverage, point.keeps_depth = true;
        painter.paint(point);
    });
}

} // namespace

std::uint64_t draw(Memory& memory, const Clut& clut, const DrawState& state, const std::array<Vertex, 3>& vertices,
                   const PixelTracer* tracer, const Rules& rules) {
    Painter painter(memory, clut, state, tracer, rules);
    switch (state.prim[Prim::primitive]) {
        case Primitive::Point: draw_point(painter, state, vertices[0]); break;
        case Primitive::Line:
        case Primitive::LineStrip: draw_line(painter, state, vertices); break;
        case Primitive::Triangle:
        case Primitive::TriangleStrip:
        case Primitive::TriangleFan: draw_triangle(painter, state, vertices); break;
        case Primitive::Sprite: draw_sprite(painter, state, vertices); break;
        case Primitive::Invalid: break;
    }
    return painter.visited();
}

} // namespace relit::render::gs::reference
