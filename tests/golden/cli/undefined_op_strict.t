run: relit translate --isa nv2a --strict in.bin
exit: 3
---- hex in.bin
# MAC 14
00000000 1b00c001 6c103608 01f87020
---- err
in.bin:0x0: error: unknown instruction .word 0x00000000, 0x01c0001b, 0x0836106c, 0x2070f801 (--strict)
