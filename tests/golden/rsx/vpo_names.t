run: relit asm in.txt -o in.vpo && relit translate in.vpo && relit translate in.vpo --for opengl --target-version 330 | grep -A9 c_block && relit translate in.vpo --to spirv -o - | spirv-dis --no-indent | grep -E 'OpMember|TypeStruct|OpName.*(v3|c467|mvp)'
# Uniforms have the names of the file's parameters, and lie where the constants lie; only those that are used are declared.
# Before GLSL 440 what is not used fills the gaps; SPIR-V has the same members. A matrix is an array of its rows. Names that GLSL
# keeps to itself are changed; constants without names have numbers.
---- in in.txt
.container profile=vertex, revision=6, size=304, parameters=3, table=32, program=176, code.size=64, code=208
.parameter type=float4x4, resource=C, variability=uniform, index=256, name=272, direction=in, number=0, referenced=1
.parameter type=float4, resource=C, variability=uniform, index=460, name=276, direction=in, number=1, referenced=1
.parameter type=float4, resource=C, variability=uniform, index=461, name=283, direction=in, number=2, referenced=1
.vertex instructions=4, registers=2, inputs=9, outputs=3, clip=32
.pad 8
.code
000: DP4 o[0].x, v[0], c[257];
001: MUL R0, v[3], c[460];
002: ADD o[1], R0, c[461];
003: MOV o[2], c[467];
.endcode
.name "mvp"
.name "sample"
.name "gl_tint"
.pad 13
---- out
#version 450
layout(location = 0) in vec4 v0;
layout(location = 3) in vec4 v3;
precise gl_Position;
layout(location = 1) out vec4 o1;
precise o1;
layout(location = 2) out vec4 o2;
precise o2;
layout(std140, set = 0, binding = 0) uniform c_block {
    layout(offset = 4096) vec4 mvp[4];
    layout(offset = 7360) vec4 sample_g;
    layout(offset = 7376) vec4 g_gl_tint;
    layout(offset = 7472) vec4 c467;
};

float f_dot(vec4 a, vec4 b) { // dot() may add in any order
    precise float sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    return sum;
}

void main() {
    gl_Position = vec4(f_dot(v0, mvp[1]), 0.0, 0.0, 1.0);
    o1 = v3 * sample_g + g_gl_tint;
    o2 = c467;
}
layout(std140) uniform c_block {
    vec4 unused[256];
    vec4 mvp[4];
    vec4 unused_2[200];
    vec4 sample_g;
    vec4 g_gl_tint;
    vec4 unused_3[5];
    vec4 c467;
};

OpName %v3_in "v3_in"
OpMemberName %_struct_14 0 "mvp"
OpMemberName %_struct_14 1 "sample"
OpMemberName %_struct_14 2 "gl_tint"
OpMemberName %_struct_14 3 "c467"
OpMemberDecorate %_struct_14 0 Offset 4096
OpMemberDecorate %_struct_14 1 Offset 7360
OpMemberDecorate %_struct_14 2 Offset 7376
OpMemberDecorate %_struct_14 3 Offset 7472
%_struct_14 = OpTypeStruct %_arr_v4float_uint_4 %v4float %v4float %v4float
---- err
in.txt: note: guessed rsx.vp, --isa to choose
in.vpo: note: GLSL 330 has no `precise`: float arithmetic may be contracted or reassociated
