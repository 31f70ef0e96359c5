#include "render/gs/reference/drawing.hpp"

#include "render/gs/reference/points.hpp"

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
    Painter(const PixelStage& stage, std::optional<Sampler> sampler, const DrawState& state, const PixelTracer* tracer)
        : state_(state), attributes_(state.prim), stage_(stage), sampler_(std::move(sampler)), tracer_(tracer) {
        const FogCol& fog = state.fogcol;
        for (const auto& [i, field] : {std::pair{0U, &FogCol::r}, {1U, &FogCol::g}, {2U, &FogCol::b}})
            fog_colour_[i] = static_cast<std::int32_t>(fog[*field]);
    }

    [[nodiscard]] std::uint64_t visited() const { return visited_; }
    void paint(const Point& point);

private:
    void draw_traced(const Point& point, const Rgba& texel, const Fragment& fragment);
    [[nodiscard]] Rgba fogged(Rgba rgba, std::int32_t fog) const {
        for (std::size_t i = 0; i < 3; ++i)
            rgba[i] = fog_colour_[i] + ((rgba[i] - fog_colour_[i]) * fog >> 8); // [HW, reference 7.3 rule 8]
        return rgba;
    }

    const DrawState& state_;
    const Prim& attributes_;
    PixelStage stage_;
    std::optional<Sampler> sampler_;
    Rgba fog_colour_{};
    const PixelTracer* tracer_;
    std::uint64_t visited_ = 0;
};

void Painter::paint(const Point& point) {
    if (skips(state_, point.y)) return;
    ++visited_;
    Rgba texel{}, rgba = point.rgba;
    if (sampler_) {
        texel = sampler_->sample(point.texel);
        rgba = apply_function(state_.tex0[Tex0::function], state_.tex0[Tex0::has_alpha], texel, rgba);
    }
    if (attributes_[Prim::fogged]) rgba = fogged(rgba, point.fog);
    // Coverage takes alpha's place: always where blending is off, else only where alpha is 0x80 (reference 11).
    if (attributes_[Prim::antialiased] && (!attributes_[Prim::blended] || rgba[3] == kWhole)) rgba[3] = point.coverage;
    const Fragment fragment{point.x, point.y, point.z, rgba, point.keeps_depth};
    if (tracer_ == nullptr)
        stage_.draw(fragment);
    else if (tracer_->counts != nullptr)
        tracer_->counts->add(point.x, point.y, stage_.draw(fragment));
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

std::uint64_t draw(Painter painter, const PrimitivePoints& points, const std::array<Vertex, 3>& vertices) {
    points.for_each(vertices, [&](const Point& point) { painter.paint(point); });
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
    return draw(Painter({memory, state, blends(state.prim)}, std::move(sampler), state, tracer),
                PrimitivePoints(state, {}, rules), vertices);
}

std::uint64_t draw(const SampleTarget& target, const Clut& clut, const DrawState& state,
                   const std::array<Vertex, 3>& vertices, const Rules& rules) {
    auto sampler = sampler_of(state, clut, [&] { return MemoryBefore(target.sampled); });
    PixelStage stage(target.memory, state, blends(state.prim));
    stage.note_writes(target.frame_written, target.depth_written);
    return draw(Painter(stage, std::move(sampler), state, nullptr), PrimitivePoints(state, target.position, rules),
                vertices);
}

} // namespace relit::render::gs::reference
