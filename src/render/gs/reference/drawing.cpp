#include "render/gs/reference/drawing.hpp"

#include "render/gs/reference/attributes.hpp"
#include "render/gs/reference/edges.hpp"

#include <algorithm>

namespace relit::render::gs::reference {
namespace {

using namespace machine::gs; // NOLINT(google-build-using-namespace): all registers

bool blends(const Prim& prim) {
    const Primitive kind = prim[Prim::primitive];
    return prim[Prim::blended] || (prim[Prim::antialiased] && kind != Primitive::Point && kind != Primitive::Sprite);
}

/// Everything that the pixels of one primitive share.
class Painter {
public:
    Painter(const PixelStage& stage, std::optional<Sampler> sampler, const DrawState& state, PixelPosition sample,
            const PixelTracer* tracer, const Rules& rules)
        : rules_(rules), state_(state), attributes_(state.prim), stage_(stage), sampler_(std::move(sampler)),
          sample_(sample), tracer_(tracer) {
        const Scissor& s = state.scissor;
        const auto at = [&](const Field<std::uint32_t>& field) { return static_cast<std::int32_t>(s[field]); };
        window_ = {at(Scissor::x0), at(Scissor::y0), at(Scissor::x1), at(Scissor::y1)};
        const FogCol& fog = state.fogcol;
        for (const auto& [i, field] : {std::pair{0U, &FogCol::r}, {1U, &FogCol::g}, {2U, &FogCol::b}})
            fog_colour_[i] = static_cast<std::int32_t>(fog[*field]);
    }

    [[nodiscard]] const Window& window() const { return window_; }
    /// Where a vertex lies, seen from the sample.
    [[nodiscard]] PixelPosition place(const Vertex& vertex) const {
        const PixelPosition at = position_of(vertex, state_.offset);
        return {at.x - sample_.x, at.y - sample_.y};
    }
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
    PixelPosition sample_;
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

void draw_triangle(Painter& painter, const DrawState& state, const std::array<Vertex, 3>& v) {
    const TriangleSetup triangle({painter.place(v[0]), painter.place(v[1]), painter.place(v[2])});
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

void draw_sprite(Painter& painter, const DrawState& state, const std::array<Vertex, 3>& v) {
    const std::array<PixelPosition, 2> at{painter.place(v[0]), painter.place(v[1])};
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
    const Point point = point_of(vertex, painter.place(vertex), state, painter.rules());
    if (painter.window().has(point.x, point.y)) painter.paint(point);
}

void draw_line(Painter& painter, const DrawState& state, const std::array<Vertex, 3>& v) {
    const LineAttributes line({painter.place(v[0]), painter.place(v[1])}, v, state, painter.rules());
    if (!painter.is_antialiased()) {
        cover_line(line.line(), painter.window(), [&](const LinePixel& at) { painter.paint(line.point(at)); });
        return;
    }
    cover_soft_line(line.line(), painter.window(), [&](const LinePixel& at, std::int32_t coverage) {
        Point point = line.point(at);
        point.coverage = coverage, point.keeps_depth = true;
        painter.paint(point);
    });
}

std::uint64_t draw(Painter painter, const DrawState& state, const std::array<Vertex, 3>& vertices) {
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

/// Of a textured primitive.
template <class From>
std::optional<Sampler> sampler_of(const DrawState& state, const Clut& clut, From&& memory) {
    if (!state.prim[Prim::textured]) return {};
    return Sampler(memory(), clut, state);
}

} // namespace

std::uint64_t draw(Memory& memory, const Clut& clut, const DrawState& state, const std::array<Vertex, 3>& vertices,
                   const PixelTracer* tracer, const Rules& rules) {
    auto sampler = sampler_of(state, clut, [&] { return MemoryBefore(memory, state, vertices); });
    return draw(Painter({memory, state, blends(state.prim)}, std::move(sampler), state, {}, tracer, rules), state,
                vertices);
}

std::uint64_t draw(const SampleTarget& target, const Clut& clut, const DrawState& state,
                   const std::array<Vertex, 3>& vertices, const Rules& rules) {
    auto sampler = sampler_of(state, clut, [&] { return MemoryBefore(target.sampled); });
    PixelStage stage(target.memory, state, blends(state.prim));
    stage.note_writes(target.frame_written, target.depth_written);
    return draw(Painter(stage, std::move(sampler), state, target.position, nullptr, rules), state, vertices);
}

} // namespace relit::render::gs::reference
