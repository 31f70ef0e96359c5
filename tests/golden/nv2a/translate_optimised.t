# Only inputs, outputs and constants that matter are declared; oPos is the pipeline's own. What has several uses, or would
# make a line too long, has a name; three of four products of a mad with mask .xyz are computed, and .w keeps its 1.
run: relit translate --to glsl $DATA/nv2a/lighting.bin
---- out
#version 450
layout(location = 0) in vec4 v0;
layout(location = 2) in vec4 v2;
layout(location = 3) in vec4 v3;
layout(location = 4) in vec4 v4;
layout(location = 9) in vec4 v9;
precise gl_Position;
layout(location = 3) out vec4 o3;
precise o3;
layout(location = 4) out vec4 o4;
precise o4;
layout(location = 9) out vec4 o9;
precise o9;
layout(std140, set = 0, binding = 0) uniform c_block { vec4 c[192]; };

float f_mul_zero(float a, float b) {
    precise float product = a * b;
    return a == 0.0 || b == 0.0 ? 0.0 : product;
}
vec3 f_mul_zero(vec3 a, vec3 b) {
    return vec3(f_mul_zero(a.x, b.x), f_mul_zero(a.y, b.y), f_mul_zero(a.z, b.z));
}
float f_min(float a, float b) {
    return a < b || isnan(b) ? a : b;
}
float f_max(float a, float b) {
    return a > b || isnan(b) ? a : b;
}
float f_dot(vec3 a, vec3 b) { // dot() may add in any order
    precise float sum = a.x * b.x + a.y * b.y + a.z * b.z;
    return sum;
}
float f_dot(vec4 a, vec4 b) { // dot() may add in any order
    precise float sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    return sum;
}

void main() {
    precise vec3 r2_1 = f_mul_zero(v2.xyz, vec3(inversesqrt(abs(f_dot(v2.xyz, v2.xyz)))));
    precise float r3x_1 = f_dot(r2_1, c[120].xyz);
    precise float r3y_1 = f_dot(r2_1, c[122].xyz);
    precise float choice0 = r3y_1 >= 1.1754944e-38 ? exp2(f_mul_zero(f_min(f_max(c[123].x, -127.9961), 127.9961), log2(r3y_1))) : (c[123].x == 0.0 ? 1.0 : (c[123].x < 0.0 ? uintBitsToFloat(0x7f800000u) : 0.0));
    gl_Position = vec4(f_dot(v0, c[96]), f_dot(v0, c[97]), f_dot(v0, c[98]), f_dot(v0, c[99]));
    o3.xyz = f_mul_zero(vec3(f_max(r3x_1, 0.0)), v3.xyz) + c[121].xyz;
    o3.w = 1.0;
    o4.xyz = f_mul_zero(vec3(r3x_1 > 0.0 ? choice0 : 0.0), v4.xyz);
    o4.w = 1.0;
    o9 = v9;
}
---- err
$DATA/nv2a/lighting.bin: note: guessed nv2a, --isa to choose
