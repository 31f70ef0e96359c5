run: relit asm --isa nv2a in.vsh
exit: 3
---- in in.vsh
#light vector 120
mov oD0, v3
%matmul4x4 R0 v0 #light
---- err
in.vsh:3:18: error: a matrix4 is expected, and this is one vector
