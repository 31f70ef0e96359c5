run: relit disasm --isa rsx.fp in.bin
# MOVR R0, f[TEX0] with END, as Mesa has it in the memory of a little-endian host
---- hex in.bin
01 9e 00 01 01 c8 9d 1c 01 c8 01 00 01 c8 01 00
---- out
.order little  // little-endian dwords
.fill mesa
000: MOVR R0, f[TEX0]; # last instruction
