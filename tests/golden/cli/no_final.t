run: relit translate --isa nv2a in.bin
exit: 3
---- hex in.bin
00000000 1b002000 6c103608 00f87020
---- err
in.bin:0x10: error: no slot has FINAL
