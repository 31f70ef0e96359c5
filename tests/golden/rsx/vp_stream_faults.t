run: relit disasm --isa rsx.vp little || relit translate --isa rsx.vp noend || relit translate --isa rsx.vp none || relit asm --isa rsx.vp in.txt
exit: 3
---- hex little
9c1e0400 00000000 800b2000 6c9c0000 00205d00 83c08601 fc7f4060 6c9c1f40
5523dd00 83c08601 85ff4160 fc1e1400 d2010000 0000803f 00000000 00000000
00000000 f81f0400 05000000 78140400 20000000
---- hex noend
00041e9c 00000000 00200b80 00009c6c 005d2000 0186c083 60407ffc 401f9c6c
00dd2355 0186c083 6041ff84 00141efc 000001d2 3f800000 00000000 00000000
00000000 00041ff8 00000005 00041478 00000020
---- hex none
00041d60 00000040 00041ff8 00000005 00000000
---- in in.txt
.stream
.method SET_TRANSFORM_PROGRAM_LOAD, 1
.data 0
.method SET_TRANSFORM_PROGRAM, 4
MOV o[0], v[0], v[1];
---- err
little:0x0: error: the words of the stream are little-endian; those of the console are big-endian
noend: error: no slot has END from slot 0 on
none: error: the file loads no vertex program
in.txt:5:15: error: ';' is expected
