#include "render/gs/compute/records/triangle.hpp"

namespace relit::render::gs::compute {
namespace {

using reference::TriangleAttributes, reference::TriangleSetup;

/// Sums of colours at a triangle's own pixels stay below 2^31 where a pixel and a row add less than this: they begin between 0
/// and 2^18, and what the console cuts off adds up to less than that.
constexpr std::int64_t kMostColourStep = std::int64_t{1} << 28;
/// Likewise depth, which has 43 bits, over 2048 pixels.
constexpr std::int64_t kMostDepthStep = std::int64_t{1} << 50;

std::int32_t low(std::int64_t value) { return static_cast<std::int32_t>(value); }
bool is_below(std::int64_t value, std::int64_t limit) { return value < limit && value > -limit; }

bool set_colours(TriangleRecord& to, const TriangleAttributes& attributes) {
    bool fits = true;
    const auto take = [&](const reference::ColourInterpolator& colour) {
        const auto steps = colour.steps();
        fits = fits &&
               (steps.area != 0 || (is_below(steps.pixel, kMostColourStep) && is_below(steps.row, kMostColourStep)));
        if (steps.area != 0) to.colour_area = steps.area;
        return steps;
    };
    for (std::size_t i = 0; i < 4 && attributes.gouraud; ++i) {
        const auto steps = take(attributes.colours[i]);
        to.colour_step[i] = low(steps.pixel), to.colour_jump[i] = low(steps.block);
        to.colour_step_long[i] = steps.pixel;
    }
    if (!attributes.fogged) return fits;
    const auto steps = take(attributes.fog);
    to.fog_step = low(steps.pixel), to.fog_jump = low(steps.block);
    to.fog_step_long = steps.pixel;
    return fits;
}

void set_affine(PrimitiveRecord& primitive, TriangleRecord& to, const reference::TexelInterpolator& texels) {
    const auto u = texels.u().steps(), v = texels.v().steps();
    primitive.flags |= kAffine | (u.lags ? kLagsU : 0) | (v.lags ? kLagsV : 0);
    to.texel_step = {u.pixel, v.pixel};
    to.texel_drop = {u.drop, v.drop};
    to.texel_area = u.area;
}

void set_perspective(TriangleRecord& to, const reference::TexelInterpolator& texels) {
    const auto step = [](const reference::Plane& plane) { return plane.gradient_x() * 16; };
    to.texel_step = {step(texels.s()), step(texels.t())};
    to.q_step = step(texels.q());
    to.texel_area = texels.q().area();
    to.unit = texels.unit();
}

bool set_depth(PrimitiveRecord& primitive, TriangleRecord& to, const reference::DepthInterpolator& depth) {
    if (depth.is_flat()) {
        primitive.z = depth.depth(depth.row(0, 0), 0);
        return true;
    }
    primitive.flags |= kSloped;
    const auto steps = depth.steps();
    to.z_area = depth.area();
    to.z_step = steps.whole, to.z_step_rest = steps.rest;
    if (!depth.is_coarse()) return true;
    to.z_step = steps.whole * 2048 + steps.rest;
    return is_below(steps.whole, kMostDepthStep >> 11);
}

} // namespace

Colour colour_of(const Rgba& rgba) {
    Colour colour = 0;
    for (unsigned i = 0; i < 4; ++i) colour |= static_cast<Colour>(rgba[i] & 0xff) << 8 * i;
    return colour;
}

std::optional<TriangleRecord> triangle_of(PrimitiveRecord& to, const TriangleSetup& triangle,
                                          const TriangleAttributes& attributes) {
    TriangleRecord record;
    to.flags |= (attributes.gouraud ? kGouraud : 0) | (triangle.direction < 0 ? kLeftward : 0) |
                (attributes.wide_blocks ? kWideBlocks : 0);
    to.rgba = colour_of(attributes.flat);
    record.block_start = triangle.start;
    if (!set_colours(record, attributes) || !set_depth(to, record, attributes.depth)) return {};
    if (!attributes.textured) return record;
    if (attributes.texels.is_affine())
        set_affine(to, record, attributes.texels);
    else
        set_perspective(record, attributes.texels);
    return record;
}

RowRecord row_of(const PrimitiveRecord& record, const TriangleAttributes& attributes, const reference::Span& span) {
    RowRecord row{.ends = halves(span.x, span.end), .first = span.first};
    const auto start = attributes.row(span.y, span.first);
    for (std::size_t i = 0; i < 4 && attributes.gouraud; ++i) {
        row.colour_long[i] = attributes.colours[i].at_zero(start.colours[i]);
        row.colour[i] = low(row.colour_long[i]);
    }
    if (attributes.fogged) row.fog_long = attributes.fog.at_zero(start.fog), row.fog = low(row.fog_long);
    if ((record.flags & kSloped) != 0) {
        const auto depth = attributes.depth.row_steps(start.depth);
        row.z = attributes.depth.is_coarse() ? depth.whole * 2048 + depth.rest : depth.whole;
        row.z_rest = depth.rest;
    }
    if (!attributes.textured) return row;
    if ((record.flags & kAffine) != 0) {
        row.texel = {start.texels.u.seed, start.texels.v.seed};
        row.more = (start.texels.u.more ? 1U : 0U) | (start.texels.v.more ? 2U : 0U);
        return row;
    }
    const auto base = [](const reference::Plane::RowStart& plane) { return static_cast<std::int64_t>(plane.base); };
    row.texel = {base(start.texels.s), base(start.texels.t)};
    row.q = base(start.texels.q);
    return row;
}

void put(StepRecord& step, std::int32_t minor, const reference::Point& point) {
    if (step.count == 1) {
        step.coverage[1] = point.coverage;
        step.count = 2;
        return;
    }
    step = {.minor = minor,
            .count = 1,
            .coverage = {point.coverage, 0},
            .rgba = colour_of(point.rgba),
            .z = point.z,
            .fog = point.fog,
            .log_q = point.texel.log_q,
            .texel = {point.texel.fine_u, point.texel.fine_v}};
}

} // namespace relit::render::gs::compute
