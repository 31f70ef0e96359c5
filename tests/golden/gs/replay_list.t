# The list of draws, grouped by state. Each group here is one sprite over 8 by 4 pixels at 0,0 unless its comment says otherwise. The
# numbers are those of --draw; --group N stops after the last draw of a group, and stands for its range with --out.
run: relit asm --isa gs in.txt -o dump.gs
run: relit replay dump.gs --list
run: relit replay dump.gs --list --group 2 | tail -n 1; relit replay dump.gs --group 2 --stats | sed -n 2p; relit replay dump.gs --group 2 --out g2; ls g2/*.json
run: relit replay dump.gs --group 2 -o a.png; relit replay dump.gs --draw 3 -o b.png; cmp a.png b.png && echo the same; relit surface dump.gs --group 11 --target texture --raw t && od -An -tx1 t
run: relit replay dump.gs --list --json --draw 2 | sed -n '/"group": 2/,$p'
run: relit replay dump.gs --list -o c.png --draw 1 | wc -l; ls c.png; cat dump.gs | relit replay - --list | tail -n 1; head -c 700 dump.gs | relit replay - --list | tail -n 1 || echo damaged
run: relit replay dump.gs --list --json --out g >list.json && python3 images.py && for f in gif_formats prim_tris; do relit replay $DATA/gs/$f.gs.xz --list --json --out $f >$f.json; ls $f | wc -l; done
run: for f in gif_formats prim_tris dither scanmsk; do d=$DATA/gs/$f.gs.xz; a=$(relit replay $d --list --json | awk '/"covered":/ { s += $2 } /"last_draw":/ { l = $2 + 0 } END { print l, s }'); b=$(relit replay $d --stats | awk '$1 == "draws" { l = $2 } $1 == "pixels" { print l, $2 }'); test "$a" = "$b" && echo $f: as many pixels as --stats counts; done
run: for bad in "--group 15" "--group 2 --draw 1" "--list --stats" "--list --renderer vulkan" "--list --ssaa 4" "--list --raw -" "--out x"; do c=0; relit replay dump.gs $bad > told || c=$?; test $c = 2 || echo accepted; done; for c in "replay - --group 1" "replay $DATA/r500/gouraud_triangle --list" "surface $DATA/r500/gouraud_triangle --group 1"; do cat dump.gs | relit $c > told || true; done; relit surface dump.gs --group 99 --target colour -o x.png
exit: 2
---- in images.py
# A group's images are those that --draws writes: frame and depth after its last draw, texture and palette before its first.
import json, subprocess
for group in json.load(open("list.json"))["groups"]:
    names = group["images"]
    for when, draw, kinds in (("after", group["last_draw"], ("colour", "depth")), ("before", group["first_draw"], ("texture", "palette"))):
        subprocess.run(["relit", "replay", "dump.gs", "--draws", f"{draw}..{draw}", "--out", f"d{draw}"], check=True)
        one = json.load(open(f"d{draw}/draw-{draw:06}.json"))["images"][when]
        assert all((kind in names) == (kind in one) for kind in kinds), (group["group"], names, one)
        for kind in kinds:
            if kind in names and kind != "depth":
                assert open("g/" + names[kind], "rb").read() == open(f"d{draw}/" + one[kind], "rb").read(), (group["group"], kind)
    print(group["group"], *names)
---- in in.txt
.gs stream
.upload DBP=64, DBW=1, DPSM=T4, RRW=8, RRH=1
    .data 0x76543210
.transfer path3
FRAME_1    FBW=1, PSM=CT32
SCISSOR_1  SCAX1=63, SCAY1=31
ZBUF_1     ZBP=1, PSM=Z24
TEST_1     ZTE=1, ZTST=ALWAYS
PRMODECONT AC=1
.tag PRIM=(PRIM=SPRITE), REGS=(RGBAQ XYZ2 XYZ2)
    RGBAQ R=1
    XYZ2 X=0, Y=0, Z=0x20
    XYZ2 X=64, Y=32, Z=0x20
// group 2, draws 2 and 3: the depth of the second fails; TEX0 does not matter, and TEST is restored
.tag
    TEST_1 ZTE=1, ZTST=GREATER
.tag PRIM=(PRIM=SPRITE), REGS=(XYZ2 XYZ2)
    XYZ2 X=0, Y=0, Z=0x30
    XYZ2 X=8, Y=4, Z=0x30
.tag
    TEST_1 ZTE=1, ZTST=NEVER
    TEX0_1 TBP0=1
    TEST_1 ZTE=1, ZTST=GREATER
.tag PRIM=(PRIM=SPRITE), REGS=(XYZ2 XYZ2)
    XYZ2 X=0, Y=0, Z=0x10
    XYZ2 X=8, Y=4, Z=0x10
// group 3: depth fails
.tag
    TEST_1 ZTE=1, ZTST=NEVER
.tag PRIM=(PRIM=SPRITE), REGS=(XYZ2 XYZ2)
    XYZ2 X=0, Y=0
    XYZ2 X=8, Y=4
// group 4: alpha fails; group 5: so it does, but colour is written
.tag
    TEST_1 ATE=1, ATST=GEQUAL, AREF=1, ZTE=1, ZTST=ALWAYS
.tag PRIM=(PRIM=SPRITE), REGS=(XYZ2 XYZ2)
    XYZ2 X=0, Y=0
    XYZ2 X=8, Y=4
.tag
    TEST_1 ATE=1, ATST=GEQUAL, AREF=1, AFAIL=FB_ONLY, ZTE=1, ZTST=ALWAYS
.tag PRIM=(PRIM=SPRITE), REGS=(XYZ2 XYZ2)
    XYZ2 X=0, Y=0
    XYZ2 X=8, Y=4
// group 6: the frame's alpha is 0
.tag
    TEST_1 DATE=1, DATM=1, ZTE=1, ZTST=ALWAYS
.tag PRIM=(PRIM=SPRITE), REGS=(XYZ2 XYZ2)
    XYZ2 X=0, Y=0
    XYZ2 X=8, Y=4
// group 7: masks
.tag
    TEST_1 ZTE=1, ZTST=ALWAYS
    FRAME_1 FBW=1, PSM=CT32, FBMSK=0xffffffff
    ZBUF_1 ZBP=1, PSM=Z24, ZMSK=1
.tag PRIM=(PRIM=SPRITE), REGS=(XYZ2 XYZ2)
    XYZ2 X=0, Y=0
    XYZ2 X=8, Y=4
// group 8: an empty scissor; group 9: one beside the draw, and one that the draw reaches into
.tag
    FRAME_1 FBW=1, PSM=CT32
    SCISSOR_1 SCAX0=5, SCAX1=3, SCAY1=31
.tag PRIM=(PRIM=SPRITE), REGS=(XYZ2 XYZ2)
    XYZ2 X=0, Y=0
    XYZ2 X=8, Y=4
.tag
    SCISSOR_1 SCAX0=32, SCAX1=63, SCAY1=31
.tag PRIM=(PRIM=SPRITE), REGS=(XYZ2 XYZ2)
    XYZ2 X=0, Y=0
    XYZ2 X=8, Y=4
    XYZ2 X=30, Y=0
    XYZ2 X=34, Y=4
// group 10: a triangle between pixels
.tag PRIM=(PRIM=TRI), REGS=(XYZ2 XYZ2 XYZ2)
    XYZ2 X=40.25, Y=2.25
    XYZ2 X=40.75, Y=2.25
    XYZ2 X=40.25, Y=2.75
// group 11: a texture and its palette
.tag
    TEX0_1 TBP0=64, TBW=1, PSM=T4, TW=3, TH=0, CBP=128, CPSM=CT32, TFX=DECAL, CLD=1
.tag PRIM=(PRIM=SPRITE, TME=1, FST=1), REGS=(UV XYZ2 UV XYZ2)
    UV U=0, V=0
    XYZ2 X=40, Y=0
    UV U=8, V=1
    XYZ2 X=48, Y=1
// group 12: after a vsync; group 13: after a transfer
.vsync 0
.tag PRIM=(PRIM=SPRITE), REGS=(XYZ2 XYZ2)
    XYZ2 X=40, Y=0
    XYZ2 X=48, Y=1
.upload DBP=64, DBW=1, DPSM=T4, RRW=8, RRH=1
    .data 0x76543210
.tag PRIM=(PRIM=SPRITE), REGS=(XYZ2 XYZ2)
    XYZ2 X=40, Y=0
    XYZ2 X=48, Y=1
---- out
group  draws           primitives      box                       covered     colour      depth  FBP FBW PSM      ZBP PSM      TBP0 TBW PSM size         CBP PSM
    1  1               1 SPRITE        0,0..63,31                   2048       2048       2048  0x0 1 CT32       0x1 Z24      -                         -
       after transfer 1; PRIM PRIM=SPRITE; SCISSOR_1 SCAX1=63, SCAY1=31; TEST_1 ZTE=1, ZTST=ALWAYS; FRAME_1 FBW=1; ZBUF_1 ZBP=0x1, PSM=Z24
    2  2..3            2 SPRITE        0,0..7,3                       64         32         32  0x0 1 CT32       0x1 Z24      -                         -
       depth test fails 32; TEST_1 ZTST ALWAYS -> GREATER
    3  4               1 SPRITE        0,0..7,3                       32          0          0  0x0 1 CT32       0x1 Z24      -                         -
       nothing is written: the depth test fails all; TEST_1 ZTST GREATER -> NEVER
    4  5               1 SPRITE        0,0..7,3                       32          0          0  0x0 1 CT32       0x1 Z24      -                         -
       nothing is written: the alpha test fails all, AFAIL=KEEP; TEST_1 ATE 0 -> 1, ATST NEVER -> GEQUAL, AREF 0 -> 1, ZTST NEVER -> ALWAYS
    5  6               1 SPRITE        0,0..7,3                       32         32          0  0x0 1 CT32       0x1 Z24      -                         -
       alpha test fails 32; TEST_1 AFAIL KEEP -> FB_ONLY
    6  7               1 SPRITE        0,0..7,3                       32          0          0  0x0 1 CT32       0x1 Z24      -                         -
       nothing is written: the destination alpha test fails all; TEST_1 ATE 1 -> 0, DATE 0 -> 1, DATM 0 -> 1
    7  8               1 SPRITE        0,0..7,3                       32          0          0  0x0 1 CT32       0x1 Z24      -                         -
       nothing is written: FBMSK keeps all bits, ZMSK=1 writes no depth; TEST_1 DATE 1 -> 0; FRAME_1 FBMSK 0x0 -> 0xffffffff; ZBUF_1 ZMSK 0 -> 1
    8  9               1 SPRITE        (0,0..8,4)                      0          0          0  0x0 1 CT32       0x1 Z24      -                         -
       nothing is written: the scissor leaves nothing; SCISSOR_1 SCAX0 0 -> 5, SCAX1 63 -> 3; FRAME_1 FBMSK 0xffffffff -> 0x0
    9  10..11          2 SPRITE        32,0..33,3                      8          8          0  0x0 1 CT32       0x1 Z24      -                         -
       1 of 2 draws cover no pixel, 1 of them outside the scissor; SCISSOR_1 SCAX0 5 -> 32, SCAX1 3 -> 63
   10  12              1 TRI           (40,2..40,2)                    0          0          0  0x0 1 CT32       0x1 Z24      -                         -
       nothing is written: no pixel within the scissor is covered; PRIM PRIM SPRITE -> TRI
   11  13              1 SPRITE        40,0..47,0                      8          8          0  0x0 1 CT32       0x1 Z24      0x40 1 T4 8x1             0x80 CT32
       after palette load; PRIM PRIM TRI -> SPRITE, TME 0 -> 1, FST 0 -> 1; TEX0_1 TBP0 0x1 -> 0x40, TBW 0 -> 1, PSM CT32 -> T4, TW 0 -> 3, TFX MODULATE -> DECAL, CBP 0x0 -> 0x80
   12  14              1 SPRITE        40,0..47,0                      8          8          0  0x0 1 CT32       0x1 Z24      -                         -
       after vsync; PRIM TME 1 -> 0
   13  15              1 SPRITE        40,0..47,0                      8          8          0  0x0 1 CT32       0x1 Z24      -                         -
       after transfer 2
13 groups, 15 draws, 1 frame
2 groups, 3 draws, 0 frames
draws            3
g2/draw-000002.json
g2/draw-000003.json
the same
 00 01 02 03 04 05 06 07
      "group": 2,
      "first_draw": 2,
      "last_draw": 2,
      "frame": 1,
      "packet": 1,
      "offset": 118,
      "primitives": {
        "SPRITE": 1
      },
      "box": {
        "left": 0.0,
        "top": 0.0,
        "right": 8.0,
        "bottom": 4.0
      },
      "covered_box": {
        "left": 0,
        "top": 0,
        "right": 7,
        "bottom": 3
      },
      "pixels": {
        "covered": 32,
        "colour_written": 32,
        "depth_written": 32,
        "alpha_failed": 0,
        "destination_failed": 0,
        "depth_failed": 0
      },
      "draws_outside_scissor": 0,
      "draws_without_pixels": 0,
      "colour_buffer": {
        "page": 0,
        "width": 64,
        "format": "CT32"
      },
      "depth_buffer": {
        "page": 1,
        "width": 64,
        "format": "Z24"
      },
      "changes": [
        {
          "register": "TEST_1",
          "field": "ZTST",
          "before": 1,
          "before_meaning": "ALWAYS",
          "after": 3,
          "after_meaning": "GREATER"
        }
      ]
    }
  ],
  "frames": 0,
  "draws": 2
}
4
c.png
13 groups, 15 draws, 1 frame
0 groups, 0 draws, 0 frames
1 colour depth
2 colour depth
3 colour depth
4 colour depth
5 colour depth
6 colour depth
7 colour depth
8 colour depth
9 colour depth
10 colour depth
11 colour depth texture palette
12 colour depth
13 colour depth
22
6
gif_formats: as many pixels as --stats counts
prim_tris: as many pixels as --stats counts
dither: as many pixels as --stats counts
scanmsk: as many pixels as --stats counts
---- err
<stdin>:0x76: error: packet 1: it declares 1168 bytes, 576 are there; it and what follows is missing
dump.gs: error: --group 15: there are 13 groups
relit: error: --group excludes --draw
relit: error: --list excludes --stats
relit: error: --list has no effect with --renderer vulkan; it requires --renderer reference
relit: error: --list has no effect with --ssaa 4; it requires --ssaa 1
dump.gs: error: --raw -: standard output is used for text; name a file
relit: error: --out requires --draws, --split, --group or --list
<stdin>: error: --group requires a file, which is read twice
$DATA/r500/gouraud_triangle: error: --list is for dumps of the GS, not for captures of R500
$DATA/r500/gouraud_triangle: error: --group is for dumps of the GS, not for captures of R500
dump.gs: error: --group 99: there are 13 groups
