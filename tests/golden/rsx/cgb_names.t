run: relit disasm n.cgb && relit disasm n.cgb 2> /dev/null | relit asm --isa rsx.vp -o again - && cmp n.cgb again && relit translate n.cgb && relit info n.cgb | tail -n +21 && relit translate g.cgb && relit disasm f.cgb && relit disasm f.cgb 2> /dev/null | relit asm --isa rsx.fp -o again - && cmp f.cgb again && relit translate f.cgb
---- hex n.cgb
43474200 00000000 00200007 00080100 00000001 00000020 00000000 00000000
00009c6c 0041000d 8186c083 6041fffc 401f9c6c 00c0330d 8186c083 6041ff85
00200001 00100000 00000000 00000000 3f800000 40000000 00000000 bf800000
00300003 00000000 0001ffff 00030000 0008ffff 00030000 000dffff 00100063
6f6c6f75 72006761 696e0062 69617300 001c0003 04180844 00000000 04180882
00010004 04180882 00010004
---- hex g.cgb
43474200 00000000 00200003 00080100 00000001 00000020 00000000 00000000
00009c6c 0041000d 8186c083 6041fffc 401f9c6c 00c0330d 8186c083 6041ff85
00200001 00100000 00000000 00000000 3f800000 40000000 00000000 bf800000
00300003 00000000 0001ffff 00030000 0008ffff 00030000 000dffff 00100063
6f6c6f75 72006761 696e0062 69617300
---- hex f.cgb
43474200 00000000 00200102 00000001 00010001 00000000 00000440 02000000
1e010100 c8021c9d c8000001 c8000001 00003f80 00004000 00000000 00000000
00290002 00030000 0001ffff 00020000 0007ffff 0400ffff 00010010 00696d61
6765006c 6576656c 00
---- out
// warning: that values of constants stand at the end of their table is a guess
.cgb code.size=32, tables=7
.cgb.vertex inputs=8, registers=1, outputs=1, clip=32
.code
000: MOV R1, c[16];  // c[16] = bias
001: ADD o[1], c[3], v[3];  // v[3] = colour, c[3] = gain
.endcode
.cgb.values size=32, count=1
.half 16
.pad 10
.default 0x3f800000, 0x40000000, 0x00000000, 0xbf800000  // 1.0, 2.0, 0.0, -1.0
.cgb.names size=48, count=3
.cgb.name name=1, parent=0xffff, resource=3
.cgb.name name=8, parent=0xffff, resource=3
.cgb.name name=13, parent=0xffff, resource=16
.pad 1
.name "colour"
.name "gain"
.name "bias"
.cgb.types size=28, count=3
.cgb.type type=float4, resource=ATTR3
.cgb.type type=float4, resource=C, flags=1, values=4
.cgb.type type=float4, resource=C, flags=1, values=4
#version 450
layout(location = 3) in vec4 colour;
layout(location = 1) out vec4 o1;
precise o1;
layout(std140, set = 0, binding = 0) uniform c_block {
    layout(offset = 48) vec4 gain;
};

void main() {
    o1 = gain + colour;
}
header version           0
header compiler          0
header code.size         32
header stage             vertex
header tables            7
header inputs            8
header registers         1
header reserved          0
header outputs           1
header clip              32
header slot              0
header reserved.16       0
header reserved.32       0
name 0                   colour, resource 3
name 1                   gain, resource 3
name 2                   bias, resource 16
warning                  that values of constants stand at the end of their table is a guess
#version 450
layout(location = 3) in vec4 colour;
layout(location = 1) out vec4 o1;
precise o1;
layout(std140, set = 0, binding = 0) uniform c_block {
    layout(offset = 48) vec4 gain;
};

void main() {
    o1 = gain + colour;
}
.cgb code.size=32, stage=fragment, tables=2
.cgb.fragment inputs=1, texcoords=1, texcoords.2d=1, control=0x440, registers=2
.code
000: MOVR R0, {0x3f800000(1), 0x40000000(2), 0x00000000(0), 0x00000000(0)}; # last instruction  // {} = level
.endcode
.cgb.names size=41, count=2, resources=3
.cgb.name name=1, parent=0xffff, resource=2
.cgb.name name=7, parent=0xffff, resource=1024
.half 65535, 1, 16
.pad 1
.name "image"
.name "level"
#version 450
layout(location = 0) out vec4 color0;
precise color0;
layout(std140, set = 0, binding = 1) uniform fconst_block {
    layout(offset = 0) vec4 level;
};

void main() {
    color0 = level;
}
---- err
n.cgb: warning: that values of constants stand at the end of their table is a guess
