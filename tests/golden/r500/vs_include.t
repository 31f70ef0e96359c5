run: mkdir lib && cp turn lib/turn.inc && cp half lib/half.inc && relit asm --isa r500.vs in.vs.asm -o out && relit disasm --isa r500.vs out && relit asm --isa r500.vs bad.vs.asm -o out
exit: 3
# a file stands in place of its #include, as often as it is named; names are relative to the file that has them
---- in in.vs.asm
temp[0].x = VE_FRC temp[0].xyzw ;
#include "lib/turn.inc"
#include "lib/turn.inc"
---- in turn
out[0].xyzw = VE_ADD
#include "half.inc"
input[0].0000 ;
---- in half
temp[0].xxxx -- no end of the instruction here
---- in bad.vs.asm
temp[0].x = VE_FRC temp[0].xyzw ;
  #include "bad.vs.asm"
---- out
temp[0].x       = VE_FRC       temp[0].xyzw ;
out[0].xyzw     = VE_ADD       temp[0].xxxx     input[0].0000 ;
out[0].xyzw     = VE_ADD       temp[0].xxxx     input[0].0000 ;
---- err
bad.vs.asm:2:3: error: bad.vs.asm includes itself
