run: relit disasm t.fpo && relit disasm t.fpo | relit asm --isa rsx.fp -o again - && cmp t.fpo again && relit info t.fpo | tail -n +18 && relit translate t.fpo
---- hex t.fpo
46500000 00020003 00010007 00000024 00000054 00000090 00000040 00010001
00000000 00000070 00000001 09000000 00000077 00000004 07000000 0000007a
00000000 0f000000 00000002 00000020 00000060 00000080 00000048 09000100
00000000 00000000 00000000 00000000 636f6c6f 75720075 7600696d 61676500
74696e74 00000000 00000000 00000000 9e001700 c8011c9d c8000001 c8003fe1
1e000200 c8001c9d c8020001 c8000001 00000000 00000000 00000000 00000000
3e020200 c8011c9d 00020000 c8000001 00003f00 00004000 00000000 00003f80
1e010400 c8001c9d c8020001 c8040001 00000000 00000000 00000000 00000000
---- out
.psl1ght.fragment registers=2, attributes=3, constants=1, slots=7, attribute.table=36, constant.table=84, code=144, control=64, texcoords=1, texcoords.2d=1
.attribute name=112, index=1, kind=float4  // colour
.attribute name=119, index=4, kind=float2  // uv
.attribute name=122, kind=sampler2D  // image
.constants 32, 96
.uniform name=128, index=72, kind=float4, count=1  // tint: 0.0, 0.0, 0.0, 0.0
.name "colour"
.name "uv"
.name "image"
.name "tint"
.pad 11
.code
000: TEXR R0, f[TEX0], TEX0;  // f[TEX0] = uv, TEX0 = image
001: MULR R0, R0, {0x00000000(0), 0x00000000(0), 0x00000000(0), 0x00000000(0)};  // {} = tint
003: MULR R1, f[COL0], {0x3f000000(0.5), 0x40000000(2), 0x00000000(0), 0x3f800000(1)}.x @ {index=0x00000000};  // f[COL0] = colour
005: MADR R0, R0, {0x00000000(0), 0x00000000(0), 0x00000000(0), 0x00000000(0)}, R1; # last instruction  // {} = tint
.endcode
calls                    0
nesting                  0
constants                3
constant offsets         32 64 96
constant 0               at byte 32 (tint): 0x00000000(0), 0x00000000(0), 0x00000000(0), 0x00000000(0)
constant 1               at byte 64: 0x3f000000(0.5), 0x40000000(2), 0x00000000(0), 0x3f800000(1)
constant 2               at byte 96 (tint): 0x00000000(0), 0x00000000(0), 0x00000000(0), 0x00000000(0)
rsx.fp.control           33555520
rsx.fp.texcoord0         1
container                PSL1GHT
header reserved          0
header registers         2
header attributes        3
header constants         1
header slots             7
header attribute.table   36
header constant.table    84
header code              144
header control           64
header texcoords         1
header texcoords.2d      1
header texcoords.3d      0
header reserved.end      0
attribute 0              float4 colour, index 1
attribute 1              float2 uv, index 4
attribute 2              sampler2D image, index 0
constant 3               float4 tint, places at byte 0x48, 0.0, 0.0, 0.0, 0.0
#version 450
layout(location = 7) in vec4 uv;
layout(location = 1) in vec4 colour;
layout(location = 0) out vec4 color0;
precise color0;
layout(std140, set = 0, binding = 1) uniform fconst_block {
    layout(offset = 0) vec4 tint;
    layout(offset = 16) vec4 fconst1;
    layout(offset = 32) vec4 tint_2;
};
layout(set = 2, binding = 0) uniform sampler2D image_g;

float f_sat(float a) {
    return a > 0.0 ? (a < 1.0 ? a : 1.0) : 0.0;
}
vec4 f_sat(vec4 a) {
    return vec4(f_sat(a.x), f_sat(a.y), f_sat(a.z), f_sat(a.w));
}

void main() {
    vec4 r0_1 = texture(image_g, uv.xy);
    color0 = r0_1 * tint * tint_2 + f_sat(colour) * fconst1.x;
}
