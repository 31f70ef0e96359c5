run: relit asm --isa r500.fs in.fs.asm -o out && od -An -v -tx4 -w24 out && relit disasm --isa r500.fs out && relit disasm --isa r500.fs out | relit asm --isa r500.fs -o again - && cmp out again
# what the language's author has no words for
---- in in.fs.asm
begin:
LAST ALU_WAIT WRITE_INACTIVE src0.rgb = temp[aL+5], src1.rgb = const[aL+200], src0.a = float(aL+7) : temp[aL+9].rgb = (DISABLE OMOD) MIN src0.rgb src1.rgb ;
RGB_PRED(rgba) ALPHA_PRED(not g) STAT(ra) : temp[1].a = MAD.SAT src0.a src0.1 src0.0 , temp[1].rgb = 8.0 * MAD.sat src0.rgb src0.111 src0.000 ;
: pred[lt].rg = temp[2].b = MAD src0.rgb src0.111 src0.000 , pred[ne].a = MAX src0.a src0.a ;
ALU_RESULT(r ge) : MAD src0.r src0.r src0.r , temp[3].none = MAD src0.rrr src0.111 src0.000 ;
ALU_RESULT(a ne) : temp[3].a = FRC src0.r ;
OUT TEX_SEM_WAIT : out[w].a = temp[0].a = MAX src0.r src0.r , out[3].rgb = temp[0].g = SOP ;
OUT : out[2].a = out[w].a = MAX src0.r src0.r ;
: MAX src0.r src0.r ;
: MAX src0.rrr src0.rrr ;
TEX TEX_SEM_ACQUIRE UNSCALED IGNORE_UNCOVERED RGB_PRED(a) temp[aL+1].rga = DXDY tex[3].abgr temp[aL+2].rgba temp[3].gbar temp[aL+4].barg ;
TEX TEXKILL tex[0].rgba temp[7].aaaa ;
TEX temp[0].none = NOP tex[0].rgba temp[0].rgba ;
FC ALU_WAIT IGNORE_UNCOVERED JUMP if(not alu_result) to over stays(incr) jumps(incr) ;
FC ELSE ANY RGB_PRED(not b) LOOP if(0x3c) to begin pop(3) stack(push) bool[31] int[17] jumps(decr) ;
FC CONTINUE if(boolean) to global over stack(pop) ;
FC ENDREP if(never) to 511 @ {W1=5, B_OP0=3, W4=0x12345678} ;
over:
: temp[0].r = MAD src0.rrr @ {ALU_RESULT_OP=2, ALPHA_PRED_SEL=7} ;
.word 0x00000000, 0, 0, 0, 4, 6
---- out
 00003d80 080f2205 08020287 1c442220 00000000 00000894
 96587808 08020080 08020080 0cdb0220 00c0c010 20490010
 0005a000 08020080 08020080 20db0220 6060c003 00490020
 01000000 08020080 08020080 80db0000 00000000 00490030
 01a04000 08020080 08020080 80000000 00000037 00000000
 0003d005 08020080 08020080 60000000 80000003 0000000a
 00040001 08020080 08020080 00000000 c0000003 00000000
 00000000 08020080 08020080 00000000 00000003 00000000
 00000000 08020080 08020080 00000000 00000000 00000005
 0000582b 0f830000 1b81e482 4e843903 00000000 00000000
 00000003 00800000 e400ff07 00000000 00000000 00000000
 00000003 00000000 e400e400 00000000 00000000 00000000
 00000402 00000000 1a000f00 00100000 00000000 00000000
 00000062 00000000 04033cb1 0000111f 00000000 00000000
 00000002 00000000 0000aa47 80100000 00000000 00000000
 00000002 00000005 03000004 01ff0000 12345678 00000000
 0f000800 08020080 08020080 00000000 00000000 00000000
 00000000 00000000 00000000 00000000 00000004 00000006
L0:
LAST ALU_WAIT WRITE_INACTIVE src0.a = float(aL+7), src0.rgb = temp[aL+5], src1.rgb = const[aL+200] : MAD src0.r src0.r src0.r , temp[aL+9].rgb = (DISABLE OMOD) MIN src0.rgb src1.rgb ;
RGB_PRED(rgba) ALPHA_PRED(not g) STAT(ra) src0.a = float(0), src0.rgb = float(0) : temp[1].a = MAD.SAT src0.a src0.1 src0.0 , temp[1].rgb = 8.0 * MAD.SAT src0.rgb src0.111 src0.000 ;  // float(0) is 0.0009765625
src0.a = float(0), src0.rgb = float(0) : pred[ne].a = MAX src0.a src0.a , pred[lt].rg = temp[2].b = MAD src0.rgb src0.111 src0.000 ;  // float(0) is 0.0009765625
ALU_RESULT(r ge) src0.a = float(0), src0.rgb = float(0) : MAD src0.r src0.r src0.r , temp[3].none = MAD src0.rrr src0.111 src0.000 ;  // float(0) is 0.0009765625
ALU_RESULT(a ne) src0.a = float(0), src0.rgb = float(0) : temp[3].a = FRC src0.r , MAD src0.rrr src0.rrr src0.rrr ;  // float(0) is 0.0009765625
OUT TEX_SEM_WAIT src0.a = float(0), src0.rgb = float(0) : out[w].a = temp[0].a = MAX src0.r src0.r , out[3].rgb = temp[0].g = SOP ;  // float(0) is 0.0009765625
OUT src0.a = float(0), src0.rgb = float(0) : out[2].a = out[w].a = MAX src0.r src0.r , MAD src0.rrr src0.rrr src0.rrr ;  // float(0) is 0.0009765625
src0.a = float(0), src0.rgb = float(0) : MAX src0.r src0.r , MAD src0.rrr src0.rrr src0.rrr ;
src0.a = float(0), src0.rgb = float(0) : MAD src0.r src0.r src0.r , MAX src0.rrr src0.rrr ;
TEX TEX_SEM_ACQUIRE IGNORE_UNCOVERED UNSCALED RGB_PRED(a) temp[aL+1].rga = DXDY tex[3].abgr temp[aL+2].rgba temp[3].gbar temp[aL+4].barg ;
TEX TEXKILL tex[0].rgba temp[7].aaaa ;
TEX temp[0].none = NOP tex[0].rgba temp[0].rgba ;
FC ALU_WAIT IGNORE_UNCOVERED JUMP if(not alu_result) to L16 stays(incr) jumps(incr) ;
FC ELSE ANY RGB_PRED(not b) LOOP if(0x3c) to L0 jumps(decr) pop(3) stack(push) bool[31] int[17] ;
FC CONTINUE if(boolean) to global L16 stack(pop) ;
FC ENDREP if(never) to 511 @ {W1=0x00000005, B_OP0=3, W4=0x12345678} ;  // 3 is no operation on the branch counter
L16:
ALPHA_PRED(7) src0.a = float(0), src0.rgb = float(0) : MAD src0.r src0.r src0.r , temp[0].r = MAD src0.rrr src0.rrr src0.rrr @ {ALU_RESULT_OP=2} ;  // this predicate select is not defined; float(0) is 0.0009765625
.word 0x00000000, 0x00000000, 0x00000000, 0x00000000, 0x00000004, 0x00000006  // no operation has this number
