run: relit disasm $DATA/nv2a/matmul.bin
run: relit disasm --dialect gl $DATA/nv2a/matmul.bin
---- out
dp4 R0.x, v0, c[96]
dp4 R0.y, v0, c[97]
dp4 R0.z, v0, c[98]
dp4 R0.w, v0, c[99]
mov oPos, R0
mul oPos.xyz, R12, c[58] + rcc R1.x, R12.w
mad oPos.xyz, R12, R1.x, c[59]
mov oPos.w, R0.w
mov oD0, v3
mov oT0, v9
mov oT1, v10
!!VP1.1
DP4 R0.x, v[OPOS], c[96];
DP4 R0.y, v[OPOS], c[97];
DP4 R0.z, v[OPOS], c[98];
DP4 R0.w, v[OPOS], c[99];
MOV o[HPOS], R0;
MUL o[HPOS].xyz, R12, c[58] + RCC R1.x, R12.w;
MAD o[HPOS].xyz, R12, R1.x, c[59];
MOV o[HPOS].w, R0.w;
MOV o[COL0], v[COL0];
MOV o[TEX0], v[TEX0];
MOV o[TEX1], v[TEX1];
END
---- err
$DATA/nv2a/matmul.bin: note: guessed nv2a, --isa to choose
$DATA/nv2a/matmul.bin: note: guessed nv2a, --isa to choose
