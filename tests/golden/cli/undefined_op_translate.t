run: relit translate --isa nv2a in.bin
exit: 4
---- hex in.bin
# MAC 14
00000000 1b00c001 6c103608 01f87020
---- err
in.bin:0x0: error: this word does not decode as an instruction, and the program can reach it (--allow-unknown omits such words)
