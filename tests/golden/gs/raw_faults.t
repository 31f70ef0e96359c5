# A file that is cut off, a DMA tag whose data lie elsewhere, and a name in an array.
run: head -c 184 $DATA/gs/raw/sprite.bin > cut; ! relit disasm --isa gs cut
run: head -c 176 $DATA/gs/raw/sprite.bin > cut; ! relit disasm --isa gs cut
run: (head -c 128 $DATA/gs/raw/chain.bin; printf '\001\000\000\060\000\000\020\000\000\000\000\000\000\000\000\000') > ref; ! relit info --isa gs ref
run: sed 's/0x61ul/GS_REG_FINISH/' $DATA/gs/raw/sprite.c > bad.c; ! relit info --isa gs bad.c
run: head -c 184 $DATA/gs/raw/sprite.bin > cut; ! relit info cut
---- err
cut:0xb0: error: neither a GS dump nor raw packets: 8 bytes are left after the last quadword
cut:0xb0: error: neither a GS dump nor raw packets: the file ends inside a packet: 1 loops of its tag are missing
ref:0x80: error: neither a GS dump nor raw packets: the data of a DMA tag REF lie elsewhere in memory, not in this file
bad.c:16:27: error: neither a GS dump nor raw packets: "GS_REG_FINISH" is not a hex or decimal number of 64 bits
cut:0x0: error: no known kind of program: the nearest are maxwell (words that do not decode as instructions), r500 (its last packet is cut off); name one with --isa
