# What no document defines is said with packet and register, once for each code.
run: relit asm --isa gs in.txt -o assumptions.gs
run: relit replay assumptions.gs --stats
run: relit replay assumptions.gs -o image.png --json
run: relit info assumptions.gs
---- in in.txt
.privileged
    PMODE    EN1=1, CRTMD=1, MMOD=1, ALP=255
    DISPFB1  FBW=10, PSM=0x12
    DISPLAY1 DX=636, DY=50, MAGH=3, DW=2559, DH=447
SCISSOR_1    SCAX1=639, SCAY1=447
PRMODECONT   AC=1
TEST_1       ZTE=1, ZTST=ALWAYS
FRAME_1      FBW=40, PSM=5
ZBUF_1       PSM=3
TEX0_1       PSM=0x03, CPSM=1, CLD=LOAD
TEX0_1       PSM=T8, CSM=1
.upload DBP=0x2000, DBW=1, DPSM=0x3f, RRW=2, RRH=1
    .data 0, 0
.tag PRIM=(PRIM=POINT, TME=1), REGS=(XYZ2)
    XYZ2     X=1, Y=1
    XYZ2     X=2, Y=1
.vsync 0
.vsync 0
---- out
frames           2
draws            2
primitives       2
pixels           2
palettes         1
transfers        1
copies           0
uploaded bytes   16
{
  "frames": 2,
  "draws": 2,
  "image": "image.png"
}
isa                      gs
bytes                    4203270
container                current
compression              none
unpacked bytes           4203270
crc                      0x00000000
state version            8
packets                  3
frames                   2
transfers                1
transfers by path        path3 1
transfer bytes           272
image bytes              16
read backs               0
vertices                 2
draws                    2
register writes          PRIM 1, XYZ2 2, TEX0_1 2, PRMODECONT 1, SCISSOR_1 1, TEST_1 1, FRAME_1 1, ZBUF_1 1, BITBLTBUF 1, TRXPOS 1, TRXREG 1, TRXDIR 1
warning                  packet 0 at 0x4021ec: TEX0_1.CPSM is 0x1, no documented palette format: loaded as CT32, as a console does
warning                  packet 0 at 0x4021ec: TEX0_1.PSM is 0x03, no documented texture format: it loads a palette, as on a console
warning                  packet 0 at 0x4021ec: BITBLTBUF.DPSM is 0x3f, no documented format: written as CT32
warning                  packet 0 at 0x4021ec: FRAME_1.PSM is 0x05, no documented frame format: drawn to as CT32
warning                  packet 0 at 0x4021ec: FRAME_1.FBW is 40, above the documented 32: used as it is; PCSX2 takes 32
warning                  packet 0 at 0x4021ec: ZBUF_1.PSM is 0x3, no documented depth format: depth is tested and written as words in the layout of CT32
warning                  packet 0 at 0x4021ec: TEX0_1 reads by CSM2 a palette that was loaded by CSM1: used as loaded; PCSX2 reads memory again
warning                  packet 1 at 0x402302: DISPFB1.PSM is 0x12, no documented display format: shown as pixels of three bytes in the layout of CT16
---- err
assumptions.gs: warning: packet 0 at 0x4021ec: TEX0_1.CPSM is 0x1, no documented palette format: loaded as CT32, as a console does
assumptions.gs: warning: packet 0 at 0x4021ec: TEX0_1.PSM is 0x03, no documented texture format: it loads a palette, as on a console
assumptions.gs: warning: packet 0 at 0x4021ec: BITBLTBUF.DPSM is 0x3f, no documented format: written as CT32
assumptions.gs: warning: packet 0 at 0x4021ec: FRAME_1.PSM is 0x05, no documented frame format: drawn to as CT32
assumptions.gs: warning: packet 0 at 0x4021ec: FRAME_1.FBW is 40, above the documented 32: used as it is; PCSX2 takes 32
assumptions.gs: warning: packet 0 at 0x4021ec: ZBUF_1.PSM is 0x3, no documented depth format: depth is tested and written as words in the layout of CT32
assumptions.gs: warning: packet 0 at 0x4021ec: TEX0_1 reads by CSM2 a palette that was loaded by CSM1: used as loaded; PCSX2 reads memory again
assumptions.gs: warning: packet 1 at 0x402302: DISPFB1.PSM is 0x12, no documented display format: shown as pixels of three bytes in the layout of CT16
{"warning":{"file":"assumptions.gs","text":"packet 0 at 0x4021ec: TEX0_1.CPSM is 0x1, no documented palette format: loaded as CT32, as a console does"}}
{"warning":{"file":"assumptions.gs","text":"packet 0 at 0x4021ec: TEX0_1.PSM is 0x03, no documented texture format: it loads a palette, as on a console"}}
{"warning":{"file":"assumptions.gs","text":"packet 0 at 0x4021ec: BITBLTBUF.DPSM is 0x3f, no documented format: written as CT32"}}
{"warning":{"file":"assumptions.gs","text":"packet 0 at 0x4021ec: FRAME_1.PSM is 0x05, no documented frame format: drawn to as CT32"}}
{"warning":{"file":"assumptions.gs","text":"packet 0 at 0x4021ec: FRAME_1.FBW is 40, above the documented 32: used as it is; PCSX2 takes 32"}}
{"warning":{"file":"assumptions.gs","text":"packet 0 at 0x4021ec: ZBUF_1.PSM is 0x3, no documented depth format: depth is tested and written as words in the layout of CT32"}}
{"warning":{"file":"assumptions.gs","text":"packet 0 at 0x4021ec: TEX0_1 reads by CSM2 a palette that was loaded by CSM1: used as loaded; PCSX2 reads memory again"}}
{"warning":{"file":"assumptions.gs","text":"packet 1 at 0x402302: DISPFB1.PSM is 0x12, no documented display format: shown as pixels of three bytes in the layout of CT16"}}
