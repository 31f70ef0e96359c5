run: relit asm v.txt -o v.vpo && relit asm f.txt -o f.fpo && relit translate v.vpo && relit translate f.fpo && relit translate v.vpo --constants packed && relit translate v.vpo --for opengl --target-version 330 --constants packed | grep -A4 uniform && relit translate v.vpo --json --constants packed | grep -A14 members && relit translate v.vpo --literal --constants packed
exit: 2
# Attributes, varyings and samplers have the names of the file's parameters, too. Packed, uniforms follow each other, in every
# version, and "members" says where the guest has them; literal text has the guest's numbers.
---- in v.txt
.container profile=vertex, revision=6, size=576, parameters=8, table=32, program=416, code.size=64, code=448
.parameter type=float4, resource=ATTR0, variability=varying, direction=in, referenced=1, name=512
.parameter type=float4, resource=ATTR3, variability=varying, direction=in, referenced=1, name=521
.parameter type=float4x4, resource=C, variability=uniform, direction=in, referenced=1, index=256, name=529
.parameter type=float4, resource=C, variability=uniform, direction=in, referenced=1, index=460, name=533
.parameter type=float4, resource=C, variability=uniform, direction=in, referenced=1, index=461, name=538
.parameter type=float4, resource=HPOS, variability=varying, direction=out, referenced=1, name=545
.parameter type=float4, resource=COL0, variability=varying, direction=out, referenced=1, name=555
.parameter type=float4, resource=TEX0, variability=varying, direction=out, referenced=1, name=562
.vertex instructions=4, registers=2, inputs=9, outputs=0x4001, clip=0
.pad 8
.code
000: DP4 o[0].x, v[0], c[256];
001: DP4 o[0].y, v[0], c[257];
002: MUL o[1], v[3], c[460];
003: MOV o[7], v[0];
.endcode
.name "position"
.name "in.tint"
.name "mvp"
.name "gain"
.name "unused"
.name "oPosition"
.name "oColor"
.name "oUv"
.pad 10
---- in f.txt
.container profile=fragment, revision=6, size=272, parameters=3, table=32, program=176, code.size=32, code=208
.parameter type=float4, resource=COL0, variability=varying, direction=in, referenced=1, name=240
.parameter type=float2, resource=TEX0, variability=varying, direction=in, referenced=1, name=246
.parameter type=sampler2D, resource=TEXUNIT0, variability=uniform, direction=in, referenced=1, name=249
.fragment instructions=2, inputs=0x4002, partial=0, texcoords=1, texcoords.2d=1, registers=2
.pad 10
.code
000: TEXR R0, f[TEX0], TEX0;
010: MULR R0, R0, f[COL0]; # last instruction
.endcode
.name "color"
.name "uv"
.name "diffuse"
.pad 15
---- out
#version 450
layout(location = 0) in vec4 position;
layout(location = 3) in vec4 in_tint_g;
precise gl_Position;
layout(location = 1) out vec4 oColor;
precise oColor;
layout(location = 7) out vec4 oUv;
precise oUv;
layout(std140, set = 0, binding = 0) uniform c_block {
    layout(offset = 4096) vec4 mvp[4];
    layout(offset = 7360) vec4 gain;
};

float f_dot(vec4 a, vec4 b) { // dot() may add in any order
    precise float sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    return sum;
}

void main() {
    gl_Position = vec4(f_dot(position, mvp[0]), f_dot(position, mvp[1]), 0.0, 1.0);
    oColor = in_tint_g * gain;
    oUv = position;
}
#version 450
layout(location = 7) in vec4 uv;
layout(location = 1) in vec4 color;
layout(location = 0) out vec4 color0;
precise color0;
layout(set = 2, binding = 0) uniform sampler2D diffuse;

float f_sat(float a) {
    return a > 0.0 ? (a < 1.0 ? a : 1.0) : 0.0;
}
vec4 f_sat(vec4 a) {
    return vec4(f_sat(a.x), f_sat(a.y), f_sat(a.z), f_sat(a.w));
}

void main() {
    vec4 r0_1 = texture(diffuse, uv.xy);
    color0 = r0_1 * f_sat(color);
}
#version 450
layout(location = 0) in vec4 position;
layout(location = 3) in vec4 in_tint_g;
precise gl_Position;
layout(location = 1) out vec4 oColor;
precise oColor;
layout(location = 7) out vec4 oUv;
precise oUv;
layout(std140, set = 0, binding = 0) uniform c_block {
    vec4 mvp[2];
    vec4 gain;
};

float f_dot(vec4 a, vec4 b) { // dot() may add in any order
    precise float sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    return sum;
}

void main() {
    gl_Position = vec4(f_dot(position, mvp[0]), f_dot(position, mvp[1]), 0.0, 1.0);
    oColor = in_tint_g * gain;
    oUv = position;
}
layout(std140) uniform c_block {
    vec4 mvp[2];
    vec4 gain;
};

      "members": [
        {
          "name": "mvp",
          "offset": 0,
          "guest_offset": 4096,
          "count": 2
        },
        {
          "name": "gain",
          "offset": 32,
          "guest_offset": 7360,
          "count": 1
        }
      ]
    }
---- err
v.txt: note: guessed rsx.vp, --isa to choose
f.txt: note: guessed rsx.fp, --isa to choose
v.vpo: note: GLSL 330 has no `precise`: float arithmetic may be contracted or reassociated
relit: error: --constants packed: literal text has the guest's numbers
