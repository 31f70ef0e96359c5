# What a range of draws works with, before and after each: images and JSON.
run: relit asm --isa gs in.txt -o dump.gs
run: relit replay dump.gs --draws 1..2 --out draws; ls draws; sha256sum draws/*-after-texture.png draws/*-before-texture.png | cut -c 1-64 | sort -u | wc -l
run: grep -v '^ *"\(name\|value\|meaning\)"' draws/draw-000001.json | tr -d ' \n' | sed 's/"registers":[][{},a-z":]*/"registers":.../g; s/},/&\n/g; s/$/\n/'
run: grep -A 5 '"name": "TEX0_1"' draws/draw-000001.json; grep -c '"fields"' draws/draw-000002.json
run: cmp draws/draw-000001-after-colour.png draws/draw-000002-before-colour.png; ! cmp -s draws/draw-000001-before-colour.png draws/draw-000001-after-colour.png
run: head -c 26 draws/draw-000001-before-depth.png | tail -c 2 | od -An -tx1; grep -ac 'depth from 0 (black) to 16 (white)' draws/draw-000001-*-depth.png; relit surface dump.gs --draw 1 --target depth -o s.png 2>told; cmp s.png draws/draw-000001-after-depth.png && echo the same
run: ! relit replay dump.gs --draws 2..3 --out more
run: ls more; relit replay dump.gs --draws 2 --out again --json; ls again; cmp draws/draw-000002.json again/draw-000002.json
run: ! relit replay dump.gs --draws 2..1 --out none
run: ! relit replay dump.gs --draws 1..2
run: ! relit replay dump.gs --draws 1 --out /dev/null/x
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
draw-000001-after-colour.png
draw-000001-after-depth.png
draw-000001-after-palette.png
draw-000001-after-texture.png
draw-000001-before-colour.png
draw-000001-before-depth.png
draw-000001-before-palette.png
draw-000001-before-texture.png
draw-000001.json
draw-000002-after-colour.png
draw-000002-after-depth.png
draw-000002-before-colour.png
draw-000002-before-depth.png
draw-000002.json
1
{"draw":1,"frame":1,"packet":1,"offset":278,"pixels":8,"primitive":"SPRITE","vertices":[{"x":8.0,"y":4.5,"z":16,"rgba":[128,64,32,128],"fog":0,"s":0.0,"t":0.0,"q":1.0,"u":0.0,"v":0.0},
{"x":16.0,"y":6.0,"z":16,"rgba":[128,64,32,128],"fog":0,"s":0.0,"t":0.0,"q":1.0,"u":8.0,"v":1.0}],"registers":..._range":{"least":0,"most":16},
"images":{"before":{"colour":"draw-000001-before-colour.png","depth":"draw-000001-before-depth.png","texture":"draw-000001-before-texture.png","palette":"draw-000001-before-palette.png"},
"after":{"colour":"draw-000001-after-colour.png","depth":"draw-000001-after-depth.png","texture":"draw-000001-after-texture.png","palette":"draw-000001-after-palette.png"}}}
      "name": "TEX0_1",
      "value": "0x200010080d404040",
      "fields": [
        {
          "name": "TBP0",
          "value": 64,
20
 10 00
draws/draw-000001-after-depth.png:1
draws/draw-000001-before-depth.png:1
the same
draw-000002-after-colour.png
draw-000002-after-depth.png
draw-000002-before-colour.png
draw-000002-before-depth.png
draw-000002.json
{
  "frames": 0,
  "draws": 2,
  "draw_folder": "again"
}
draw-000002-after-colour.png
draw-000002-after-depth.png
draw-000002-before-colour.png
draw-000002-before-depth.png
draw-000002.json
---- err
dump.gs: error: --draws 2..3: there are 2 draws
relit: error: --draws: 2..1 is not A..B, two draw numbers from 1
relit: error: --draws requires --out
dump.gs: error: cannot write: Not a directory
