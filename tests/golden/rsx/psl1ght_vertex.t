run: relit disasm t.vpo && relit disasm t.vpo | relit asm --isa rsx.vp -o again - && cmp t.vpo again && relit info t.vpo | tail -n +18 && relit translate t.vpo
---- hex t.vpo
56500000 00010002 00040006 00000024 0000003c 000000c0 00000009 00000005
00000000 000000ac 00000000 09000000 000000b5 00000003 09000000 000000bc
00000000 0b000400 3f800000 00000000 00000000 00000000 00000000 00000001
00000000 00000000 3f800000 00000000 00000000 00000000 00000002 00000000
00000000 00000000 3f800000 00000000 00000000 00000003 00000000 00000000
00000000 00000000 3f800000 706f7369 74696f6e 00636f6c 6f757200 6d767000
401f9c6c 01c0300d 8106c0c3 60403f80 401f9c6c 01c0200d 8106c0c3 60405f80
401f9c6c 01c0100d 8106c0c3 60409f80 401f9c6c 01c0000d 8106c0c3 60411f80
00001c6c 0080430d 811540c3 6041fffc 401f9c6c 0040000d 8086c083 6041ff85
---- out
.psl1ght.vertex registers=1, attributes=2, constants=4, slots=6, attribute.table=36, constant.table=60, code=192, inputs=9, outputs=5
.attribute name=172, kind=float4  // position
.attribute name=181, index=3, kind=float4  // colour
.uniform name=188, kind=float4x4, count=4, x=0x3f800000  // mvp: 1.0, 0.0, 0.0, 0.0
.uniform index=1, y=0x3f800000  // 0.0, 1.0, 0.0, 0.0
.uniform index=2, z=0x3f800000  // 0.0, 0.0, 1.0, 0.0
.uniform index=3, w=0x3f800000  // 0.0, 0.0, 0.0, 1.0
.name "position"
.name "colour"
.name "mvp"
.code
000: DP4 o[0].w, v[0], c[3];  // v[0] = position, c[3] = mvp[3]
001: DP4 o[0].z, v[0], c[2];  // v[0] = position, c[2] = mvp[2]
002: DP4 o[0].y, v[0], c[1];  // v[0] = position, c[1] = mvp[1]
003: DP4 o[0].x, v[0], c[0];  // v[0] = position, c[0] = mvp[0]
004: MUL R0, v[3], c[4].y;  // v[3] = colour
005: MOV o[1], R0;
.endcode
calls                    no
rsx.vp.output_mask       37
container                PSL1GHT
header reserved          0
header registers         1
header attributes        2
header constants         4
header slots             6
header attribute.table   36
header constant.table    60
header code              192
header inputs            9
header outputs           5
header first.constant    0
header first.slot        0
attribute 0              float4 position, index 0
attribute 1              float4 colour, index 3
constant 2               float4x4 mvp, c[0], 1.0, 0.0, 0.0, 0.0
constant 3               a row of it, c[1], 0.0, 1.0, 0.0, 0.0
constant 4               a row of it, c[2], 0.0, 0.0, 1.0, 0.0
constant 5               a row of it, c[3], 0.0, 0.0, 0.0, 1.0
#version 450
layout(location = 0) in vec4 position;
layout(location = 3) in vec4 colour;
precise gl_Position;
layout(location = 1) out vec4 o1;
precise o1;
layout(std140, set = 0, binding = 0) uniform c_block {
    layout(offset = 0) vec4 mvp[4];
    layout(offset = 64) vec4 c4;
};

float f_dot(vec4 a, vec4 b) { // dot() may add in any order
    precise float sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    return sum;
}

void main() {
    gl_Position = vec4(f_dot(position, mvp[0]), f_dot(position, mvp[1]), f_dot(position, mvp[2]), f_dot(position, mvp[3]));
    o1 = colour * c4.y;
}
