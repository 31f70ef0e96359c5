run: relit asm --isa nv2a in.glsl
exit: 3
---- in in.glsl
MUL(_temp_vec,xyz, R12, c[58]);
RCC(R1,x, R12.w);
---- err
in.glsl:3:1: error: what is kept for later is not stored
