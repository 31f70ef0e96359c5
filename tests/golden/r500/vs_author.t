run: relit asm --isa r500.vs in.vs.asm -o out && od -An -v -tx4 -w16 out && relit disasm out | relit asm --isa r500.vs -o again - && cmp out again
# instructions whose bytes the language's author has in his binaries, as he writes them
---- in in.vs.asm
-- sources that are not given are those before, with unused components
out[0].xyzw = VE_ADD input[0].xyzw input[0].0000 ;
temp[1].x = VE_DOT const[0].xyzw input[0].xyzw ;
temporary[0].xy = VE_MULTIPLY_ADD constant[0].xy__ constant[0].zz__ constant[0].ww__ ;
TEMP[0].XY = ve_frc Temp[0].XY__ ; -- in any case of letters
temp[3].x = ME_SIN temp[0].___x ;
alt_temp[3].z = ME_SIN temp[0].___y ;
temp[1].yz = VE_MUL input[0]._-zz_ temp[3]._xy_ ,
alt_temp[3].w = ME_COS temp[0].y_ ;
-- the math operation may come first, and a comma may be left over
alt_temp[3].w = ME_COS temp[0].y_ , temp[1].yz = VE_MUL input[0]._-zz_ temp[3]._xy_ , ;
-- three temporaries make a macro
temp[2].xyz = VE_MAD temp[1].xyx_ temp[3].w1z_ temp[2].x0z_ ;
temp[2].xyz = VE_MULTIPLYX2_ADD.SAT temp[1].xyx_ temp[3].w1z_ |temp[2].x0z_| ;
temp[0].x = ME_PRED_SET_CLR ;
---- out
 00f00203 00d10001 01248001 01ffe001
 00102001 00d10002 00d10001 01ffe001
 00300004 01f90002 01fa4002 01fb6002
 00300006 01f90000 01ffe000 01ffe000
 00106050 003fe000 01ffe000 01ffe000
 00406450 007fe000 01ffe000 01ffe000
 10602002 05d2e001 01c8e060 183f2004
 10602002 05d2e001 01c8e060 183f2004
 00704080 01c10020 01d56060 01d40040
 01704081 01c10020 01d56060 01d40048
 00100059 00000000 00000000 00000000
---- err
out: note: guessed r500.vs, --isa to choose
