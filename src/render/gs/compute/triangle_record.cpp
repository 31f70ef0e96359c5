#include "render/gs/compute/triangle_record.hpp"

namespace relit::render::gs::compute {
namespace {

using reference::TriangleAttributes, reference::TriangleSetup;

void set_colours(PrimitiveRecord& to, const TriangleSetup& triangle, const TriangleAttributes& attributes) {
    to.block_start = triangle.start, to.direction = triangle.direction;
    to.block = attributes.wide_blocks ? 3 : 2;
    to.rgba = colour_of(attributes.flat);
    const auto set = [&](std::size_t i, const reference::ColourInterpolator& colour) {
        const auto steps = colour.steps();
        to.colour_step[i] = steps.pixel, to.block_step[i] = steps.block;
        if (steps.area != 0) to.colour_area = steps.area;
    };
    for (std::size_t i = 0; i < 4 && attributes.gouraud; ++i) set(i, attributes.colours[i]);
    if (attributes.fogged) set(4, attributes.fog);
}

void set_affine(PrimitiveRecord& to, const reference::TexelInterpolator& texels) {
    const auto u = texels.u().steps(), v = texels.v().steps();
    to.flags |= kAffine | (u.lags ? kLagsU : 0) | (v.lags ? kLagsV : 0);
    to.texel_step = {u.pixel, v.pixel, 0};
    to.texel_drop = {u.drop, v.drop};
    to.texel_area = u.area;
}

void set_perspective(PrimitiveRecord& to, const reference::TexelInterpolator& texels) {
    const auto step = [](const reference::Plane& plane) { return plane.gradient_x() * 16; };
    to.texel_step = {step(texels.s()), step(texels.t()), step(texels.q())};
    to.texel_area = texels.q().area();
    to.unit = texels.unit();
}

} // namespace

Colour colour_of(const Rgba& rgba) {
    Colour colour = 0;
    for (unsigned i = 0; i < 4; ++i) colour |= static_cast<Colour>(rgba[i] & 0xff) << 8 * i;
    return colour;
}

void set_triangle(PrimitiveRecord& to, const TriangleSetup& triangle, const TriangleAttributes& attributes) {
    set_colours(to, triangle, attributes);
    if (attributes.gouraud) to.flags |= kGouraud;
    const auto depth = attributes.depth.steps();
    to.z_step = depth.whole, to.z_step_rest = depth.rest;
    to.z_area = attributes.depth.area();
    if (!attributes.textured) return;
    if (attributes.texels.is_affine())
        set_affine(to, attributes.texels);
    else
        set_perspective(to, attributes.texels);
}

RowRecord row_of(const PrimitiveRecord& record, const TriangleAttributes& attributes, const reference::Span& span) {
    RowRecord row{.x = span.x, .end = span.end, .first = span.first};
    const auto start = attributes.row(span.y, span.first);
    for (std::size_t i = 0; i < 4; ++i) row.colour[i] = attributes.colours[i].at_zero(start.colours[i]);
    row.colour[4] = attributes.fog.at_zero(start.fog);
    const auto depth = attributes.depth.row_steps(start.depth);
    row.z = depth.whole, row.z_rest = depth.rest;
    if (!attributes.textured) return row;
    if ((record.flags & kAffine) != 0) {
        row.texel = {start.texels.u.seed, start.texels.v.seed, 0};
        row.more = (start.texels.u.more ? 1U : 0U) | (start.texels.v.more ? 2U : 0U);
        return row;
    }
    const auto low = [](const reference::Plane::RowStart& plane) { return static_cast<std::int64_t>(plane.base); };
    row.texel = {low(start.texels.s), low(start.texels.t), low(start.texels.q)};
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
            .u = point.texel.fine_u,
            .v = point.texel.fine_v};
}

} // namespace relit::render::gs::compute
