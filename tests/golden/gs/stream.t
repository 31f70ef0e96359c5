# Packets without a header.
run: relit asm in.txt -o out.gs --isa gs
run: relit info out.gs
run: relit disasm out.gs
---- in in.txt
.gs stream
PRMODECONT AC=1
TEXA TA1=128
.vsync
---- out
isa                      gs
bytes                    56
container                stream
compression              none
unpacked bytes           56
packets                  2
frames                   1
transfers                1
transfers by path        path3 1
transfer bytes           48
image bytes              0
read backs               0
vertices                 0
draws                    0
register writes          PRMODECONT 1, TEXA 1
.gs stream
.transfer path3  // packet 0, 48 bytes
    .tag FLG=PACKED, NLOOP=2, EOP=1, REGS=(A+D)
        PRMODECONT  AC=1  // whether PRIM or PRMODE sets the attributes
        TEXA        TA0=0, TA1=128  // alpha of texels without alpha
.vsync 0  // end of frame 1
---- err
out.gs: note: guessed gs, --isa to choose
out.gs: note: guessed gs, --isa to choose
