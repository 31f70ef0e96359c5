run: relit lint --isa r500.fs in.fs.asm || echo $?
run: relit lint --isa r500.fs in.fs.asm --fix -o fixed.asm 2>&1 || echo $?
run: diff in.fs.asm fixed.asm || true
run: relit asm --isa r500.fs in.fs.asm -o in.bin; relit lint --isa r500.fs in.bin || true
run: relit lint --isa r500.fs in.bin --fix -o fixed.bin 2>/dev/null || relit asm --isa r500.fs fixed.asm -o - | cmp - fixed.bin && echo same
run: relit lint --isa nv2a in.bin 2>&1 || echo $?
---- in in.fs.asm
-- temp[2] is fetched and read at once; temp[1] is subtracted in the instruction after the one that writes it
TEX temp[2].rgba = LD tex[0].rgba temp[0].rgaa ;
src0.rgb = temp[2] :
  temp[1].rgb = MAX src0.rgb src0.rgb ;
src0.rgb = temp[1], srcp.rgb = neg :
  temp[0].rgb = MAX srcp.rgb srcp.rgb ;
src0.rgb = temp[0] :
  temp[0].a = SIN src0.r ;
OUT src0.rgb = temp[0], src0.a = temp[0] :
  out[0].a = MAX src0.a src0.a ,
  out[0].rgb = MAX src0.rgb src0.rgb ;
---- out
in.fs.asm:3:1: texture-wait: this reads a fetched temporary, and nothing has waited for the fetch: TEX_SEM_WAIT is missing [AMD R5xx guide]
in.fs.asm:3:1: pre-subtract-nop: the next instruction subtracts what this one writes before it is there: NOP is missing [buhman/r500, measured; Mesa r300] (--fix)
in.fs.asm:7:1: sine-range: SIN and COS are right from 0 to 1 turns, and nothing keeps the argument there: FRC is missing [Mesa r300]
in.fs.asm:9:1: out-wait: the last OUT has no TEX_SEM_WAIT [Mesa r300, r500_fragprog_emit.c]
1
in.fs.asm:3:1: texture-wait: this reads a fetched temporary, and nothing has waited for the fetch: TEX_SEM_WAIT is missing [AMD R5xx guide]
in.fs.asm:7:1: sine-range: SIN and COS are right from 0 to 1 turns, and nothing keeps the argument there: FRC is missing [Mesa r300]
in.fs.asm:9:1: out-wait: the last OUT has no TEX_SEM_WAIT [Mesa r300, r500_fragprog_emit.c]
1
3c3
< src0.rgb = temp[2] :
---
> NOP src0.rgb = temp[2] :
in.bin:0x18: texture-wait: this reads a fetched temporary, and nothing has waited for the fetch: TEX_SEM_WAIT is missing [AMD R5xx guide]
in.bin:0x18: pre-subtract-nop: the next instruction subtracts what this one writes before it is there: NOP is missing [buhman/r500, measured; Mesa r300] (--fix)
in.bin:0x48: sine-range: SIN and COS are right from 0 to 1 turns, and nothing keeps the argument there: FRC is missing [Mesa r300]
in.bin:0x60: out-wait: the last OUT has no TEX_SEM_WAIT [Mesa r300, r500_fragprog_emit.c]
same
in.bin: error: there are no checks for nv2a
4
