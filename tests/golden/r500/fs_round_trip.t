run: cp "$DATA/r500/fs_loop_uniform_4.fs.bin" in && relit disasm --isa r500.fs in && relit disasm --isa r500.fs --option floats=mesa in | tail -n 1 && relit disasm --isa r500.fs in | relit asm --isa r500.fs -o out - && cmp in out
# Mesa's program with a loop, a choice in it that leaves the loop, and an input in red and green of temp[0]
---- out
src0.a = float(0), src0.rgb = float(0) : MAD src0.r src0.r src0.r , temp[1].r = MAD src0.000 src0.100 src0.000 ;
src0.a = float(0), src0.rgb = float(0) : MAD src0.r src0.r src0.r , temp[0].b = MAD src0.000 src0.001 src0.000 ;
FC ALU_WAIT IGNORE_UNCOVERED LOOP if(never) to L15 ;
L3:
ALU_RESULT(r ge) src0.a = float(0), src0.rgb = temp[0], src1.rgb = const[0] : MAD src0.r src0.r src0.r , temp[2].none = MAD src0.b00 src0.111 -src1.r00 ;
FC ALU_WAIT IGNORE_UNCOVERED JUMP if(not alu_result) to L7 stays(incr) ;
FC ALU_WAIT IGNORE_UNCOVERED BREAKLOOP if(always) to L16 jumps(decr) pop(1) ;
FC ALU_WAIT ANY JUMP if(never) to L7 stays(decr) pop(1) ;
L7:
src0.a = float(0), src0.rgb = temp[0] : temp[0].a = MAD src0.b src0.1 src0.1 , temp[1].g = MAD src0.0b0 src0.010 src0.010 ;
src0.a = temp[0], src1.a = float(0), src0.rgb = temp[0], src1.rgb = temp[0] : temp[0].a = MAD src1.r src0.a src0.0 , temp[0].b = MAD src0.00b src0.001 src0.001 ;
src0.a = float(0), src0.rgb = temp[1] : RCP src0.g , temp[1].g = SOP ;
src0.a = temp[0], src0.rgb = float(0), src1.rgb = const[1] : MAD src0.r src0.r src0.r , temp[1].b = MAD src0.00a src1.00b src0.000 ;
src0.a = float(0), src1.a = float(0), src0.rgb = temp[1], src1.rgb = const[2] : temp[0].a = MAD src0.b src1.r src0.0 , MAD src0.rrr src0.rrr src0.rrr ;
src0.a = temp[0], src0.rgb = float(0) : temp[0].a = FRC src0.a , MAD src0.rrr src0.rrr src0.rrr ;
src0.a = temp[0], src0.rgb = float(0) : SIN src0.a , temp[1].b = SOP ;
src0.a = float(0), src0.rgb = temp[1], src1.rgb = temp[1], src2.rgb = temp[1] : MAD src0.r src0.r src0.r , temp[1].r = MAD src0.b00 src1.g00 src2.r00 ;
L15:
FC ALU_WAIT IGNORE_UNCOVERED ANY ENDLOOP if(always) to L3 ;
L16:
NOP src0.a = float(68), src1.a = float(60), src0.rgb = temp[0], src1.rgb = float(0) : temp[0].a = MAD src0.1 src0.1 src0.0 , temp[2].r = MAD src0.g00 src0.a00 -src1.a00 ;  // float(68) is 3.0; float(60) is 1.5
src0.a = float(0), src1.a = float(0), srcp.a = neg2, src0.rgb = temp[2], src1.rgb = temp[1], src2.rgb = temp[0], srcp.rgb = sub : temp[1].a = CMP src0.1 src0.0 srcp.r , temp[0].b = MAD src2.00g src0.111 src0.000 ;
src0.a = temp[1], src1.a = float(0), src0.rgb = float(0), src1.rgb = temp[1] : temp[1].a = MAD src1.r src0.h src0.h , temp[0].r = MAD src0.a00 src0.111 src0.000 ;
src0.a = temp[1], src0.rgb = float(0) : MAD src0.r src0.r src0.r , temp[0].g = MAD src0.0a0 src0.111 src0.000 ;
OUT TEX_SEM_WAIT src0.a = temp[0], src0.rgb = temp[0] : out[0].a = MAD src0.a src0.1 src0.0 , out[0].rgb = MAD src0.rgb src0.111 src0.000 ;
OUT TEX_SEM_WAIT src0.a = temp[0], src0.rgb = temp[0] : out[0].a = MAD src0.a src0.1 src0.0 , out[0].rgb = MAD src0.rgb src0.111 src0.000 ;
