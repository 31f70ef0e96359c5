run: relit asm --isa nv2a in.vsh
exit: 3
---- in in.vsh
mov oPos, v0
mul r0, c1, c2
---- err
in.vsh:2:13: error: two different constants in one word: c[1] and c[2]
