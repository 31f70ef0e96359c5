run: relit lint --isa r500.vs in.vs.asm || echo $?
run: relit asm --isa r500.vs in.vs.asm -o in.bin; relit lint --isa r500.vs in.bin || true
run: relit lint --isa r500.vs in.bin --fix -o fixed.bin 2>/dev/null || relit disasm --isa r500.vs fixed.bin
run: relit lint --isa r500.vs in.vs.asm --fix -o fixed.asm 2>/dev/null || diff in.vs.asm fixed.asm || true
---- in in.vs.asm
-- three temporaries without the macro form, and a sine of what may be anything
UNCHECKED temp[3].xyzw = VE_MAD temp[0].xyzw temp[1].xyzw temp[2].xyzw ;
temp[4].x = ME_SIN input[1].___x ;
out[0].xyzw = VE_ADD temp[3].xyzw temp[4].xxxx ;
---- out
in.vs.asm:2:1: macro: three temporaries without the macro bit: the hardware reads wrong values [buhman/r500, measured] (--fix)
in.vs.asm:2:1: unwritten-temporary: temp[0].xyzw: no instruction before it writes what this reads [Mesa r300]
in.vs.asm:2:1: unwritten-temporary: temp[1].xyzw: no instruction before it writes what this reads [Mesa r300]
in.vs.asm:2:1: unwritten-temporary: temp[2].xyzw: no instruction before it writes what this reads [Mesa r300]
in.vs.asm:3:1: angle: the argument is clamped to -pi .. pi, and nothing here brings it there: fract(x / 2 pi + 0.5) * 2 pi - pi [buhman/r500, measured]
1
in.bin:0x0: macro: three temporaries without the macro bit: the hardware reads wrong values [buhman/r500, measured] (--fix)
in.bin:0x0: unwritten-temporary: temp[0].xyzw: no instruction before it writes what this reads [Mesa r300]
in.bin:0x0: unwritten-temporary: temp[1].xyzw: no instruction before it writes what this reads [Mesa r300]
in.bin:0x0: unwritten-temporary: temp[2].xyzw: no instruction before it writes what this reads [Mesa r300]
in.bin:0x10: angle: the argument is clamped to -pi .. pi, and nothing here brings it there: fract(x / 2 pi + 0.5) * 2 pi - pi [buhman/r500, measured]
temp[3].xyzw    = MACRO_OP_2CLK_MADD temp[0].xyzw     temp[1].xyzw     temp[2].xyzw ;
temp[4].x       = ME_SIN       input[1].___x ;
out[0].xyzw     = VE_ADD       temp[3].xyzw     temp[4].xxxx ;
2c2
< UNCHECKED temp[3].xyzw = VE_MAD temp[0].xyzw temp[1].xyzw temp[2].xyzw ;
---
> temp[3].xyzw = VE_MAD temp[0].xyzw temp[1].xyzw temp[2].xyzw ;
