# A packet that is cut off: what stands before it is shown, and the damage is told.
run: relit asm in.txt -o whole.gs --isa gs; head -c 4203050 whole.gs > cut.gs
run: relit disasm cut.gs --option notes=none | tail -n 4
run: relit info cut.gs | tail -n 2
run: relit info cut.gs > out.txt
exit: 3
---- in in.txt
PRIM PRIM=LINE
XYZ2 X=1
.vsync
PRIM PRIM=SPRITE
---- out
    .tag FLG=PACKED, NLOOP=2, EOP=1, REGS=(A+D)
        PRIM        PRIM=LINE
        XYZ2        X=1, Y=0, Z=0x0
.vsync 0  // end of frame 1
register writes          PRIM 1, XYZ2 1
damage                   packet 2: it declares 32 bytes, 0 are there; it and what follows is missing
---- err
cut.gs:0x402224: error: packet 2: it declares 32 bytes, 0 are there; it and what follows is missing
cut.gs:0x402224: error: packet 2: it declares 32 bytes, 0 are there; it and what follows is missing
cut.gs:0x402224: error: packet 2: it declares 32 bytes, 0 are there; it and what follows is missing
