# A source for Direct3D: c0 is raw 96, macros are products of a vector with rows, mov to a0 is arl.
run: relit asm --isa nv2a in.vsh | relit disasm -
---- in in.vsh
; a comment before the version
xvs.1.1
#pragma screenspace

m4x4 r0, v0, c4
m4x3 r2.xyz, r0, c[8]
m3x4 r3, v2, c12
m3x3 r4, v2, c[a0.x + 16]
m3x2 r5.xy, -v2.zyx, c20
mov a0.x, v1.w
sub r6, c[a0.x + 23 + 1], v0
mov oPos, r0
expp r7.y, r6.x
mul oPos.xyz, r12.xyz, c-38.xyz
 + rcc r1.x, r12.w
mad oPos.xyz, r12.xyz, r1.x, c[-37].xyz
mov oFog.x, c95.w
---- out
dp4 R0.x, v0, c[100]
dp4 R0.y, v0, c[101]
dp4 R0.z, v0, c[102]
dp4 R0.w, v0, c[103]
dp4 R2.x, R0, c[104]
dp4 R2.y, R0, c[105]
dp4 R2.z, R0, c[106]
dp3 R3.x, v2, c[108]
dp3 R3.y, v2, c[109]
dp3 R3.z, v2, c[110]
dp3 R3.w, v2, c[111]
dp3 R4.x, v2, c[A0+112]
dp3 R4.y, v2, c[A0+113]
dp3 R4.z, v2, c[A0+114]
dp3 R5.x, -v2.zyxx, c[116]
dp3 R5.y, -v2.zyxx, c[117]
arl A0, v1.w
add R6, c[A0+120], -v0
mov oPos, R0
expp R7.y, R6.x
mul oPos.xyz, R12.xyzz, c[58].xyzz + rcc R1.x, R12.w
mad oPos.xyz, R12.xyzz, R1.x, c[59].xyzz
mov oFog.x, c[191].w
---- err
<stdin>: note: guessed nv2a, --isa to choose
