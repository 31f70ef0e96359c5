# Registers as numbers; the other option of text is refused.
run: cp $DATA/r500/atom_tables.atom in.atom
run: relit asm in.atom -o a.rom; relit disasm a.rom --option names=numbers | grep -E "REG|IIO"; relit disasm a.rom --option names=none
exit: 2
---- out
TEST_REG REG[0x1827][7:0], 0x01
SET_REG_BLOCK 0x0200
MASK_REG REG[0x1820][7:0], 0xFE, PS[0][15:8]
SET_REG_BLOCK 0x0000
OR_REG REG[0x000D][31:16], 0x8000  // DYN_SCLK_PWMEM_PIPE
CLEAR_REG REG[0x1EBC][23:16]
IIO_START 1  // PLL reads
IIO_READ 0x0002
IIO_MOVE_INDEX 7, 0, 0
IIO_CLEAR 1, 7
IIO_WRITE 0x0002
IIO_READ 0x0003
IIO_END 19
---- err
a.rom: error: --option names=none: expected names=registers|numbers
