# A whole shader of xemu: the words in its comments are the program, exactly; what surrounds it is passed over.
run: relit asm --isa nv2a in.glsl | relit disasm -
---- in in.glsl
#version 400
vec4 R0 = vec4(0.0,0.0,0.0,0.0);
#define R12 oPos
void main() {
  /* Slot 0: 0x00000000 0x00EC001B 0x0836186C 0x20708800 */
  DP4(oPos,x, v0, c[96]);

  /* Slot 1: 0x00000000 0x0647401B 0xC4361BFF 0x1078E800 */
  MUL(oPos,xyz, R12, c[58]);
  RCC(R1,x, R12.w);

  /* Slot 2: 0x00000000 0x0000001B 0x0836106C 0x20700FF8 */
  
  /* Slot 3: 0x00000000 0x01A0021B 0x0836106C 0x20700FF8 */
  ARL(A0, v1);

  /* Slot 4: 0x00000000 0x002C001B 0x0C36106C 0x2070182B */
  MOV(oFog,x, c[A0+96]);

  oPos.xy = roundScreenCoords(oPos.xy);
  oPos.w = clampAwayZeroInf(oPos.w);
}
---- out
.fill sdk
dp4 oPos.x, v0, c[96]
mul oPos.xyz, R12, c[58] + rcc R1.x, R12.w
nop
arl A0, v1
mov oFog.w, c[A0+96]
---- err
<stdin>: note: guessed nv2a, --isa to choose
