run: relit disasm --isa rsx.vp no_end.bin || relit disasm --isa rsx.vp short.bin || relit asm --isa rsx.vp in.txt
exit: 3
# MOV R1.zw, c[466].x
---- hex no_end.bin
00 00 9c 6c 00 5d 20 00 01 86 c0 83 60 40 7f fc
---- hex short.bin
00 00 9c 6c 00 5d 20 00 01 86 c0 83 60 40 7f
---- in in.txt
MOV R1, v[0];
MUL R1, v[0], v[1];
---- err
no_end.bin:0x10: error: no slot has END
short.bin:0x0: error: not a multiple of 16 bytes: 15 bytes are left after slot 0
in.txt:2:15: error: one word reads one input
