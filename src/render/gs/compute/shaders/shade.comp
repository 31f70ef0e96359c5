#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
// Draws all primitives of a tile, in their order: an invocation a pixel, which keeps its colour and depth to the end. With
// super-sampling it does so for one sample after another.
layout(local_size_x = 8, local_size_y = 8) in;

#include "records.glsl"
#include "wide.glsl"
#include "memory.glsl"
#include "texture.glsl"
#include "attributes.glsl"
#include "pixel.glsl"

// The pixel after all primitives of a list.
Target drawn(uvec4 tile, uvec2 at, Target target) {
    for (uint i = tile.z; i < tile.z + tile.w; ++i) paint(texelFetch(lists, int(i)).r, ivec2(at), target);
    return target;
}

#include "samples.glsl"

void main() {
    const uint first = (pass.first_tile + gl_WorkGroupID.x) * kSamples;
    const uvec4 tile = texelFetch(tiles, int(first)); // tile.inc
    const uvec2 at = 8 * tile.xy + gl_LocalInvocationID.xy;
    if (kSamples > 1) {
        draw_samples(first, at);
        return;
    }
    const uint frame = bit_of(pass.frame, at), depth = bit_of(pass.depth, at);
    const Target old = Target(raw_at(frame, pass.frame.mask), raw_at(depth, pass.depth.mask), 0, 0);
    const Target target = drawn(tile, at, old);
    store_changes(frame, old.frame, target.frame);
    store_changes(depth, old.depth, target.depth);
}
