run: relit asm --isa r500.fs in.txt -o out && relit disasm --isa r500.fs out && relit disasm --isa r500.fs out | relit asm --isa r500.fs -o again - && cmp out again && od -An -v -tx4 -w24 out | tail -n 4
# code at an offset: labels count from it, numbers of global jumps do not
---- in in.txt
.reg US_CONFIG = {ZERO_TIMES_ANYTHING_EQUALS_ZERO=1}
.reg US_CODE_ADDR = {END_ADDR=3}
.reg US_CODE_OFFSET = 8
.reg US_FC_INT_CONST_0 = {KR=3, KG=1, KB=2}
.const 0 = 1.0, 0.5, -0.25, 0x7fc00000
.const 1 = 2.0, 0.0, 0.0, 0.0
.code 8
FC LOOP if(never) to finish int[0] ;
again: src0.rgb = const[aL+0] : temp[0].rgb = MAD src0.rgb src0.111 src0.000 ;
finish: FC ANY ENDLOOP if(always) to again int[0] ;
OUT TEX_SEM_WAIT src0.rgb = temp[0] : out[0].rgb = MAX src0.rgb src0.rgb ;
.code 100
FC JUMP if(always) to global again ;
---- out
.reg US_CONFIG = 2
.reg US_CODE_ADDR = {END_ADDR=3}
.reg US_CODE_OFFSET = 8
.reg US_FC_INT_CONST_0 = {KR=3, KG=1, KB=2}
.const 0 = 1.0, 0.5, -0.25, 0x7fc00000
.const 1 = 2.0, 0.0, 0.0, 0.0
.code 8
FC LOOP if(never) to L10 ;
L9:
src0.a = float(0), src0.rgb = const[aL+0] : MAD src0.r src0.r src0.r , temp[0].rgb = MAD src0.rgb src0.111 src0.000 ;
L10:
FC ANY ENDLOOP if(always) to L9 ;
OUT TEX_SEM_WAIT src0.a = float(0), src0.rgb = temp[0] : MAD src0.r src0.r src0.r , out[0].rgb = MAX src0.rgb src0.rgb ;
.code 100
FC JUMP if(always) to global L9 ;
 0000ff22 00010000 00000000 00000000 00038005 08020000
 08020080 00440220 00000000 00000005 00001094 00000064
 00059095 00000002 00000000 0000ff00 80090000 00000000
 00000000
