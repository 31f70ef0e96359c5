# Every guest write is one statement under its instruction. o[0] and o[3] start as emulators have them; r[2].w is written
# before r[2] is read as a whole, r[0].w and r[1].w are never read: nothing else has to start as zero. c_at is asked for a row
# only by index, which wraps like A0 does, so rows below 0 are beyond the last one too.
run: relit translate --to glsl --literal $DATA/nv2a/skin2.bin
---- out
#version 450
layout(location = 0) in vec4 v[16];
precise gl_Position;
layout(location = 3) out vec4 o3_out;
precise o3_out;
vec4 o[16];
precise o;
vec4 r[12];
precise r;
uint a0;
layout(std140, set = 0, binding = 0) uniform c_block { vec4 c[192]; };

float f_mul_zero(float a, float b) {
    precise float product = a * b;
    return a == 0.0 || b == 0.0 ? 0.0 : product;
}
vec3 f_mul_zero(vec3 a, vec3 b) {
    return vec3(f_mul_zero(a.x, b.x), f_mul_zero(a.y, b.y), f_mul_zero(a.z, b.z));
}
uint f_to_s(float a) {
    if (isnan(a)) return 0u;
    if (a >= 2147483648.0) return ~0u >> 1;
    return a <= -2147483648.0 ? ~(~0u >> 1) : uint(int(a));
}
float f_dot(vec4 a, vec4 b) { // dot() may add in any order
    precise float sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    return sum;
}

vec4 load_row_c(uint p0) {
    bool test0 = p0 < 192u;
    return test0 ? c[test0 ? p0 : 0u] : vec4(0.0);
}

void main() {
    o[0] = vec4(0.0, 0.0, 0.0, 1.0);
    o[3] = vec4(0.0, 0.0, 0.0, 1.0);
    // arl A0, v13.x
    a0 = f_to_s(floor(v[13].x));
    // dp4 R0.x, v0, c[A0+100]
    r[0].x = f_dot(v[0], load_row_c(a0 + 100u));
    // dp4 R0.y, v0, c[A0+101]
    r[0].y = f_dot(v[0], load_row_c(a0 + 101u));
    // dp4 R0.z, v0, c[A0+102]
    r[0].z = f_dot(v[0], load_row_c(a0 + 102u));
    // arl A0, v13.y
    a0 = f_to_s(floor(v[13].y));
    // dp4 R1.x, v0, c[A0+100]
    r[1].x = f_dot(v[0], load_row_c(a0 + 100u));
    // dp4 R1.y, v0, c[A0+101]
    r[1].y = f_dot(v[0], load_row_c(a0 + 101u));
    // dp4 R1.z, v0, c[A0+102]
    r[1].z = f_dot(v[0], load_row_c(a0 + 102u));
    // mul R2.xyz, R0, v1.x
    r[2].xyz = f_mul_zero(r[0].xyz, v[1].xxx);
    // mad R2.xyz, R1, v1.y, R2
    r[2].xyz = f_mul_zero(r[1].xyz, v[1].yyy) + r[2].xyz;
    // mov R2.w, c[10].w
    r[2].w = c[10].w;
    // dp4 oPos.x, R2, c[96]
    o[0].x = f_dot(r[2], c[96]);
    // dp4 oPos.y, R2, c[97]
    o[0].y = f_dot(r[2], c[97]);
    // dp4 oPos.z, R2, c[98]
    o[0].z = f_dot(r[2], c[98]);
    // dp4 oPos.w, R2, c[99]
    o[0].w = f_dot(r[2], c[99]);
    // mov oD0, v3
    o[3] = v[3];
    gl_Position = o[0];
    o3_out = o[3];
}
---- err
$DATA/nv2a/skin2.bin: note: guessed nv2a, --isa to choose
$DATA/nv2a/skin2.bin: note: assumes nv2a.constant_range=all: the program reads c[] relative to A0; method 0x1e94 is not in the file
