# A packed word that is no number, scaled: hosts differ in the bits of a NaN, which are unpacked behind.
run: relit asm --isa rsx.fp in.txt -o in.bin && relit verify --isa rsx.fp in.bin --samples 8 | grep samples | sed 's/ (.*//'
---- in in.txt
PK4R_m2 R0.x, f[TEX0].xyxy;
UP4R R1, R0.x;
PK2R_d4 R0.y, f[TEX1];
UP2R R2, R0.y;
PKBR_m8 R0.z, f[TEX2].xyxy;
UPBR R3, R0.z;
---- out
spirv  agrees with the interpreter on 8 samples
glsl   agrees with the interpreter on 8 samples
---- err
in.bin: note: PK4 and UP4 keep signed bytes 128 higher: sources disagree
