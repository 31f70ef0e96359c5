run: relit disasm --isa rsx.fp in.bin
exit: 3
# MOVR R0, f[TEX0] with END, as Mesa has it in the memory of a little-endian host
---- hex in.bin
01 9e 00 01 01 c8 9d 1c 01 c8 01 00 01 c8 01 00
---- err
in.bin:0x0: error: the dwords are little-endian; the RSX has them big-endian with their 16-bit halves swapped
