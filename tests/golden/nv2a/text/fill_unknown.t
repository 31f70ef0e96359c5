# A fill that is none
run: relit asm --isa nv2a bad.vsh
exit: 3
---- in bad.vsh
.fill ati
mov oPos, v0
---- err
bad.vsh:1:7: error: plain, sdk, xvs or cg is expected
