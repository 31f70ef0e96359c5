run: relit asm --isa nv2a in.txt
exit: 3
---- in in.txt
0x00000000, 0x00EC001B, 0x0836186C, 0x20708801,
0x00000000, 0x00EC001B
---- err
in.txt:3:1: error: the last slot has 2 of its 4 words
