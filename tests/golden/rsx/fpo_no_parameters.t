# A container without parameters needs no table of them.
run: relit disasm in.fpo && relit disasm in.fpo | relit asm -o out.fpo - && cmp in.fpo out.fpo
---- hex in.fpo
00001b5c 00000006 00000050 00000000 00000000 00000020 00000010 00000040
00000001 00014000 00000000 00050003 00040300 01010000 00000000 00000000
1e010100 c8001c9d c8000001 c8000001
---- out
.container profile=fragment, revision=6, size=80, program=32, code.size=16, code=64
.fragment instructions=1, inputs=0x14000, texcoords=5, texcoords.2d=3, texcoords.centroid=4, registers=3, depth=1, kills=1
.pad 10
.code
000: MOVR R0, R0; # last instruction
.endcode
---- err
<stdin>: note: guessed rsx.fp, --isa to choose
