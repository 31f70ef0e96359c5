run: relit disasm $DATA/nv2a/lighting.bin
---- out
dp4 oPos.x, v0, c[96]
dp4 oPos.y, v0, c[97]
dp4 oPos.z, v0, c[98]
dp4 oPos.w, v0, c[99]
dp3 R0.x, v2, v2
rsq R0.w, R0.x
mul R2.xyz, v2, R0.w
dp3 R3.x, R2, c[120]
dp3 R3.y, R2, c[122]
mov R3.w, c[123].x
lit R4, R3
mad oD0.xyz, R4.y, v3, c[121]
mul oD1.xyz, R4.z, v4
mov oT0, v9
---- err
$DATA/nv2a/lighting.bin: note: guessed nv2a, --isa to choose
