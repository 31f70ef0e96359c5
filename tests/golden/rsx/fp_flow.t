run: relit asm --isa rsx.fp in.txt -o out.bin
run: relit disasm out.bin
# ELSE and the ends give the addresses
---- in in.txt
LOOP {5, 1, -2};
IFE (NE1.x);
    BRK;
ELSE;
    CAL L_light;
ENDIF;
MADHC_m2_sat H3.xy(GT.w), -|f[aL+4]_x|, {0.5, 1, 2, 3}.w, R40;
ENDLOOP;
MOVR R0, g[TEX3].x;
.end
L_light:
NRMH H2.xyz, H2_n;
RET;
---- out
000: LOOPR {5, 1, -2} [006];
001: IFER (NE1.x) [003, 004];
002: BRKR;
ELSE;
003: CALR L7;
ENDIF;
004: MADHC_m2_sat H3.xy(GT.w), -|f[aL+4]_x|, {0x3f000000(0.5), 0x3f800000(1), 0x40000000(2), 0x40400000(3)}.w, R40;
ENDLOOP;
006: MOVR R0, g[TEX3].x; # last instruction
.end
L7:
007: NRMH H2.xyz, H2_n;
008: RETR;
---- err
out.bin: note: guessed rsx.fp, --isa to choose
