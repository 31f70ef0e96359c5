# The surfaces of a dump's draws: the list, and their pixels, which the text uploads and draws. Depth is 16 at 8..15,5 after draw 1, and
# 128 at 9,5 after draw 2; 16 of 128 is 8192 of 65535.
run: relit asm --isa gs in.txt -o dump.gs
run: relit surface dump.gs; relit surface dump.gs --draw 2; relit surface dump.gs --target texture --json | tr -d ' \n'; echo
run: relit surface dump.gs --target texture --raw t; od -An -tx1 t; relit surface dump.gs --target palette --raw p; od -An -tx1 -w32 p
run: relit surface dump.gs --target memory --format CT32 --size 8,2 --offset 0x8000 --raw m; cmp m p && relit surface dump.gs --target memory --format T4 --size 8,1 --offset 0x4000 --raw n && cmp n t && echo the same
run: relit surface dump.gs --target depth -o z.pgm; head -n 4 z.pgm; tail -c 4096 z.pgm | tail -c +657 | head -c 4 | od -An -tx1
run: relit surface dump.gs --target depth --draw 1 -o z1.pgm; head -n 2 z1.pgm | tail -n 1; tail -c 4096 z1.pgm | tail -c +657 | head -c 4 | od -An -tx1
run: relit surface dump.gs --target depth --raw z; tail -c +1313 z | head -c 8 | od -An -tx1
run: relit surface dump.gs --target memory --format Z24 --size 64,32 --offset 0x2000 -o y.PGM; cmp y.PGM z.pgm && echo the same
run: relit replay dump.gs --target depth -o r.pgm --raw r; cmp r.pgm z.pgm && cmp r z && echo the same; relit replay dump.gs --target z -o r.png; head -c 26 r.png | tail -c 10 | od -An -tx1; grep -aco 'depth from 0 (black) to 128 (white)' r.png
run: relit replay dump.gs --target palette --raw q --draw 1; cmp q p && echo the same
run: relit replay dump.gs --raw memory; relit surface memory --target bytes --format CT32 --size 8,2 --offset 0x8000 --raw q && cmp q p && echo the same
run: relit surface dump.gs --target texture --raw t.h --as c --name tiles; cat t.h; relit surface dump.gs --target texture --as c -o t.png || echo refused
run: relit surface dump.gs --out all; ls all; relit surface dump.gs --target depth --draw 1 --out one --json | grep -A 2 files; ls one
run: relit surface $DATA/gs/raw/sprite.bin --isa gs 2>/dev/null
---- in in.txt
.gs stream
.upload DBP=64, DBW=1, DPSM=T4, RRW=8, RRH=1
    .data 0x76543210
.upload DBP=128, DBW=1, DPSM=CT32, RRW=8, RRH=2
    .data 0x80000000, 0x80000011, 0x80000022, 0x80000033, 0x80000044, 0x80000055, 0x80000066, 0x80000077
    .data 0x80000088, 0x80000099, 0x800000aa, 0x800000bb, 0x800000cc, 0x800000dd, 0x800000ee, 0x800000ff
.transfer path3
FRAME_1    FBW=1, PSM=CT32
SCISSOR_1  SCAX1=63, SCAY1=31
ZBUF_1     ZBP=1, PSM=Z24
TEST_1     ZTE=1, ZTST=GEQUAL
XYOFFSET_1 OFX=32, OFY=16
TEX0_1     TBP0=64, TBW=1, PSM=T4, TW=3, TH=0, CBP=128, CPSM=CT32, TFX=DECAL, CLD=1
PRMODECONT AC=1
.tag PRIM=(PRIM=SPRITE, TME=1, FST=1), REGS=(RGBAQ UV XYZ2)
    RGBAQ R=128, G=64, B=32, A=128
    UV    U=0, V=0
    XYZ2  X=40, Y=20.5, Z=0x10
    RGBAQ R=128, G=64, B=32, A=128
    UV    U=8, V=1
    XYZ2  X=48, Y=22, Z=0x10
.tag PRIM=(PRIM=POINT), REGS=(XYZ2)
    XYZ2  X=41, Y=21, Z=0x80
---- out
draws 1..2     colour   0x0 (FBP 0x0)            64x32        CT32, pitch 64
draws 1..2     depth    0x2000 (ZBP 0x1)         64x32        Z24, pitch 64
draw 1         texture  0x4000 (TBP0 0x40)       8x1          T4, pitch 64, palette 0x8000 (CBP 0x80)
draw 1         palette  0x8000 (CBP 0x80)        16 entries   CT32, CSM1, CSA 0
draw 2         colour   0x0 (FBP 0x0)            64x32        CT32, pitch 64
draw 2         depth    0x2000 (ZBP 0x1)         64x32        Z24, pitch 64
{"surfaces":[{"use":"texture","first_draw":1,"last_draw":1,"offset":16384,"field":"TBP0","base":64,"format":"T4","width":8,"height":1,"pitch":64,"levels":1,"palette":32768}]}
 00 01 02 03 04 05 06 07
 00 00 00 80 11 00 00 80 22 00 00 80 33 00 00 80 44 00 00 80 55 00 00 80 66 00 00 80 77 00 00 80
 88 00 00 80 99 00 00 80 aa 00 00 80 bb 00 00 80 cc 00 00 80 dd 00 00 80 ee 00 00 80 ff 00 00 80
the same
P5
# depth from 0 (black) to 128 (white)
64 32
65535
 20 00 ff ff
# depth from 0 (black) to 16 (white)
 ff ff ff ff
 10 00 00 00 80 00 00 00
the same
the same
 00 00 00 40 00 00 00 20 10 00
1
the same
the same
// relit: pixels, 8 bytes as bytes
#include <stdint.h>

static const uint8_t tiles[8] = {
    0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07,
};
refused
draws 1..2     colour   0x0 (FBP 0x0)            64x32        CT32, pitch 64
draws 1..2     depth    0x2000 (ZBP 0x1)         64x32        Z24, pitch 64
draw 1         texture  0x4000 (TBP0 0x40)       8x1          T4, pitch 64, palette 0x8000 (CBP 0x80)
draw 1         palette  0x8000 (CBP 0x80)        16 entries   CT32, CSM1, CSA 0
draw-000001-palette.png
draw-000001-texture.png
draw-000002-colour.png
draw-000002-depth.png
      "files": [
        "draw-000001-depth.png"
      ]
draw-000001-depth.png
draw 1         colour   0x0 (FBP 0x0)            64x32        CT32, pitch 64
---- err
dump.gs: note: depth from 0 (black) to 128 (white)
dump.gs: note: depth from 0 (black) to 16 (white)
dump.gs: note: depth from 0 (black) to 128 (white)
dump.gs: note: depth from 0 (black) to 128 (white)
dump.gs: note: depth from 0 (black) to 128 (white)
relit: error: --as requires --raw
draw-000002-depth.png: note: depth from 0 (black) to 128 (white)
{"note":{"file":"draw-000001-depth.png","text":"depth from 0 (black) to 16 (white)"}}
