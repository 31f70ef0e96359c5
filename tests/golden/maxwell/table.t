# A branch through a table: a DKSH brings c[1], so only the four places that it names are led to. Other files may be told.
run: relit asm --isa maxwell table.asm -o table.dksh && relit ir table.dksh | grep switch | tr ',' '\n'
run: relit asm --isa maxwell code.asm -o code.bin && relit ir --isa maxwell code.bin | grep switch | tr ',' '\n' | wc -l
run: relit translate --to ir --passes=dce --isa maxwell --context maxwell.workgroup0=4 --context maxwell.constants1.words=1 --context maxwell.constants1.word0=8 code.bin | grep switch
---- in table.asm
.dksh header_size=0x18, control_size=0x100, code_size=0x200, programs=0x18, count=1
.program type=5, entry=0, registers=8, constants=0x100, constant_bytes=16, block_x=4, block_y=1, block_z=1
.zero 168
.code
    S2R R0, SR_TID.X;
    SHL R1, R0, 0x2;
    LDC R2, c[0x1][R1];
    BRX R2, 0x0;
    MOV R3, 0x1;
    EXIT;
    MOV R3, 0x2;
    EXIT;
    MOV R3, 0x3;
    EXIT;
    MOV R3, 0x4;
    EXIT;
.zero 128
.byte 0, 0, 0, 0, 0x18, 0, 0, 0, 0x28, 0, 0, 0, 0x40, 0, 0, 0
.zero 240
---- in code.asm
    LDC R2, c[0x1][R1];
    BRX R2, 0x0;
    MOV R3, 0x1;
    EXIT;
    EXIT;
---- out
  switch %4
 0x30: b1
 0x48: b2
 0x58: b3
 0x70: b4
 else: b5(%1) @4
9
  switch %4, 0x20: b1, else: b2 merge b3 @2
