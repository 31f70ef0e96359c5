#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// Draws all primitives of a tile, in their order: an invocation a pixel, which keeps its colour and depth to the end.
layout(local_size_x = 8, local_size_y = 8) in;

#include "records.glsl"
#include "wide.glsl"
#include "memory.glsl"
#include "texture.glsl"
#include "attributes.glsl"
#include "pixel.glsl"

void main() {
    const uint tile = pass.first_tile + gl_WorkGroupID.x;
    const ivec2 at = ivec2(8 * uvec2(tiles[tile].x, tiles[tile].y) + gl_LocalInvocationID.xy);
    const uint frame = bit_of(pass.frame, uint(at.x), uint(at.y)), depth = bit_of(pass.depth, uint(at.x), uint(at.y));
    const Target old = Target(raw_at(frame, pass.frame.mask), raw_at(depth, pass.depth.mask));
    Target target = old;
    const uint first = tiles[tile].first, end = first + tiles[tile].count;
    for (uint i = first; i < end; ++i) {
        const uint p = lists[i];
        Point point;
        if (point_at(p, at, point)) paint(p, at, point, target);
    }
    store_changes(frame, old.frame, target.frame);
    store_changes(depth, old.depth, target.depth);
}
