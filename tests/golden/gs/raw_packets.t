# Raw GIF packets, as bytes, a DMA chain, a C array and xxd's output: a red sprite from 16,8 to 48,24.
run: relit disasm $DATA/gs/raw/sprite.bin
run: relit info $DATA/gs/raw/chain.bin
run: relit replay $DATA/gs/raw/sprite.c -o image.png && relit replay $DATA/gs/raw/sprite.bin -o other.png && cmp image.png other.png
run: relit replay $DATA/gs/raw/sprite.bin --pixel 16,8
run: relit replay $DATA/gs/raw/sprite.bin --pixel 48,23
run: relit asm --isa gs $DATA/gs/raw/sprite.c -o a.bin && cmp a.bin $DATA/gs/raw/sprite.bin
run: relit asm --isa gs $DATA/gs/raw/sprite.xxd -o b.bin && cmp b.bin $DATA/gs/raw/sprite.bin
run: relit disasm $DATA/gs/raw/sprite.bin > text && relit asm text -o c.bin && cmp c.bin $DATA/gs/raw/sprite.bin
---- out
// warning: the packets have no display registers: after the last of them, the frame of the last draw is assumed to be displayed, FBP=0, FBW=1, PSM=CT32, 64x32 pixels by its scissor
.gs packets
.transfer path3  // packet 0, 192 bytes
    .tag FLG=PACKED, NLOOP=6, REGS=(A+D)
        FRAME_1     FBP=0x0, FBW=1, PSM=CT32, FBMSK=0x0  // frame buffer, context 1
        ZBUF_1      ZBP=0x1, PSM=Z32, ZMSK=1  // depth buffer, context 1
        XYOFFSET_1  OFX=2048, OFY=2048  // window offset, context 1
        SCISSOR_1   SCAX0=0, SCAX1=63, SCAY0=0, SCAY1=31  // scissor rectangle, context 1
        TEST_1      ATST=NEVER, AREF=0, AFAIL=KEEP, ZTE=1, ZTST=ALWAYS  // pixel tests, context 1
        PRMODECONT  AC=1  // whether PRIM or PRMODE sets the attributes
    .tag FLG=REGLIST, NLOOP=1, REGS=(PRIM RGBAQ XYZ2 XYZ2)
        PRIM        PRIM=SPRITE  // primitive type and attributes; empties the vertex queue
        RGBAQ       R=255, G=0, B=0, A=128, Q=1.0  // colour and Q of the next vertex
        XYZ2        X=2064, Y=2056, Z=0x5  // a vertex; may complete a primitive
        XYZ2        X=2096, Y=2072, Z=0x5  // draw 1
    .tag FLG=PACKED, NLOOP=1, EOP=1, REGS=(A+D)
        FINISH      VALUE=0x0  // requests an interrupt at the end of drawing
// end of the frame, assumed
isa                      gs
bytes                    224
container                packets
compression              none
unpacked bytes           224
packets                  3
frames                   1
transfers                2
transfers by path        path3 2
transfer bytes           192
image bytes              0
read backs               0
vertices                 2
draws                    1
register writes          PRIM 1, RGBAQ 1, XYZ2 2, XYOFFSET_1 1, PRMODECONT 1, SCISSOR_1 1, TEST_1 1, FRAME_1 1, ZBUF_1 1, FINISH 1
warning                  the DMA tags are left out: the packets between them are sent through path 3
warning                  the packets have no display registers: after the last of them, the frame of the last draw is assumed to be displayed, FBP=0, FBW=1, PSM=CT32, 64x32 pixels by its scissor
draw 1, frame 1, packet 0 at 0x0: SPRITE at 16,8 on FBP 0x0
  vertex   rgba 255   0   0 128   z 0x5   fog 0
  shaded   rgba 255   0   0 128
  tests    all passed
  blended  rgba 255   0   0 128
  frame    0x00000000 -> 0x800000ff at 0x000600
  depth    0x0 stays at 0x003e00
at the end
  memory   0x800000ff at 0x000600: frame of page 0x0, 64 pixels wide, CT32
  memory   0x00000000 at 0x003e00: depth of page 0x1, 64 pixels wide, Z32
at the end
  memory   0x00000000 at 0x001cc8: frame of page 0x0, 64 pixels wide, CT32
  memory   0x00000000 at 0x0024c8: depth of page 0x1, 64 pixels wide, Z32
---- err
$DATA/gs/raw/sprite.bin: note: guessed gs, --isa to choose
$DATA/gs/raw/sprite.bin: warning: the packets have no display registers: after the last of them, the frame of the last draw is assumed to be displayed, FBP=0, FBW=1, PSM=CT32, 64x32 pixels by its scissor
$DATA/gs/raw/chain.bin: note: guessed gs, --isa to choose
$DATA/gs/raw/sprite.c: warning: the packets have no display registers: after the last of them, the frame of the last draw is assumed to be displayed, FBP=0, FBW=1, PSM=CT32, 64x32 pixels by its scissor
$DATA/gs/raw/sprite.bin: warning: the packets have no display registers: after the last of them, the frame of the last draw is assumed to be displayed, FBP=0, FBW=1, PSM=CT32, 64x32 pixels by its scissor
$DATA/gs/raw/sprite.bin: warning: the packets have no display registers: after the last of them, the frame of the last draw is assumed to be displayed, FBP=0, FBW=1, PSM=CT32, 64x32 pixels by its scissor
$DATA/gs/raw/sprite.bin: warning: the packets have no display registers: after the last of them, the frame of the last draw is assumed to be displayed, FBP=0, FBW=1, PSM=CT32, 64x32 pixels by its scissor
$DATA/gs/raw/sprite.bin: note: guessed gs, --isa to choose
$DATA/gs/raw/sprite.bin: warning: the packets have no display registers: after the last of them, the frame of the last draw is assumed to be displayed, FBP=0, FBW=1, PSM=CT32, 64x32 pixels by its scissor
