run: relit asm --isa nv2a in.vsh
exit: 3
---- in in.vsh
#m matrix4 100
mov #m[A0+1], R0
---- err
in.vsh:2:5: error: a write to c[] cannot be relative to A0
