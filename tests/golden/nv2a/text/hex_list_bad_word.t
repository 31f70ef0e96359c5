run: relit asm --isa nv2a in.txt
exit: 3
---- in in.txt
0x00000000, 0x00EC001B, 0x0836186CC, 0x20708801
---- err
in.txt:1:25: error: a hex word of 32 bits is expected
