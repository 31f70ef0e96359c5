# A dump made by hand, and what it says when it is printed again.
run: relit asm in.txt --isa gs -o out.gs
run: relit disasm out.gs
---- in in.txt
// a triangle and a texture
.serial "HAND-00001"
.privileged
    PMODE    EN1=1, CRTMD=1, MMOD=1, ALP=255
    DISPFB1  FBW=10, PSM=CT32
    DISPLAY1 DX=636, DY=50, MAGH=3, DW=2559, DH=447
FRAME_1      FBW=10, PSM=CT32
ZBUF_1       ZMSK=1
SCISSOR_1    SCAX1=639, SCAY1=447
PRMODECONT   AC=1
TEST_1       ZTE=1, ZTST=ALWAYS
.upload DBP=0x2000, DBW=1, DPSM=CT32, RRW=8, RRH=8
    .fill 64, 0x80ff8040
.tag PRIM=(PRIM=TRI, IIP=1), REGS=(RGBAQ XYZ2)
    RGBAQ    R=255, A=128
    XYZ2     X=100, Y=100.5
    RGBAQ    G=255, A=128
    XYZ2     X=300, Y=100
    RGBAQ    B=255, A=128
    XYZ2     X=200, Y=300
.registers
    BGCOLOR  R=1, G=2, B=3
.vsync 1
.fifo 16
---- out
.gs current
.crc 0x00000000  // of the game
.version 8  // of the state
.serial "HAND-00001"
.state  // omitted members are zero
.memory  // omitted members are zero
.privileged  // omitted members are zero
    PMODE       EN1=1, CRTMD=1, MMOD=1, ALP=255  // enables the read circuits and defines their merging
    DISPFB1     FBP=0x0, FBW=10, PSM=CT32, DBX=0, DBY=0  // buffer of circuit 1
    DISPLAY1    DX=636, DY=50, MAGH=3, MAGV=0, DW=2559, DH=447  // display position of circuit 1
.transfer path3  // packet 0, 544 bytes
    .tag FLG=PACKED, NLOOP=9, REGS=(A+D)
        FRAME_1     FBP=0x0, FBW=10, PSM=CT32, FBMSK=0x0  // frame buffer, context 1
        ZBUF_1      ZBP=0x0, PSM=Z32, ZMSK=1  // depth buffer, context 1
        SCISSOR_1   SCAX0=0, SCAX1=639, SCAY0=0, SCAY1=447  // scissor rectangle, context 1
        PRMODECONT  AC=1  // whether PRIM or PRMODE sets the attributes
        TEST_1      ATST=NEVER, AREF=0, AFAIL=KEEP, ZTE=1, ZTST=ALWAYS  // pixel tests, context 1
        BITBLTBUF   SBP=0x0, SBW=0, SPSM=CT32, DBP=0x2000, DBW=1, DPSM=CT32  // source and destination of transfers
        TRXPOS      SSAX=0, SSAY=0, DSAX=0, DSAY=0  // corners and order of transfers
        TRXREG      RRW=8, RRH=8  // size of transfers
        TRXDIR      XDIR=HOST_TO_LOCAL  // transfer 1: starts a transfer
    .tag FLG=IMAGE, NLOOP=16
        .fill 64, 0x80ff8040
    .tag FLG=PACKED, NLOOP=3, EOP=1, PRIM=(PRIM=TRI, IIP=1), REGS=(RGBAQ XYZ2)
        RGBAQ       R=255, G=0, B=0, A=128  // colour and Q of the next vertex
        XYZ2        X=100, Y=100.5, Z=0x0  // a vertex; may complete a primitive
        RGBAQ       R=0, G=255, B=0, A=128
        XYZ2        X=300, Y=100, Z=0x0
        RGBAQ       R=0, G=0, B=255, A=128
        XYZ2        X=200, Y=300, Z=0x0  // draw 1
.registers  // packet 1
    BGCOLOR     R=1, G=2, B=3  // background colour
.vsync 1  // end of frame 1
.fifo 16  // packet 3
