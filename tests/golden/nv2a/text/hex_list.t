# Four words a slot, however they are laid out; the words are kept as they are.
run: relit asm --isa nv2a in.txt | relit disasm -
---- in in.txt
// a list as in a C file
{ 0x00000000, 0x00EC001B, 0x0836186C, 0x20708800 }, // DP4 oPos.x
{ 0, 0x00EC201B,
  0x0836186C, 0x20704800 }, /* oPos.y */
00000000 00EC401B 0836186C 20702800
00000000 00ec601b 0836186c 20701801 ; the last
---- out
dp4 oPos.x, v0, c[96]
dp4 oPos.y, v0, c[97]
dp4 oPos.z, v0, c[98]
dp4 oPos.w, v0, c[99]
---- err
<stdin>: note: guessed nv2a, --isa to choose
