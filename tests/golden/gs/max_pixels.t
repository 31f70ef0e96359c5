# A few bytes can ask for as many pixels as they like: replay gives up after so many. Here a sprite of 2048 x 2048 comes
# five times, and a copy of 4095 x 4095 pixels within local memory twice.
run: relit asm --isa gs sprites -o sprites.gs && relit asm --isa gs copies -o copies.gs
run: ! relit replay sprites.gs --stats --max-pixels 10000000
run: ! relit replay copies.gs --stats --max-pixels 10000000
run: relit replay sprites.gs --stats --draw 2 --max-pixels 10000000
---- in sprites
.gs stream
FRAME_1    FBW=32, PSM=CT16
SCISSOR_1  SCAX1=2047, SCAY1=2047
.tag PRIM=(PRIM=SPRITE), REGS=(XYZ2)
    XYZ2 X=0, Y=0
    XYZ2 X=2048, Y=2048
    XYZ2 X=0, Y=0
    XYZ2 X=2048, Y=2048
    XYZ2 X=0, Y=0
    XYZ2 X=2048, Y=2048
    XYZ2 X=0, Y=0
    XYZ2 X=2048, Y=2048
    XYZ2 X=0, Y=0
    XYZ2 X=2048, Y=2048
---- in copies
.gs stream
BITBLTBUF  SBW=1, DBW=1
TRXREG     RRW=4095, RRH=4095
TRXDIR     XDIR=2
TRXDIR     XDIR=2
---- out
frames           0
draws            2
primitives       2
pixels           8388608
palettes         0
transfers        0
copies           0
uploaded bytes   0
---- err
sprites.gs: error: more than 10000000 pixels by draw 3; --max-pixels N sets the limit, 0 removes it
copies.gs: error: more than 10000000 pixels by draw 0; --max-pixels N sets the limit, 0 removes it
