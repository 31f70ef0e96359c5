run: relit asm --isa nv2a in.vsh
exit: 3
---- in in.vsh
%norm3 R2 v2 R12
---- err
in.vsh:1:14: error: R12 cannot be written
