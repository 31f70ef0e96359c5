run: relit run --isa r500.vs in.txt --inputs in.json --numbers
# v0 = 2.5, -4, 3, 0.5. By hand: temp0 EXP of 2.5; temp1 LOG of -4; temp2 1/-4, 1/sqrt 4, 0.5^3 (exponent in B), 0.5^-4 (in C); temp3
# LIT of diffuse 2.5, specular 3, exponent -4 held as it is; temp4 distance of v0, v0; temp5 fractions; temp6 sin and cos beyond pi,
# 2^2.5, log2 4; temp7 >=, <, ==, != of v0 and 2.5; temp8 2*A*B+C; temp9 7.5 and -12 held to 0.5 .. 3, 0.5^3 below its limit,
# 2.5^3 above 1; temp14 and temp15 of 0: the greatest and least numbers, infinity; temp10 B where A > 0, else what was;
# temp11 mux by v0 >= 0; temp12.w: PUSH of a counter of 0 and a false condition, then of that (2), POP (1), INV (0: true), PRED writes
# .x; temp13 what RESTORE of 2 forbids and PRED_NOT writes; a0 floor of 2.5 and -4, nearest of 2.5 and 0.5, halves up;
# out X of each: 4, 3, 0.5, 4
---- in in.txt
temp[0].xyzw = ME_EXP input[0].___x ;
temp[1].xyzw = ME_LOG2 input[0].___y ;
temp[2].x = ME_RCP input[0].___y ;
temp[2].y = ME_RSQ input[0].___y ;
temp[2].z = ME_POW input[0].___w input[0].___z ;
temp[2].w = ME_POW input[0].___w input[0].0000 input[0].___y ;
temp[3].xyzw = ME_LIGHT_COEFF_DX input[0].___z input[0].___x input[0].___y ;
temp[4].xyzw = VE_DISTANCE_VECTOR input[0].xyzw input[0].xyzw ;
temp[5].xyzw = VE_FRC input[0].x-xyw ;
temp[6].x = ME_SIN input[0].___-y ;
temp[6].y = ME_COS input[0].___-y ;
temp[6].z = ME_EXP_BASE2_FULL_DX input[0].___x ;
temp[6].w = ME_LOG_BASE2_FULL_DX input[0].___y ;
temp[7].x = VE_SGE input[0].x___ input[0].x___ ;
temp[7].y = VE_SLT input[0]._y__ input[0]._x__ ;
temp[7].z = VE_SEQ input[0].__z_ input[0].__x_ ;
temp[7].w = VE_SNE input[0].___w input[0].___x ;
temp[8].xy = VE_MULTIPLYX2_ADD input[0].xy__ input[0].zz__ input[0].11__ ;
temp[9].x = VE_MULTIPLY_CLAMP input[0].x__x input[0].z__z input[0].w__z ;
temp[9].y = VE_MULTIPLY_CLAMP input[0].y__y input[0].z__z input[0].w__z ;
temp[9].z = ME_POWER_FUNC_FF_CLAMP_B input[0].___w input[0].___x input[0].___z ;
temp[9].w = ME_POWER_FUNC_FF_CLAMP_B1 input[0].___x input[0].___w input[0].___z ;
temp[14].x = ME_RCP input[0].___0 ;
temp[14].y = ME_RSQ input[0].___0 ;
temp[14].z = ME_LOG_BASE2_FULL_DX input[0].___0 ;
temp[14].w = ME_RECIP_IEEE input[0].___0 ;
temp[15].xyzw = ME_LOG2 input[0].___0 ;
temp[10].xyzw = VE_ADD input[0].1111 input[0].0000 ;
temp[10].xyzw = VE_COND_WRITE_GT input[0].xyzw input[0].zzzz ;
temp[11].xyzw = VE_COND_MUX_GTE input[0].xyzw input[0].1111 input[0].0000 ;
temp[12].w = VE_PRED_SET_GT_PUSH input[0].0000 input[0].___y ;
PRED temp[12].y = VE_ADD input[0].1111 input[0].0000 ;
temp[12].w = VE_PRED_SET_GT_PUSH temp[12].wwww input[0].___x ;
temp[13].w = ME_PRED_SET_RESTORE temp[12].wwww ;
PRED temp[13].y = VE_ADD input[0].1111 input[0].0000 ;
PRED_NOT temp[13].x = VE_ADD input[0].1111 input[0].0000 ;
temp[12].w = ME_PRED_SET_POP temp[12].wwww ;
PRED temp[12].z = VE_ADD input[0].1111 input[0].0000 ;
temp[12].w = ME_PRED_SET_INV temp[12].wwww ;
PRED temp[12].x = VE_ADD input[0].1111 input[0].0000 ;
a0[0].xy = VE_FLT2FIX_DX input[0].xy__ ;
a0[0].zw = VE_FLT2FIX_DX_RND input[0].__xw ;
alt_temp[2].x = VE_ADD.sat input[0].xxxx input[0].0000 ;
out_repl_x[0].y = VE_ADD input[0].z___ input[0].0___ ;
out_repl_x[0].xw = ME_EXP input[0].___x ;
out_repl_x[0].z = VE_COND_WRITE_GT input[0].xyyy input[0].w___ ;
---- in in.json
[{"v0": [2.5, -4, 3, 0.5]}]
---- out
[
{
  "o0": [4.0,3.0,0.5,4.0],
  "temp0": [4.0,0.5,5.656854,1.0],
  "temp1": [2.0,1.0,2.0,1.0],
  "temp2": [-0.25,0.5,0.125,16.0],
  "temp3": [1.0,2.5,0.012345679,1.0],
  "temp4": [1.0,16.0,3.0,0.5],
  "temp5": [0.5,0.5,0.0,0.5],
  "temp6": [-8.742278e-08,-1.0,5.656854,2.0],
  "temp7": [1.0,1.0,0.0,1.0],
  "temp8": [16.0,-23.0,0.0,0.0],
  "temp9": [3.0,0.5,0.0,1.0],
  "temp10": [3.0,1.0,3.0,3.0],
  "temp11": [1.0,0.0,1.0,1.0],
  "temp12": [1.0,0.0,0.0,0.0],
  "temp13": [1.0,0.0,0.0,2.0],
  "temp14": [3.4028235e+38,3.4028235e+38,-3.4028235e+38,"inf"],
  "temp15": [-3.4028235e+38,1.0,-3.4028235e+38,1.0],
  "alt_temp0": [0.0,0.0,0.0,0.0],
  "alt_temp1": [0.0,0.0,0.0,0.0],
  "alt_temp2": [1.0,0.0,0.0,0.0],
  "a0": [2,-4,3,1],
  "pred": 1
}
]
---- err
in.txt: note: assumes r500.vs.flow_cntl_opc=0x00000000: the file does not say it: no loops, jumps or calls
in.txt: note: assumes r500.vs.out_vtx_fmt_0=0x00000001: the file does not say it: position first, then a coordinate for each other output
in.txt: note: assumes r500.vs.out_vtx_fmt_1=0x00000000: the file does not say it: position first, then a coordinate for each other output
in.txt: note: instruction 18: VE_MULTIPLY_CLAMP is taken to be A * B from C.x to C.w, for all components
in.txt: note: instruction 19: VE_MULTIPLY_CLAMP is taken to be A * B from C.x to C.w, for all components
in.txt: note: instruction 20: ME_POWER_FUNC_FF_CLAMP_B is taken to be 0 where A < B, else a power
in.txt: note: instruction 21: ME_POWER_FUNC_FF_CLAMP_B1 is taken to be 0 where A < B, 1 where A > 1, else a power
in.txt: note: instruction 28: VE_COND_WRITE_GT is taken to write B where A > 0
in.txt: note: instruction 41: VE_FLT2FIX_DX_RND is taken to round halves up
in.txt: note: instruction 45: VE_COND_WRITE_GT is taken to write B where A > 0
