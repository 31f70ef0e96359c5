run: relit asm in.txt -o in.vpo && relit translate in.vpo && relit verify in.vpo --constants packed --samples 16 | sed 's/ (.*//'
# Where a program looks constants up at computed places the block is an array, and what is used by its number has its name in
# a variable.
---- in in.txt
.container profile=vertex, revision=6, size=288, parameters=3, table=32, program=176, code.size=64, code=208
.parameter type=float4x4, resource=C, variability=uniform, index=256, name=272, direction=in, number=0, referenced=1
.parameter type=float4, resource=C, variability=uniform, index=460, name=276, direction=in, number=1, referenced=1
.parameter type=float4, resource=C, variability=uniform, index=461, name=280, direction=in, number=2, referenced=1
.vertex instructions=4, registers=2, inputs=9, outputs=3, clip=32
.pad 8
.code
000: ARL A0.x, v[0];
001: MUL R0, v[3], c[460];
002: ADD o[1], R0, c[A0.x + 461];
003: MOV o[2], c[257];
.endcode
.name "mvp"
.name "sum"
.name "dot"
.pad 5
---- out
#version 450
layout(location = 0) in vec4 v0;
layout(location = 3) in vec4 v3;
layout(location = 1) out vec4 o1;
precise o1;
layout(location = 2) out vec4 o2;
precise o2;
// c[256] mvp[0]
// c[257] mvp[1]
// c[258] mvp[2]
// c[259] mvp[3]
// c[460] sum
// c[461] dot
layout(std140, set = 0, binding = 0) uniform c_block { vec4 c[468]; };
vec4 mvp_1 = c[257];
vec4 sum = c[460];

uint f_to_s(float a) {
    if (isnan(a)) return 0u;
    if (a >= 2147483648.0) return ~0u >> 1;
    return a <= -2147483648.0 ? ~(~0u >> 1) : uint(int(a));
}

vec4 load_row_c(uint p0) {
    bool test0 = p0 < 468u;
    return test0 ? c[test0 ? p0 : 0u] : vec4(0.0);
}

void main() {
    o1 = v3 * sum + load_row_c(f_to_s(floor(v0.x)) + 461u);
    o2 = mvp_1;
}
spirv  agrees with the interpreter on 16 samples
glsl   agrees with the interpreter on 16 samples
spirv  agrees with the interpreter on 48 invocations in a pipeline
glsl   agrees with the interpreter on 48 invocations in a pipeline
---- err
in.txt: note: guessed rsx.vp, --isa to choose
