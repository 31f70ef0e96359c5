run: relit asm --isa r500.fs in.fs.asm -o out && od -An -v -tx4 -w24 out && relit disasm out | relit asm --isa r500.fs -o again - && cmp out again
# instructions whose bytes the language's author has in his binaries, as he writes them
---- in in.fs.asm
-- a circle test
src0.rgb = temp[0] :
  temp[0].r = DP3 src0.rg0 src0.rg0 ;
src0.rgb = temp[0] :
  temp[0].a = RSQ |src0.r| ;
NOP
src0.a = temp[0] :
  temp[0].a = RCP src0.a ;
src0.a = float(48), src1.a = temp[0], src2.a = float(29), srcp.a = sub :
  temp[0].a = MAD |srcp.a| src0.1 -src2.a ;
OUT TEX_SEM_WAIT
src0.a = temp[0] :
  out[0].a = MAX src0.1 src0.1 ,
  out[0].rgb = CMP src0.100 src0.000 src0.a00 ;
---- out
 00000800 08020000 08020080 00840420 00000000 00000001
 00004000 08020000 08020080 00000000 0004000b 00000000
 00004200 08020080 08020000 00000000 0000c00a 00000000
 00004000 08020080 49d000b0 00000000 00c4f000 5c000000
 00078005 08020080 08020000 00920498 00c18003 0048c008
---- err
out: note: guessed r500.fs, --isa to choose
