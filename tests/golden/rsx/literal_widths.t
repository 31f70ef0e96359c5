run: relit asm --isa rsx.vp in.txt -o in.bin
run: relit translate --partial --to glsl in.bin --isa rsx.vp
# A value that must wait while the registers it reads are written is kept as wide as its text is. A result that goes to two
# places is read back from the first.
---- in in.txt
000: DP4 R1.x, o[1].x, R1, c[1];
001: RSQ R3.x, R1.x;
     DP3 R1.xy, R1, c[2];
002: RCP R1.x, R1.y;
     SGE R4, R1, R3;
003: MOV o[0], R4;
---- out
r[1].x = dot(r[1], constants.c[1]);
v_out[1].x = r[1].x;
vec4 vector0 = inversesqrt(((r[1].xxxx).xxxx));
r[1].xy = vec4(dot(r[1].xyz, constants.c[2].xyz)).xy;
r[3].x = vector0.x;
r[4] = vec4(greaterThanEqual(r[1], r[3]));
r[1].x = (1 / ((r[1].yyyy).xxxx)).x;
v_out[0] = r[4];
