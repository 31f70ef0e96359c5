# A word of a game: what its assembler leaves in unused fields is a rule, so that no list of fields is needed
run: relit disasm --isa nv2a in.bin
run: relit disasm --isa nv2a in.bin | relit asm --isa nv2a - -o - | cmp - in.bin && echo same
run: relit disasm --isa nv2a in.bin --option fill=plain
run: relit info --isa nv2a in.bin | grep unused
---- hex in.bin
00000000 1b224f00 00383718 0100602f # mul R6, v1, c[121]
---- out
.fill xvs
mul R6, v1, c[121]
same
mul R6, v1, c[121] @ {A.reg=1, B.reg=9, C.y=0, C.z=0, C.w=0, out.bank=0, out.address=0}
unused fields            xvs
