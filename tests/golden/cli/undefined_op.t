run: relit disasm --isa nv2a in.bin
---- hex in.bin
# MAC 14
00000000 1b00c001 6c103608 01f87020
---- out
.word 0x00000000, 0x01c0001b, 0x0836106c, 0x2070f801  // this MAC operation is not defined
