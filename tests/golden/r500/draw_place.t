# A draw without a program is named with its place: a line of text, an offset of dwords, or submission and dword of an archive.
run: relit disasm --isa r500 lines.txt --draw 2 --stage vs || echo exit $?
run: relit disasm --isa r500 in.bin --draw 2 --stage fs || echo exit $?
run: relit disasm --isa r500 list.txt --draw 1 --stage fs || echo exit $?
---- in lines.txt
0xc0022f00 0x00000001 0x00000303 0x00000000
// a draw of two indices
0xc0013600 0x00020012 0x00010000
0x00000854 0x0000200a 0xc0013600 0x00020012 0x00010000
---- in list.txt
0x2150 0x200a
---- hex in.bin
00 2f 02 c0 01 00 00 00  03 03 00 00 00 00 00 00
00 36 01 c0 12 00 02 00  00 00 01 00
00 36 01 c0 12 00 02 00  00 00 01 00
---- out
exit 3
exit 3
exit 2
---- err
lines.txt:4:23: error: draw 2 has no vertex program
in.bin:0x1c: error: draw 2 has no fragment program
list.txt: error: --draw 1: there are 0 draws
