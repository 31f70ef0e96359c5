run: relit disasm a.vpo && relit disasm a.vpo | relit asm --isa rsx.vp -o again - && cmp a.vpo again && relit translate a.vpo && relit run a.vpo --inputs in.json --numbers | grep '"o0"'
---- hex a.vpo
56500000 00010001 00060004 00000024 00000030 000000f0 00000001 00000000
00000000 000000d8 00000000 09000000 000000e1 00000008 09000200 00000000
00000000 00000000 00000000 00000000 00000009 00000000 00000000 00000000
00000000 00000000 000000ea 00000004 0c000300 3f800000 00000000 00000000
00000000 00000000 00000005 00000000 00000000 3f800000 00000000 00000000
00000000 00000006 00000000 00000000 00000000 3f800000 00000000 00000000
0000000a 09010100 3f000000 40000000 00000000 3f800000 706f7369 74696f6e
00626f6e 65735b30 5d007475 726e0000 00001c6c 0080a00d 811540c3 6041fffc
00001c6c 00c0900d 8086c083 6061fffc 00001c6c 0140500d 8086c0c3 60411ffc
401f9c6c 0040000d 8086c083 6041ff81
---- in in.json
{"v0": [1, 2, 3, 4], "c5": [2, 0, 0, 0], "c9": [1, 1, 1, 1]}
---- out
.psl1ght.vertex registers=1, attributes=1, constants=6, slots=4, attribute.table=36, constant.table=48, code=240, inputs=1
.attribute name=216, kind=float4  // position
.uniform name=225, index=8, kind=float4, count=2  // bones[0]: 0.0, 0.0, 0.0, 0.0
.uniform index=9  // 0.0, 0.0, 0.0, 0.0
.uniform name=234, index=4, kind=float3x3, count=3, x=0x3f800000  // turn: 1.0, 0.0, 0.0, 0.0
.uniform index=5, y=0x3f800000  // 0.0, 1.0, 0.0, 0.0
.uniform index=6, z=0x3f800000  // 0.0, 0.0, 1.0, 0.0
.uniform index=10, kind=float4, internal=1, count=1, x=0x3f000000, y=0x40000000, w=0x3f800000  // 0.5, 2.0, 0.0, 1.0
.name "position"
.name "bones[0]"
.name "turn"
.pad 1
.code
000: MUL R0, v[0], c[10].y;  // v[0] = position
001: ADD R0, R0, c[9];  // c[9] = bones[1]
002: DP3 R0.x, R0, c[5];  // c[5] = turn[1]
003: MOV o[0], R0;
.endcode
#version 450
layout(location = 0) in vec4 position;
precise gl_Position;
layout(std140, set = 0, binding = 0) uniform c_block {
    layout(offset = 64) vec4 turn[3];
    layout(offset = 128) vec4 bones[2];
    layout(offset = 160) vec4 c10;
};

float f_dot(vec3 a, vec3 b) { // dot() may add in any order
    precise float sum = a.x * b.x + a.y * b.y + a.z * b.z;
    return sum;
}

void main() {
    precise vec4 r0_1 = position * c10.y + bones[1];
    gl_Position.yzw = r0_1.yzw;
    gl_Position.x = f_dot(r0_1.xyz, turn[1].xyz);
}
  "o0": [6.0,5.0,7.0,9.0],
