# One line each: where, and what.
run: for i in 1 2 3 4 5 6 7 8 9; do sed -n ${i}p in.txt > one.txt; relit asm --isa maxwell one.txt -o out.bin || true; done; for f in cut.bin odd.bin control.bin; do relit disasm --isa maxwell $f || true; done; exit 3
exit: 3
---- in in.txt
FROB R1, R2;
FADD R1, R2, 0.1;
IADD R1, -R2, -R3;
ISETP.LT P0, PT, R1, R2, PT;
TEXS.LL R0, R1, R2, R3, 0x0, 3D, RGBA;
BRA 0x7fffffff;
LDC R1, c[0x20][0x0];
MOV R1, c[0x0][0x2];
IMADSP.U32.U24.S32 R0, R1, R2, R3;
---- hex cut.bin
44 4b 53 48 18 00 00 00
---- hex odd.bin
e0 07 00 00 00 00 00 00 0f 00 07 00 00 00 00 e3 01
---- hex control.bin
e0 07 00 00 00 00 00 00
---- err
one.txt:1:1: error: 'FROB' is not an operation
one.txt:1:14: error: a number that fits is expected
one.txt:1:15: error: only one source can be negative, and none with .PO
one.txt:1:1: error: a modifier is missing: .AND, .OR, .XOR
one.txt:1:30: error: '3D' does not fit here
one.txt:1:5: error: the target is too far away
one.txt:1:9: error: there are 32 constant buffers
one.txt:1:9: error: a multiple of 4 is expected
one.txt:1:1: error: A and C must both have signs, or neither
cut.bin:0x8: error: the header of the DKSH is cut short
odd.bin:0x10: error: not a multiple of 8 bytes: 1 bytes are left after word 2
control.bin:0x8: error: there is no instruction: code begins with a word that schedules the next three
