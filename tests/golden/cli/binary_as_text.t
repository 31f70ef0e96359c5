run: relit asm --isa nv2a in.bin
exit: 3
---- hex in.bin
00000000 1b002000 6c103608 01f87020
---- err
in.bin:0x0: error: not text: it contains a zero byte
