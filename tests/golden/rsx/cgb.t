run: relit disasm half.cgb && relit disasm half.cgb | relit asm --isa rsx.fp -o again - && cmp half.cgb again && relit info half.cgb | tail -n +19 && relit translate half.cgb
---- hex half.cgb
43474200 00000000 00100103 00000005 0000ffff 00000000 00000440 02000000
3e010100 c8011c9d c8000001 c8003fe1 00100000 00000000 00000000 00000000
00060000 0000
---- out
.cgb code.size=16, stage=fragment, tables=3
.cgb.fragment inputs=5, texcoords.2d=0xffff, control=0x440, registers=2
.code
000: MOVR R0, f[COL0]; # last instruction
.endcode
.cgb.values size=16
.pad 12
.cgb.names size=6
nesting                  0
constants                0
constant offsets         none
rsx.fp.control           33555520
container                CGB
header version           0
header compiler          0
header code.size         16
header stage             fragment
header tables            3
header inputs            5
header texcoords         0
header texcoords.2d      0xffff
header texcoords.centroid 0
header reserved          0
header control           0x440
header registers         2
header reserved.24       0
#version 450
layout(location = 1) in vec4 col0;
layout(location = 0) out vec4 color0;
precise color0;

float f_sat(float a) {
    return a > 0.0 ? (a < 1.0 ? a : 1.0) : 0.0;
}
vec4 f_sat(vec4 a) {
    return vec4(f_sat(a.x), f_sat(a.y), f_sat(a.z), f_sat(a.w));
}

void main() {
    color0 = f_sat(col0);
}
