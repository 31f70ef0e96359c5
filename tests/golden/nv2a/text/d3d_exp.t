run: relit asm --isa nv2a in.vsh
exit: 3
---- in in.vsh
vs.1.1
mov oPos, v0
exp r0, v1.x
---- err
in.vsh:3:1: error: exp has full precision; NV2A has only expp, with less
