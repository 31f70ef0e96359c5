# The text of captures, of hex text and of register writes comes back as the same dwords; folders and archives are alike.
run: for c in gouraud_triangle depth_range; do relit disasm $DATA/r500/$c > a.txt; cat $DATA/r500/$c/ib00?.bin > a.bin; relit asm a.txt -o b.bin && cmp a.bin b.bin || exit 9; relit disasm --isa r500 b.bin | relit asm - -o c.bin && cmp a.bin c.bin || exit 9; done; echo the same
run: od -An -v -tx4 -w16 a.bin | sed 's/ \([0-9a-f]\{8\}\)/0x\1, /g' > hex.txt; relit disasm --isa r500 hex.txt | relit asm - -o d.bin && cmp a.bin d.bin && echo of hex text too
run: printf '0x4e00 0x4000\n0x4f10 2\n' | relit disasm - --isa r500
---- out
the same
of hex text too
.r500
RB3D_CCTL = {INDEPENDENT_COLORFORMAT_ENABLE=ENABLE}
ZB_FORMAT = {DEPTHFORMAT=Z24S8}
