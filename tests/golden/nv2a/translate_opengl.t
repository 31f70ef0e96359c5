# GLSL 330 has locations for the inputs of a vertex shader only, no bindings and no `precise`, which is told.
run: relit translate --to glsl --for opengl --target-version 330 $DATA/nv2a/matmul.bin
---- out
#version 330 core
layout(location = 0) in vec4 v0;
layout(location = 3) in vec4 v3;
layout(location = 9) in vec4 v9;
layout(location = 10) in vec4 v10;
out vec4 travel3;
out vec4 travel9;
out vec4 travel10;
layout(std140) uniform c_block { vec4 c[192]; };

float f_mul_zero(float a, float b) {
    float product = a * b;
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
float f_dot(vec4 a, vec4 b) { // dot() may add in any order
    float sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    return sum;
}

void main() {
    float r0w_1 = f_dot(v0, c[99]);
    uint bits0 = floatBitsToUint(f_min(f_max(abs(1.0 / r0w_1), 5.421011e-20), 1.8446744e+19)) | ((isnan(r0w_1) ? 0u : floatBitsToUint(r0w_1)) & 0x80000000u);
    vec3 product1 = f_mul_zero(f_mul_zero(vec3(f_dot(v0, c[96]), f_dot(v0, c[97]), f_dot(v0, c[98])), c[58].xyz), vec3(uintBitsToFloat(bits0)));
    gl_Position.xyz = product1 + c[59].xyz;
    gl_Position.w = r0w_1;
    travel3 = v3;
    travel9 = v9;
    travel10 = v10;
}
---- err
$DATA/nv2a/matmul.bin: note: guessed nv2a, --isa to choose
$DATA/nv2a/matmul.bin: note: GLSL 330 has no `precise`: float arithmetic may be contracted or reassociated
