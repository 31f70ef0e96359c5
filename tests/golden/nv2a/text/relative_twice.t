run: relit asm --isa nv2a in.vsh
exit: 3
---- in in.vsh
mov oT0, c[60 + A0]
mov oT1, c[A0 + A0]
---- err
in.vsh:2:17: error: A0 can be added, and only once
