# A file that is cut off, a DMA tag whose data lie elsewhere, and a name in an array.
run: head -c 184 $DATA/gs/raw/sprite.bin > cut; ! relit disasm --isa gs cut
run: head -c 176 $DATA/gs/raw/sprite.bin > cut; ! relit disasm --isa gs cut
run: (head -c 128 $DATA/gs/raw/chain.bin; printf '\001\000\000\060\000\000\020\000\000\000\000\000\000\000\000\000') > ref; ! relit info --isa gs ref
run: sed 's/0x61ul/GS_REG_FINISH/' $DATA/gs/raw/sprite.c > bad.c; ! relit info --isa gs bad.c
run: head -c 184 $DATA/gs/raw/sprite.bin > cut; ! relit info cut
run: head -c 100 $DATA/gs/raw/chain.bin > cut; ! relit info cut
run: sed '$d' $DATA/gs/raw/sprite.xxd > cut; ! relit info cut; sed 's/ 6100 0000/ 5600 0000/' $DATA/gs/raw/sprite.xxd > bad.xxd; ! relit info bad.xxd
---- err
cut:0xb0: error: neither a GS dump nor raw packets: 8 bytes are left after the last quadword
cut:0xb0: error: neither a GS dump nor raw packets: the file ends inside a packet: 1 loops of its tag are missing
ref:0x80: error: neither a GS dump nor raw packets: the data of a DMA tag REF lie elsewhere in memory, not in this file
bad.c:16:27: error: neither a GS dump nor raw packets: "GS_REG_FINISH" is not a hex or decimal number of 64 bits
cut:0xb0: error: no known kind of program: it begins as raw GIF packets: 8 bytes are left after the last quadword
cut:0x0: error: no known kind of program: it begins as raw GIF packets: a DMA tag declares 112 bytes, 84 are there
cut:11:1: error: no known kind of program: it begins as raw GIF packets: byte 176 of the numbers: the file ends inside a packet: 1 loops of its tag are missing
bad.xxd:12:1: error: no known kind of program: it begins as raw GIF packets: byte 176 of the numbers: A+D: no register has the address 0x56
