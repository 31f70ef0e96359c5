run: relit asm --isa nv2a in.vsh | relit disasm --constants d3d -
---- in in.vsh
vs.1.1
m4x4 oPos, v0, c0
mov oD0, v5
---- out
.constants d3d
dp4 oPos.x, v0, c[0]
dp4 oPos.y, v0, c[1]
dp4 oPos.z, v0, c[2]
dp4 oPos.w, v0, c[3]
mov oD0, v5
---- err
<stdin>: note: guessed nv2a, --isa to choose
