run: relit disasm in && relit disasm in | relit asm -o out - && cmp in out && relit translate in && relit info in
# two slots, c[466], branch bits, user clip planes, and state of a fragment program
---- hex in
00041e9c 00000000 00200b80 00009c6c 005d2000 0186c083 60407ffc 401f9c6c
00dd2355 0186c083 6041ff85 00141efc 000001d2 3f800000 00000000 00000000
00000000 00041ff8 00000005 00041478 00000020 000408e4 00001001 00041d60
02000440 00040b44 00000011 00041d88 000012d0 00041a04 00008629
---- out
.stream
.method SET_TRANSFORM_PROGRAM_LOAD, 1
.data 0x00000000
.method SET_TRANSFORM_PROGRAM, 8
000: MOV R1.zw, c[466].x;
001: ADD o[1], c[466].z, v[3];
.end
.method SET_TRANSFORM_CONSTANT_LOAD, 5
.data 0x000001d2
.data 0x3f800000, 0x00000000, 0x00000000, 0x00000000  // 1.0, 0.0, 0.0, 0.0
.method SET_TRANSFORM_BRANCH_BITS, 1
.data 0x00000005
.method SET_USER_CLIP_PLANE_CONTROL, 1
.data 0x00000020
.method SET_SHADER_PROGRAM, 1
.data 0x00001001
.method SET_SHADER_CONTROL, 1
.data 0x02000440
.method 0x0b44, 1  // SET_TEX_COORD_CONTROL
.data 0x00000011
.method SET_SHADER_WINDOW, 1
.data 0x000012d0
.method 0x1a04, 1  // SET_TEXTURE
.data 0x00008629
#version 450
layout(location = 3) in vec4 v3;
layout(location = 1) out vec4 o1;
precise o1;
layout(std140, set = 0, binding = 0) uniform c_block { vec4 c[468]; };

void main() {
    o1 = c[466].z + v3;
}
isa                      rsx.vp
bytes                    124
kind                     method stream
byte order               big-endian dwords
slots                    2
END                      slot 1
paired instructions      0
unused fields            sony
temporaries              R1
inputs read              v3
constants read           c466
outputs written          o[1] COL0
relative registers       none
branch bits              none
textures                 none
condition registers      not written
jumps                    no
calls                    no
rsx.fp.control           33555520
rsx.fp.texcoord1         17
rsx.fp.texture0.kind     2
rsx.fp.texture0.unnormalised 0
rsx.fp.window            4816
rsx.vp.branch_bits       5
rsx.vp.user_clip         32
constants loaded         1
SET_SHADER_PROGRAM       0x00001001
SET_TEX_COORD_CONTROL 1  0x00000011
SET_USER_CLIP_PLANE_CONTROL 0x00000020
SET_TEXTURE 1            0x00008629
SET_SHADER_CONTROL       0x02000440
SET_SHADER_WINDOW        0x000012d0
SET_TRANSFORM_PROGRAM_LOAD 0x00000002
SET_TRANSFORM_CONSTANT_LOAD 0x000001d2
SET_TRANSFORM_BRANCH_BITS 0x00000005
---- err
in: note: guessed rsx.vp, --isa to choose
in: note: guessed rsx.vp, --isa to choose
<stdin>: note: guessed rsx.vp, --isa to choose
in: note: guessed rsx.vp, --isa to choose
in: note: guessed rsx.vp, --isa to choose
