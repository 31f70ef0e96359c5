run: relit disasm --isa z80 in.bin
exit: 2
---- hex in.bin
00
---- err
relit: error: --isa z80: no such guest language
