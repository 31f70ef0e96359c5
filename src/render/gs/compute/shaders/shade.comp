#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
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
    const uvec4 tile = texelFetch(tiles, int(pass.first_tile + gl_WorkGroupID.x)); // tile.inc
    const uvec2 at = 8 * tile.xy + gl_LocalInvocationID.xy;
    const uint frame = bit_of(pass.frame, at), depth = bit_of(pass.depth, at);
    const Target old = Target(raw_at(frame, pass.frame.mask), raw_at(depth, pass.depth.mask));
    Target target = old;
    for (uint i = tile.z; i < tile.z + tile.w; ++i) paint(texelFetch(lists, int(i)).r, ivec2(at), target);
    store_changes(frame, old.frame, target.frame);
    store_changes(depth, old.depth, target.depth);
}
