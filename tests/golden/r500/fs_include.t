run: mkdir lib && cp turn lib/turn.inc && relit asm --isa r500.fs in.fs.asm -o out && relit disasm --isa r500.fs out && relit asm --isa r500.fs bad.fs.asm -o out
exit: 3
# a loop that is written out by including its body again and again; a fault names the place in the file that is included
---- in in.fs.asm
#include "lib/turn.inc"
#include "lib/turn.inc"
OUT src0.rgb = temp[0] : out[0].rgb = MAX src0.rgb src0.rgb ;
---- in turn
src0.rgb = temp[0] :
  temp[0].rgb = 2.0 * MAD src0.rgb src0.rgb src0.000 ;
---- in bad.fs.asm
OUT src0.rgb = temp[0] : out[0].rgb = MAX src0.rgb src0.rgb ;
  #include "worse"
---- in worse
src0.rgb = temp[0] :
  temp[0].rgb = MAXX src0.rgb src0.rgb ;
---- out
src0.a = float(0), src0.rgb = temp[0] : MAD src0.r src0.r src0.r , temp[0].rgb = 2.0 * MAD src0.rgb src0.rgb src0.000 ;
src0.a = float(0), src0.rgb = temp[0] : MAD src0.r src0.r src0.r , temp[0].rgb = 2.0 * MAD src0.rgb src0.rgb src0.000 ;
OUT src0.a = float(0), src0.rgb = temp[0] : MAD src0.r src0.r src0.r , out[0].rgb = MAX src0.rgb src0.rgb ;
---- err
bad.fs.asm:2:3: error: worse:2:17: a destination or an operation is expected
