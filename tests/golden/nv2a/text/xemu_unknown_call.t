run: relit asm --isa nv2a in.glsl
exit: 3
---- in in.glsl
DP4(oPos,x, v0, c[96]);
FMA(oPos,y, v0, c[97]);
---- err
in.glsl:2:1: error: 'FMA' is not an operation
