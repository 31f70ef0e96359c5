run: relit lint --isa r500.vs in.vs.asm; echo $?; relit asm --isa r500.vs in.vs.asm -o in.bin; relit lint --isa r500.vs in.bin; relit lint --isa r500.vs in.bin --fix -o fixed.bin; echo $?; relit disasm --isa r500.vs fixed.bin; relit lint --isa r500.vs in.vs.asm --fix -o - 2>/dev/null | diff in.vs.asm -
---- in in.vs.asm
-- three temporaries without the macro form, and a sine of what may be anything
UNCHECKED temp[3].xyzw = VE_MAD temp[0].xyzw temp[1].xyzw temp[2].xyzw ;
temp[4].x = ME_SIN input[1].___x ;
out[0].xyzw = VE_ADD temp[3].xyzw temp[4].xxxx ;
---- out
