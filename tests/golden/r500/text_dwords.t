# Dwords as lists of C, with comments and a declaration, and as hex digits alone; mistakes have their line and column.
run: for f in array.txt bare.txt; do relit disasm $f; relit lint $f; done; relit disasm array.txt -o a.txt; relit asm a.txt -o a.bin; relit disasm bare.txt -o b.txt; relit asm b.txt -o b.bin; cmp a.bin b.bin && echo the same
run: relit pm4 two.txt || echo "exit code $?"; printf '0x1380 /* 0x1' > open.txt; relit pm4 open.txt || echo "exit code $?"; printf '0x1380, 0x123456789' > wide.txt; relit pm4 wide.txt || echo "exit code $?"
---- in array.txt
/* written by hand,
   0x7 dwords */
#include <stdint.h>
static const uint32_t stream[] = {
    0x0000138aU, // RB3D_COLOROFFSET_0
    0x00000000,  -- its address
    0xC0001000, 0x00000000, /* the relocation */
};
---- in bare.txt
0000138a 00000000
c0001000 00000000
---- in two.txt
uint32_t vs[] = {0x00001380, 0x00004000};
uint32_t fs[] = {0x00001380};
---- out
.r500
RB3D_COLOROFFSET_0 = 0  // relocation 0 + 0x0
NOP 0x00000000  // relocation 0
.r500
RB3D_COLOROFFSET_0 = 0  // relocation 0 + 0x0
NOP 0x00000000  // relocation 0
the same
exit code 3
exit code 3
exit code 3
---- err
array.txt: note: guessed r500, --isa to choose
array.txt: note: guessed r500, --isa to choose
bare.txt: note: guessed r500, --isa to choose
bare.txt: note: guessed r500, --isa to choose
array.txt: note: guessed r500, --isa to choose
bare.txt: note: guessed r500, --isa to choose
two.txt:2:1: error: uint32_t is no dword: a file lists those of one stream
open.txt:1:8: error: nothing ends this comment
wide.txt:1:9: error: 0x123456789 is no dword
