run: relit asm --isa rsx.fp in.txt -o in.bin
run: relit translate --partial --to glsl in.bin --isa rsx.fp --context rsx.fp.control=0x40
# Lanes last written under the other name are carried over where they are read, no others: R1 is H2 and H3.
---- in in.txt
MOVH H2, f[TEX0];
MOVR R0.x, H2.x;
MOVR R0.y, R1.y;
MOVR R1.z, f[TEX1];
MOVR R0.z, H3.x;
MOVH H3.y, f[TEX1];
MOVR R0.w, R1.w;
MOVR R2, R1.z;
MOVR R1.x, f[TEX0];
MOVH H2.x, f[TEX0];
MOVR R3, R1.x;
---- out
h[2] = f_TEX0;
r[0].x = (h[2].xxxx).x;
r[1].y = pack_halves(h[2]).y;
r[0].y = (r[1].yyyy).y;
r[1].z = f_TEX1.z;
h[3].x = unpack_halves((r[1].zwzw)).x;
r[0].z = (h[3].xxxx).z;
h[3].y = f_TEX1.y;
r[0].w = (r[1].wwww).w;
r[1].z = pack_halves(h[3]).z;
r[2] = (r[1].zzzz);
r[1].x = f_TEX0.x;
h[2].x = f_TEX0.x;
h[2].y = unpack_halves(r[1]).y;
r[1].x = pack_halves(h[2]).x;
r[3] = (r[1].xxxx);
---- err
in.bin: note: literal text rounds nothing to half precision: half registers are full floats
