run: relit disasm --isa rsx.vp little.bin || relit disasm --isa rsx.vp no_end.bin || relit disasm --isa rsx.vp short.bin || relit asm --isa rsx.vp in.txt
# MOV R1.zw, c[466].x
---- hex little.bin
6c 9c 00 00 00 20 5d 00 83 c0 86 01 fd 7f 40 60
---- hex no_end.bin
00 00 9c 6c 00 5d 20 00 01 86 c0 83 60 40 7f fc
---- hex short.bin
00 00 9c 6c 00 5d 20 00 01 86 c0 83 60 40 7f
---- in in.txt
MOV R1, v[0];
MUL R1, v[0], v[1];
---- out
.order little  // little-endian dwords
000: MOV R1.zw, c[466].x;
