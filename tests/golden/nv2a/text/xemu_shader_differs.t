# The calls were edited, the words were not: neither is taken.
run: relit asm --isa nv2a in.glsl
exit: 3
---- in in.glsl
/* Slot 0: 0x00000000 0x00EC001B 0x0836186C 0x20708800 */
DP4(oPos,x, v0, c[96]);
/* Slot 1: 0x00000000 0x00EC201B 0x0836186C 0x20704801 */
DP4(oPos,y, v0, c[98]);
---- err
in.glsl:3:1: error: slot 1: its words and the calls beside them differ
