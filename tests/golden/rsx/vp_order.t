run: relit disasm little.vp
run: relit disasm little.vp > text && relit asm text -o again && cmp little.vp again
run: relit translate little.vp
# BRI(LE.x) L2, as Sony's compiler has it, then MOV o[1], v[3] and MOV o[0], v[0]; dwords of a little-endian host, as RPCS3 keeps them
---- hex little.vp
00 8c 1f 00 0d 00 00 48 80 c0 06 81 fc 1f 40 40
6c 9c 1f 40 0d 03 40 00 83 c0 06 81 84 ff 41 60
6c 9c 1f 40 0d 00 40 00 83 c0 06 81 81 ff 41 60
---- out
.order little  // little-endian dwords
000: BRI(LE.x) L2;
001: MOV o[1], v[3];
L2:
002: MOV o[0], v[0];
#version 450
layout(location = 0) in vec4 v0;
precise gl_Position;
layout(location = 1) out vec4 o1;
precise o1;

void main() {
    gl_Position = v0;
    o1 = vec4(0.0, 0.0, 0.0, 1.0);
}
---- err
little.vp: note: guessed rsx.vp, --isa to choose
little.vp: note: guessed rsx.vp, --isa to choose
text: note: guessed rsx.vp, --isa to choose
little.vp: note: guessed rsx.vp, --isa to choose
