# Everything that writes a pixel's memory is told, as text and as JSON: a transfer before the first draw, draws through
# another buffer at the same place, a copy within memory, a depth buffer over the frame, and the display's feedback.
run: relit asm --isa gs in.txt -o dump.gs
run: relit replay dump.gs --pixel 9,5 && relit replay dump.gs --raw memory
run: od -An -tx4 -j 396 -N 4 memory
run: relit replay dump.gs --pixel 9,5 --json --stats --draw 2 | tr -d ' \n' | sed 's/{"kind"/\n&/g; s/{"level"/\n  &/g; s/"places"/\n&/; s/$/\n/'
run: relit replay - --pixel 9,5 < dump.gs | tail -n 3
---- in in.txt
.gs stream
.upload DBP=0, DBW=1, DPSM=CT32, DSAX=8, DSAY=5, RRW=2, RRH=1
    .data 0x11111111, 0x80203040
.transfer path3
FRAME_1    FBW=1, PSM=CT32
SCISSOR_1  SCAX1=63, SCAY1=31
ZBUF_1     ZBP=1, PSM=Z32
TEST_1     ZTE=1, ZTST=GEQUAL
TEX0_1     TBP0=64, TBW=1, PSM=T8, TW=6, TH=6, CBP=128, CSM=0, CLD=1
TEX1_1     LCM=1, MXL=1, MMAG=1, MMIN=5, K=0.5
MIPTBP1_1  TBP1=96, TBW1=1
PRMODECONT AC=1
.tag PRIM=(PRIM=SPRITE, TME=1, FST=1), REGS=(RGBAQ UV XYZ2)
    RGBAQ R=128, G=64, B=32, A=128
    UV    U=16, V=16
    XYZ2  X=8, Y=4, Z=0x10
    RGBAQ R=128, G=64, B=32, A=128
    UV    U=18, V=18
    XYZ2  X=10, Y=6, Z=0x10
.tag PRIM=(PRIM=POINT), REGS=(XYZ2)
    XYZ2  X=9, Y=5, Z=0x8
.transfer path3
FRAME_1    FBW=1, PSM=CT16
.tag PRIM=(PRIM=SPRITE), REGS=(XYZ2)
    XYZ2  X=0, Y=0, Z=0x20
    XYZ2  X=64, Y=32, Z=0x20
.transfer path3
FRAME_1    FBP=1, FBW=1, PSM=CT32
ZBUF_1     ZBP=0, PSM=Z32
.tag PRIM=(PRIM=POINT), REGS=(XYZ2)
    XYZ2  X=41, Y=21, Z=0xa2345678
.transfer path3
BITBLTBUF  SBW=1, DBW=1
TRXPOS     SSAX=8, SSAY=5, DSAX=9, DSAY=5
TRXREG     RRW=1, RRH=1
TRXDIR     XDIR=LOCAL_TO_LOCAL
.registers
    PMODE    EN1=1, MMOD=1, ALP=255
    DISPFB1  FBW=1, PSM=CT32
    DISPLAY1 DW=63, DH=31
    EXTBUF   EXBP=0, EXBW=1, WFFMD=1, EMODC=1
    EXTDATA  WW=63, WH=31
    EXTWRITE WRITE=1
.vsync
---- out
transfer 1, frame 1, packet 0 at 0x0: host to local to CT32 in block 0x0 at 8,5, 2 x 1 pixels
  memory   0x00000000 -> 0x80203040 at 0x00018c: frame of page 0x0, 64 pixels wide, CT32
draw 1, frame 1, packet 1 at 0x76: SPRITE at 9,5 on FBP 0x0
  vertex   rgba 128  64  32 128   z 0x10   fog 0
  texture  u 17.0000   v 17.0000   rgba   0   0   0   0
  level    lod 0.5000: level 0, linear, 8/16 of level 1
    texel  level 0   16,16 at 0x004300   index 0x0   rgba   0   0   0   0
    texel  level 0   17,16 at 0x004304   index 0x0   rgba   0   0   0   0
    texel  level 0   16,17 at 0x004308   index 0x0   rgba   0   0   0   0
    texel  level 0   17,17 at 0x00430c   index 0x0   rgba   0   0   0   0
    texel  level 1   8,8 at 0x006082   index 0x0   rgba   0   0   0   0
    texel  level 1   9,8 at 0x006086   index 0x0   rgba   0   0   0   0
    texel  level 1   8,9 at 0x00608a   index 0x0   rgba   0   0   0   0
    texel  level 1   9,9 at 0x00608e   index 0x0   rgba   0   0   0   0
  shaded   rgba   0   0   0 128
  tests    all passed
  blended  rgba   0   0   0 128
  frame    0x80203040 -> 0x80000000 at 0x00018c
  depth    0x0 -> 0x10 at 0x00398c
draw 2, frame 1, packet 1 at 0x76: POINT at 9,5 on FBP 0x0
  vertex   rgba 128  64  32 128   z 0x8   fog 0
  shaded   rgba 128  64  32 128
  tests    depth fails against 0x10;
  frame    0x80000000 stays at 0x00018c
  depth    0x10 stays at 0x00398c
draw 3, frame 1, packet 2 at 0x19c: SPRITE at 9,5 on FBP 0x0
  vertex   rgba 128  64  32 128   z 0x20   fog 0
  shaded   rgba 128  64  32 128
  tests    all passed
  blended  rgba 128  64  32 128
  frame    0x00000000 -> 0x00009110 at 0x00008e
  depth    0x10 -> 0x20 at 0x00398c
draw 3, frame 1, packet 2 at 0x19c: SPRITE at 1,13 on FBP 0x0
  vertex   rgba 128  64  32 128   z 0x20   fog 0
  shaded   rgba 128  64  32 128
  tests    all passed
  blended  rgba 128  64  32 128
  frame    0x00000000 -> 0x00009110 at 0x00018c
  depth    0x0 -> 0x20 at 0x003a8c
  memory   0x80000000 -> 0x80009110 at 0x00018c: frame of page 0x0, 64 pixels wide, CT32
draw 3, frame 1, packet 2 at 0x19c: SPRITE at 9,13 on FBP 0x0
  vertex   rgba 128  64  32 128   z 0x20   fog 0
  shaded   rgba 128  64  32 128
  tests    all passed
  blended  rgba 128  64  32 128
  frame    0x00008000 -> 0x00009110 at 0x00018e
  depth    0x0 -> 0x20 at 0x003b8c
  memory   0x80009110 -> 0x91109110 at 0x00018c: frame of page 0x0, 64 pixels wide, CT32
draw 3, frame 1, packet 2 at 0x19c: SPRITE at 41,21 on FBP 0x0
  vertex   rgba 128  64  32 128   z 0x20   fog 0
  shaded   rgba 128  64  32 128
  tests    all passed
  blended  rgba 128  64  32 128
  frame    0x00000000 -> 0x00009110 at 0x000c8e
  depth    0x0 -> 0x20 at 0x00218c
  memory   0x00000000 -> 0x00000020 at 0x00218c: frame of page 0x1, 64 pixels wide, CT32
draw 4, frame 1, packet 3 at 0x1f2: POINT at 41,21 on FBP 0x1
  vertex   rgba 128  64  32 128   z 0xa2345678   fog 0
  shaded   rgba 128  64  32 128
  tests    all passed
  blended  rgba 128  64  32 128
  frame    0x00000020 -> 0x80204080 at 0x00398c
  depth    0x91109110 -> 0xa2345678 at 0x00018c
  memory   0x91109110 -> 0xa2345678 at 0x00018c: frame of page 0x0, 64 pixels wide, CT32
  memory   0x00000020 -> 0x80204080 at 0x00398c: depth of page 0x1, 64 pixels wide, Z32
transfer 2, frame 1, packet 4 at 0x248: local to local, from CT32 in block 0x0 at 8,5 to CT32 in block 0x0 at 9,5, 1 x 1 pixels
  memory   0xa2345678 -> 0x91109110 at 0x00018c: frame of page 0x0, 64 pixels wide, CT32
display, frame 1, packet 6 at 0x229f: its image is written (EXTWRITE)
  memory   0x91109110 -> 0x915f5f5f at 0x00018c: frame of page 0x0, 64 pixels wide, CT32
  memory   0x00009110 -> 0x0000915f at 0x00008e: frame of page 0x0, 64 pixels wide, CT16
  memory   0x00000000 -> 0x00101010 at 0x00198c: depth of page 0x0, 64 pixels wide, Z32
at the end
  memory   0x915f5f5f at 0x00018c: frame of page 0x0, 64 pixels wide, CT32
  memory   0x80204080 at 0x00398c: depth of page 0x1, 64 pixels wide, Z32
  memory   0x0000915f at 0x00008e: frame of page 0x0, 64 pixels wide, CT16
  memory   0x00000020 at 0x00218c: frame of page 0x1, 64 pixels wide, CT32
  memory   0x00101010 at 0x00198c: depth of page 0x0, 64 pixels wide, Z32
 915f5f5f
{"pixel":{"x":9,"y":5},"events":[
{"kind":"transfer","transfer":1,"frame":1,"packet":0,"offset":0,"direction":"hosttolocal","to":{"block":0,"width":64,"format":"CT32","x":8,"y":5},"size":{"width":2,"height":1},"changes":[{"place":0,"before":0,"after":2149593152}]},
{"kind":"draw","draw":1,"frame":1,"packet":1,"offset":118,"primitive":"SPRITE","x":9,"y":5,"fbp":0,"vertex":{"rgba":[128,64,32,128],"z":16,"fog":0},"texture":{"u":17.0,"v":17.0,"rgba":[0,0,0,0],"lod":0.5,"level":0,"weight":0.5,"linear":true,"format":"T8","texels":[
  {"level":0,"u":16,"v":16,"address":17152,"index":0,"rgba":[0,0,0,0]},
  {"level":0,"u":17,"v":16,"address":17156,"index":0,"rgba":[0,0,0,0]},
  {"level":0,"u":16,"v":17,"address":17160,"index":0,"rgba":[0,0,0,0]},
  {"level":0,"u":17,"v":17,"address":17164,"index":0,"rgba":[0,0,0,0]},
  {"level":1,"u":8,"v":8,"address":24706,"index":0,"rgba":[0,0,0,0]},
  {"level":1,"u":9,"v":8,"address":24710,"index":0,"rgba":[0,0,0,0]},
  {"level":1,"u":8,"v":9,"address":24714,"index":0,"rgba":[0,0,0,0]},
  {"level":1,"u":9,"v":9,"address":24718,"index":0,"rgba":[0,0,0,0]}]},"shaded":[0,0,0,128],"tests":{"alpha":true,"destination_alpha":true,"depth":true},"blended":[0,0,0,128],"frame_word":{"address":396,"written":true,"before":2149593152,"after":2147483648},"depth_word":{"address":14732,"written":true,"before":0,"after":16},"changes":[{"place":0,"before":2149593152,"after":2147483648},{"place":1,"before":0,"after":16}]},
{"kind":"draw","draw":2,"frame":1,"packet":1,"offset":118,"primitive":"POINT","x":9,"y":5,"fbp":0,"vertex":{"rgba":[128,64,32,128],"z":8,"fog":0},"shaded":[128,64,32,128],"tests":{"alpha":true,"destination_alpha":true,"depth":false},"frame_word":{"address":396,"written":false,"before":2147483648,"after":2147483648},"depth_word":{"address":14732,"written":false,"before":16,"after":16},"changes":[]}],
"places":[{"buffer":"frame","page":0,"width":64,"format":"CT32","address":396,"bits":32,"first":0,"last":2147483648},{"buffer":"depth","page":1,"width":64,"format":"Z32","address":14732,"bits":32,"first":0,"last":16}],"stats":{"frames":0,"draws":2,"primitives":2,"pixels":5,"palettes":1,"transfers":1,"copies":0,"uploadedbytes":16}}
  memory   0x0000915f at 0x00008e: frame of page 0x0, 64 pixels wide, CT16
  memory   0x00000020 at 0x00218c: frame of page 0x1, 64 pixels wide, CT32
  memory   0x00101010 at 0x00198c: depth of page 0x0, 64 pixels wide, Z32
---- err
<stdin>: note: standard input is read once: transfers to a buffer before its first use are not reported, only their effect
