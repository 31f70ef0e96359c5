# A word that does not decode stops a translation where the program can reach it, at its place in the file.
run: relit asm --isa rsx.vp over.txt -o over.bin && relit translate --isa rsx.vp over.bin >over.glsl
run: relit asm --isa rsx.fp in.txt -o in.bin && relit translate --isa rsx.fp --allow-unknown in.bin >in.glsl
run: ! relit translate --isa rsx.vp stream.bin
run: ! relit translate in.vpo
run: ! relit translate in.fpo
run: relit translate --isa rsx.fp in.bin
exit: 4
---- in over.txt
MOV o[0], v[0];
BRI L3;
.word 0x00000000, 0x07c00000, 0x00000000, 0x00000000
L3: MOV o[1], v[3]; # last instruction
---- in in.txt
MOVR R0, f[TEX0];
.word 0x30000000, 0x00000000, 0x00000000, 0x00000000
MOVR R0.x, R0;
.end
---- hex stream.bin
# slots 0 and 1; in slot 0 vector operation 31
00041e9c 00000000 00200b80 00009c6c 07dd2000 0186c083 60407ffc 401f9c6c
00dd2355 0186c083 6041ff85
---- hex in.vpo
# in the first slot, at 0x70, vector operation 31
00001b5b 00000006 000000b0 00000001 00000020 00000050 00000020 00000070
00000418 00000882 00001006 000001d2 00000090 000000a0 00000000 00000095
00001001 00000003 00000001 00000000 00000002 00000000 00000002 00000008
00000001 00000020 00000000 00000000 00009c6c 07dd2000 0186c083 60407ffc
401f9c6c 00dd2355 0186c083 6041ff85 6761696e 00424f4f 53540000 00000000
3f800000 40000000 00000000 bf800000
---- hex in.fpo
# in the second instruction, at 0xa0, operation 0x30
00001b5c 00000006 000000b0 00000001 00000020 00000070 00000020 00000090
00000417 00000882 00001006 ffffffff 00000050 00000000 00000060 00000000
00001001 00000002 00000001 00000000 6c696768 74506f73 6974696f 6e000000
00000001 00000010 00000000 00000000 00000001 00014000 00000000 00050003
00040300 01010000 00000000 00000000 1e000100 c8001c9d c8000001 c8000001
1e013000 c8001c9d c8000001 c8000001
---- err
in.bin: note: the word at 0x10 does not decode as an instruction and is omitted
stream.bin:0xc: error: this word does not decode as an instruction, and the program can reach it (--allow-unknown omits such words)
in.vpo:0x70: error: this word does not decode as an instruction, and the program can reach it (--allow-unknown omits such words)
in.fpo:0xa0: error: this word does not decode as an instruction, and the program can reach it (--allow-unknown omits such words)
in.bin:0x10: error: this word does not decode as an instruction, and the program can reach it (--allow-unknown omits such words)
