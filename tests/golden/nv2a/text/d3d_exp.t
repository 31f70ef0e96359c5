run: relit asm --isa nv2a in.vsh
exit: 3
---- in in.vsh
vs.1.1
mov oPos, v0
exp r0, v1.x
---- err
in.vsh:3:1: error: exp has full precision, and NV2A no instruction for it: expp has less
