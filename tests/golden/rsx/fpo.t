run: relit disasm in.fpo && relit disasm in.fpo | relit asm -o out.fpo - && cmp in.fpo out.fpo && relit translate in.fpo
# float3 lightPosition in the one constant of MOVR R0, {1, 2, 0, 0}; 32-bit exports and depth
---- hex in.fpo
00001b5c 00000006 000000b0 00000001 00000020 00000070 00000020 00000090
00000417 00000882 00001006 ffffffff 00000050 00000000 00000060 00000000
00001001 00000002 00000001 00000000 6c696768 74506f73 6974696f 6e000000
00000001 00000010 00000000 00000000 00000001 00014000 00000000 00050003
00040300 01010000 00000000 00000000 1e010100 c8021c9d c8000001 c8000001
00003f80 00004000 00000000 00000000
---- out
.container profile=fragment, revision=6, size=176, parameters=1, table=32, program=112, code.size=32, code=144
.parameter type=float3, resource=C, variability=uniform, index=0xffffffff, name=80, constants=96, direction=in, number=2, referenced=1  // lightPosition
.name "lightPosition"
.pad 2
.constants 16
.pad 8
.fragment instructions=1, inputs=0x14000, texcoords=5, texcoords.2d=3, texcoords.centroid=4, registers=3, depth=1, kills=1
.pad 10
.code
000: MOVR R0, {0x3f800000(1), 0x40000000(2), 0x00000000(0), 0x00000000(0)}; # last instruction  // {} = lightPosition
.endcode
#version 450
layout(location = 0) out vec4 color0;
precise color0;
precise gl_FragDepth;
layout(std140, set = 0, binding = 1) uniform fconst_block {
    layout(offset = 0) vec4 lightPosition;
};

void main() {
    color0 = lightPosition;
    gl_FragDepth = 0.0;
}
---- err
<stdin>: note: guessed rsx.fp, --isa to choose
