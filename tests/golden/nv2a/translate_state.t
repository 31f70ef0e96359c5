# A program that writes constants has them in a storage buffer of rows.
run: relit translate --to glsl --literal --for opengl --target-version 430 $DATA/nv2a/state_rsq_c.bin
---- out
#version 430 core
layout(location = 0) in vec4 v[16];
vec4 r[12];
precise r;
layout(std430, binding = 0) buffer c_block { vec4 c[192]; };

float f_mul_zero(float a, float b) {
    precise float product = a * b;
    return a == 0.0 || b == 0.0 ? 0.0 : product;
}
vec3 f_mul_zero(vec3 a, vec3 b) {
    return vec3(f_mul_zero(a.x, b.x), f_mul_zero(a.y, b.y), f_mul_zero(a.z, b.z));
}
float f_dot(vec3 a, vec3 b) { // dot() may add in any order
    precise float sum = a.x * b.x + a.y * b.y + a.z * b.z;
    return sum;
}

void main() {
    // dp3 R0.w, v0, v0
    r[0].w = f_dot(v[0].xyz, v[0].xyz);
    // rsq R0.w, R0.w
    r[0].w = inversesqrt(abs(r[0].w));
    // mul c[40].xyz, v0, R0.w
    c[40].xyz = f_mul_zero(v[0].xyz, r[0].www);
    // mov c[40].w, R0.w
    c[40].w = r[0].w;
    // mov c[41], c[40]
    c[41] = c[40];
}
---- err
$DATA/nv2a/state_rsq_c.bin: note: guessed nv2a, --isa to choose
$DATA/nv2a/state_rsq_c.bin: note: assumes nv2a.constant_writes=1: the program writes c[]; method 0x1e98 is not in the file
