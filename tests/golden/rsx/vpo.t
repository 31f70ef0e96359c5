run: relit disasm in.vpo && relit disasm in.vpo | relit asm -o out.vpo - && cmp in.vpo out.vpo && relit translate in.vpo && relit run in.vpo --inputs in.json | grep o1\"
# float4 gain : BOOST, c[466], with a default: MOV R1.zw, c[466].x; ADD o[1], c[466].z, v[3]
---- hex in.vpo
00001b5b 00000006 000000b0 00000001 00000020 00000050 00000020 00000070
00000418 00000882 00001006 000001d2 00000090 000000a0 00000000 00000095
00001001 00000003 00000001 00000000 00000002 00000000 00000002 00000008
00000001 00000020 00000000 00000000 00009c6c 005d2000 0186c083 60407ffc
401f9c6c 00dd2355 0186c083 6041ff85 6761696e 00424f4f 53540000 00000000
3f800000 40000000 00000000 bf800000
---- in in.json
{"v3": [1, 2, 3, 4]}
---- out
.container profile=vertex, revision=6, size=176, parameters=1, table=32, program=80, code.size=32, code=112
.parameter type=float4, resource=C, variability=uniform, index=466, name=144, default=160, semantic=149, direction=in, number=3, referenced=1  // gain : BOOST
.vertex instructions=2, registers=2, inputs=8, outputs=1, clip=32
.pad 8
.code
000: MOV R1.zw, c[466].x;  // c[466] = gain
001: ADD o[1], c[466].z, v[3];  // c[466] = gain
.endcode
.name "gain"
.name "BOOST"
.pad 5
.default 0x3f800000, 0x40000000, 0x00000000, 0xbf800000  // 1.0, 2.0, 0.0, -1.0
#version 450
layout(location = 3) in vec4 v3;
layout(location = 1) out vec4 o1;
precise o1;
layout(std140, set = 0, binding = 0) uniform c_block {
    layout(offset = 7456) vec4 gain;
};

void main() {
    o1 = gain.z + v3;
}
  "o1": ["3f800000","40000000","40400000","40800000"],
---- err
<stdin>: note: guessed rsx.vp, --isa to choose
