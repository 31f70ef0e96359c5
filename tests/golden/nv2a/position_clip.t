# With the surface's size in the context oPos becomes a place in clip space when the program ends.
run: relit translate --isa nv2a --to glsl --context nv2a.surface_width=640 --context nv2a.surface_height=480 --context nv2a.depth_format=z16 in.vsh
run: relit translate --isa nv2a --literal --to glsl --context nv2a.surface_width=640 --context nv2a.surface_height=480 in.vsh | tail -6
---- in in.vsh
mov oPos, v0
mov oD0, R12
---- out
#version 450
layout(location = 0) in vec4 v0;
precise gl_Position;
layout(location = 3) out vec4 o3;
precise o3;

float f_min(float a, float b) {
    return a < b || isnan(b) ? a : b;
}
float f_max(float a, float b) {
    return a > b || isnan(b) ? a : b;
}

void main() {
    precise vec2 product0 = trunc(v0.xy * 16.0) * 0.0625;
    precise vec2 quotient1 = (product0 + product0 - vec2(640.0, 480.0)) / vec2(640.0, 480.0);
    precise uint bits2 = floatBitsToUint(f_min(f_max(abs(v0.w), 5.421011e-20), 1.8446744e+19)) | ((isnan(v0.w) ? 0u : floatBitsToUint(v0.w)) & 0x80000000u);
    float bits3 = uintBitsToFloat(bits2);
    gl_Position.xyz = vec3(quotient1, v0.z / 65535.0) * bits3;
    gl_Position.w = bits3;
    o3 = v0;
}
    precise float bits1 = uintBitsToFloat(floatBitsToUint(f_min(f_max(abs(o[0].w), 5.421011e-20), 1.8446744e+19)) | ((isnan(o[0].w) ? 0u : floatBitsToUint(o[0].w)) & 0x80000000u));
    o[0].xyz = vec3(quotient0, o[0].z / 16777215.0) * bits1;
    o[0].w = bits1;
    gl_Position = o[0];
    o3_out = o[3];
}
