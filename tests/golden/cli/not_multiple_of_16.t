run: relit disasm --isa nv2a in.bin
exit: 3
---- hex in.bin
00000000 1b000c00 6c103608 00f87020 00000000 1b00
---- err
in.bin:0x10: error: not a multiple of 16 bytes: 6 bytes are left after slot 1
