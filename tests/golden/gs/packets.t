# Tags of every format, data that goes on in another packet, paths, and what no tag takes.
run: relit asm in.txt -o out.gs --isa gs
run: relit disasm out.gs --option notes=none | sed 1,6d
---- in in.txt
.transfer path2
.tag FLG=REGLIST, NLOOP=3, REGS=(UV XYZ3 NOP)
    UV U=1
    XYZ3 X=1, Y=2, Z=0x3
    NOP
    UV U=2
.transfer path1.window
.tag NLOOP=1, EOP=1
    .reg 0x77, 0x1234
    .data 1, 2, 3, 4
.transfer path2 // the list goes on
    XYZ3
    NOP
    UV
    XYZ3
    NOP [63:0]=7
    .pad 0x55
.tag FLG=IMAGE, NLOOP=10, [45:16]=0x1
    .fill 8, 0x01020304
    .data 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
    .again 64, 1
    .data 1, 2, 3
    .byte 9
---- out
.transfer path2  // packet 0, 48 bytes
    .tag FLG=REGLIST, NLOOP=3, REGS=(UV XYZ3 NOP)
        UV          U=1, V=0
        XYZ3        X=1, Y=2, Z=0x3
        NOP
        UV          U=2, V=0
.transfer path1.window  // packet 1, 48 bytes
    .tag FLG=PACKED, NLOOP=1, EOP=1, REGS=(A+D)
        .reg 0x77, 0x0000000000001234  // no register
    .data 0x00000001, 0x00000002, 0x00000003, 0x00000004
.transfer path2  // packet 2, 237 bytes
        XYZ3        X=0, Y=0, Z=0x0
        NOP
        UV          U=0, V=0
        XYZ3        X=0, Y=0, Z=0x0
        NOP         [63:0]=0x7
        .pad 0x55
    .tag FLG=IMAGE, NLOOP=10, [45:16]=0x1
        .fill 8, 0x01020304
        .data 0x00000001, 0x00000002, 0x00000003, 0x00000004, 0x00000005, 0x00000006, 0x00000007, 0x00000008
        .data 0x00000009, 0x0000000a, 0x0000000b, 0x0000000c, 0x0000000d, 0x0000000e, 0x0000000f, 0x00000010
        .again 64, 1
    .data 0x00000001, 0x00000002, 0x00000003
    .byte 0x09
