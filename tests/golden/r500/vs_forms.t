run: relit asm --isa r500.vs in.vs.asm -o out && relit disasm --isa r500.vs out
# every operation, and all that the author's language has no words for
---- in in.vs.asm
temp[4].xyzw = VECTOR_NO_OP  ;
temp[4].xyzw = VE_DOT_PRODUCT temp[1].xyzw const[2].wzyx ;
temp[4].xyzw = VE_MULTIPLY temp[1].xyzw const[2].wzyx ;
temp[4].xyzw = VE_ADD temp[1].xyzw const[2].wzyx ;
temp[4].xyzw = VE_MULTIPLY_ADD temp[1].xyzw const[2].wzyx input[3].x-y01 ;
temp[4].xyzw = VE_DISTANCE_VECTOR temp[1].xyzw const[2].wzyx ;
temp[4].xyzw = VE_FRACTION temp[1].xyzw ;
temp[4].xyzw = VE_MAXIMUM temp[1].xyzw const[2].wzyx ;
temp[4].xyzw = VE_MINIMUM temp[1].xyzw const[2].wzyx ;
temp[4].xyzw = VE_SET_GREATER_THAN_EQUAL temp[1].xyzw const[2].wzyx ;
temp[4].xyzw = VE_SET_LESS_THAN temp[1].xyzw const[2].wzyx ;
temp[4].xyzw = VE_MULTIPLYX2_ADD temp[1].xyzw const[2].wzyx input[3].x-y01 ;
temp[4].xyzw = VE_MULTIPLY_CLAMP temp[1].xyzw const[2].wzyx input[3].x-y01 ;
a0[0].x = VE_FLT2FIX_DX temp[1].xyzw ;
a0[0].x = VE_FLT2FIX_DX_RND temp[1].xyzw ;
temp[4].xyzw = VE_PRED_SET_EQ_PUSH temp[1].xyzw const[2].wzyx ;
temp[4].xyzw = VE_PRED_SET_GT_PUSH temp[1].xyzw const[2].wzyx ;
temp[4].xyzw = VE_PRED_SET_GTE_PUSH temp[1].xyzw const[2].wzyx ;
temp[4].xyzw = VE_PRED_SET_NEQ_PUSH temp[1].xyzw const[2].wzyx ;
temp[4].xyzw = VE_COND_WRITE_EQ temp[1].xyzw const[2].wzyx ;
temp[4].xyzw = VE_COND_WRITE_GT temp[1].xyzw const[2].wzyx ;
temp[4].xyzw = VE_COND_WRITE_GTE temp[1].xyzw const[2].wzyx ;
temp[4].xyzw = VE_COND_WRITE_NEQ temp[1].xyzw const[2].wzyx ;
temp[4].xyzw = VE_COND_MUX_EQ temp[1].xyzw const[2].wzyx input[3].x-y01 ;
temp[4].xyzw = VE_COND_MUX_GT temp[1].xyzw const[2].wzyx input[3].x-y01 ;
temp[4].xyzw = VE_COND_MUX_GTE temp[1].xyzw const[2].wzyx input[3].x-y01 ;
temp[4].xyzw = VE_SET_GREATER_THAN temp[1].xyzw const[2].wzyx ;
temp[4].xyzw = VE_SET_EQUAL temp[1].xyzw const[2].wzyx ;
temp[4].xyzw = VE_SET_NOT_EQUAL temp[1].xyzw const[2].wzyx ;
temp[4].xyzw = MATH_NO_OP  ;
temp[4].xyzw = ME_EXP_BASE2_DX temp[1].xyzw ;
temp[4].xyzw = ME_LOG_BASE2_DX temp[1].xyzw ;
temp[4].xyzw = ME_EXP_BASEE_FF temp[1].xyzw ;
temp[4].xyzw = ME_LIGHT_COEFF_DX temp[1].xyzw const[2].wzyx input[3].x-y01 ;
temp[4].xyzw = ME_POWER_FUNC_FF temp[1].xyzw const[2].wzyx ;
temp[4].xyzw = ME_RECIP_DX temp[1].xyzw ;
temp[4].xyzw = ME_RECIP_FF temp[1].xyzw ;
temp[4].xyzw = ME_RECIP_SQRT_DX temp[1].xyzw ;
temp[4].xyzw = ME_RECIP_SQRT_FF temp[1].xyzw ;
temp[4].xyzw = ME_MULTIPLY temp[1].xyzw const[2].wzyx ;
temp[4].xyzw = ME_EXP_BASE2_FULL_DX temp[1].xyzw ;
temp[4].xyzw = ME_LOG_BASE2_FULL_DX temp[1].xyzw ;
temp[4].xyzw = ME_POWER_FUNC_FF_CLAMP_B temp[1].xyzw const[2].wzyx input[3].x-y01 ;
temp[4].xyzw = ME_POWER_FUNC_FF_CLAMP_B1 temp[1].xyzw const[2].wzyx input[3].x-y01 ;
temp[4].xyzw = ME_POWER_FUNC_FF_CLAMP_01 temp[1].xyzw const[2].wzyx ;
temp[4].xyzw = ME_SIN temp[1].xyzw ;
temp[4].xyzw = ME_COS temp[1].xyzw ;
temp[4].xyzw = ME_LOG_BASE2_IEEE temp[1].xyzw ;
temp[4].xyzw = ME_RECIP_IEEE temp[1].xyzw ;
temp[4].xyzw = ME_RECIP_SQRT_IEEE temp[1].xyzw ;
temp[4].xyzw = ME_PRED_SET_EQ temp[1].xyzw ;
temp[4].xyzw = ME_PRED_SET_GT temp[1].xyzw ;
temp[4].xyzw = ME_PRED_SET_GTE temp[1].xyzw ;
temp[4].xyzw = ME_PRED_SET_NEQ temp[1].xyzw ;
temp[4].xyzw = ME_PRED_SET_CLR  ;
temp[4].xyzw = ME_PRED_SET_INV temp[1].xyzw ;
temp[4].xyzw = ME_PRED_SET_POP temp[1].xyzw ;
temp[4].xyzw = ME_PRED_SET_RESTORE temp[1].xyzw ;
temp[4].xyzw = MACRO_OP_2CLK_MADD temp[1].xyzw temp[2].wzyx temp[3].x-y01 ;
temp[4].xyzw = MACRO_OP_2CLK_M2X_ADD temp[1].xyzw temp[2].wzyx temp[3].x-y01 ;
PRED temp[0].x = VE_ADD.sat const[a0.y+7].xyzw |input[0].hhhh| ;
PRED_NOT out_repl_x[i0+1].xw = ME_RCP.sat alt_temp[19].-w-z-y-x ;
input[2]._ = VE_NOP ;
temp[0].x = ME_POW temp[1].___x const[0].0000 temp[2].___x ;
UNCHECKED temp[0].x = VE_MAD temp[1].x___ temp[2].x___ temp[3].x___ ;
UNCHECKED out[a0.x+0].x = VE_ADD const[1].x___ const[2].x___ ;
UNCHECKED a0[5].x = VE_FLT2FIX_DX temp[200].x___ ;
temp[0].x = VE_ADD temp[1].xyzw temp[2].xyzw @ {A.mode=3, C.x=2, pred.value=1, dst.a0=2} ;
.word 0x0000003f, 1, 2, 3
.fill mesa
temp[0].x = VE_ADD temp[1].xyzw temp[2].xyzw ;
---- out
temp[4].xyzw    = VE_NOP ;
temp[4].xyzw    = VE_DOT       temp[1].xyzw     const[2].wzyx ;
temp[4].xyzw    = VE_MUL       temp[1].xyzw     const[2].wzyx ;
temp[4].xyzw    = VE_ADD       temp[1].xyzw     const[2].wzyx ;
temp[4].xyzw    = VE_MAD       temp[1].xyzw     const[2].wzyx    input[3].x-y01 ;
temp[4].xyzw    = VE_DISTANCE_VECTOR temp[1].xyzw     const[2].wzyx ;
temp[4].xyzw    = VE_FRC       temp[1].xyzw ;
temp[4].xyzw    = VE_MAX       temp[1].xyzw     const[2].wzyx ;
temp[4].xyzw    = VE_MIN       temp[1].xyzw     const[2].wzyx ;
temp[4].xyzw    = VE_SGE       temp[1].xyzw     const[2].wzyx ;
temp[4].xyzw    = VE_SLT       temp[1].xyzw     const[2].wzyx ;
temp[4].xyzw    = VE_MULTIPLYX2_ADD temp[1].xyzw     const[2].wzyx    input[3].x-y01 ;
temp[4].xyzw    = VE_MULTIPLY_CLAMP temp[1].xyzw     const[2].wzyx    input[3].x-y01 ;  // VE_MULTIPLY_CLAMP is taken to be A * B from C.x to C.w, for all components
a0[0].x         = VE_FLT2FIX_DX temp[1].xyzw ;
a0[0].x         = VE_FLT2FIX_DX_RND temp[1].xyzw ;  // VE_FLT2FIX_DX_RND is taken to round halves up
temp[4].xyzw    = VE_PRED_SET_EQ_PUSH temp[1].xyzw     const[2].wzyx ;
temp[4].xyzw    = VE_PRED_SET_GT_PUSH temp[1].xyzw     const[2].wzyx ;
temp[4].xyzw    = VE_PRED_SET_GTE_PUSH temp[1].xyzw     const[2].wzyx ;
temp[4].xyzw    = VE_PRED_SET_NEQ_PUSH temp[1].xyzw     const[2].wzyx ;
temp[4].xyzw    = VE_COND_WRITE_EQ temp[1].xyzw     const[2].wzyx ;  // VE_COND_WRITE_EQ is taken to write B where A == 0
temp[4].xyzw    = VE_COND_WRITE_GT temp[1].xyzw     const[2].wzyx ;  // VE_COND_WRITE_GT is taken to write B where A > 0
temp[4].xyzw    = VE_COND_WRITE_GTE temp[1].xyzw     const[2].wzyx ;  // VE_COND_WRITE_GTE is taken to write B where A >= 0
temp[4].xyzw    = VE_COND_WRITE_NEQ temp[1].xyzw     const[2].wzyx ;  // VE_COND_WRITE_NEQ is taken to write B where A != 0
temp[4].xyzw    = VE_COND_MUX_EQ temp[1].xyzw     const[2].wzyx    input[3].x-y01 ;
temp[4].xyzw    = VE_COND_MUX_GT temp[1].xyzw     const[2].wzyx    input[3].x-y01 ;
temp[4].xyzw    = VE_COND_MUX_GTE temp[1].xyzw     const[2].wzyx    input[3].x-y01 ;
temp[4].xyzw    = VE_SGT       temp[1].xyzw     const[2].wzyx ;
temp[4].xyzw    = VE_SEQ       temp[1].xyzw     const[2].wzyx ;
temp[4].xyzw    = VE_SNE       temp[1].xyzw     const[2].wzyx ;
temp[4].xyzw    = ME_NOP ;
temp[4].xyzw    = ME_EXP       temp[1].xyzw ;
temp[4].xyzw    = ME_LOG2      temp[1].xyzw ;
temp[4].xyzw    = ME_EXPE      temp[1].xyzw ;
temp[4].xyzw    = ME_LIGHT_COEFF_DX temp[1].xyzw     const[2].wzyx    input[3].x-y01 ;
temp[4].xyzw    = ME_POW       temp[1].xyzw     const[2].wzyx ;
temp[4].xyzw    = ME_RCP       temp[1].xyzw ;
temp[4].xyzw    = ME_RECIP_FF  temp[1].xyzw ;  // ME_RECIP_FF of 0 is taken to be 0
temp[4].xyzw    = ME_RSQ       temp[1].xyzw ;
temp[4].xyzw    = ME_RECIP_SQRT_FF temp[1].xyzw ;  // ME_RECIP_SQRT_FF of 0 is taken to be 0
temp[4].xyzw    = ME_MUL       temp[1].xyzw     const[2].wzyx ;  // ME_MULTIPLY is taken to multiply component W of A and B
temp[4].xyzw    = ME_EXP_BASE2_FULL_DX temp[1].xyzw ;
temp[4].xyzw    = ME_LOG_BASE2_FULL_DX temp[1].xyzw ;
temp[4].xyzw    = ME_POWER_FUNC_FF_CLAMP_B temp[1].xyzw     const[2].wzyx    input[3].x-y01 ;  // ME_POWER_FUNC_FF_CLAMP_B is taken to be 0 where A < B, else a power
temp[4].xyzw    = ME_POWER_FUNC_FF_CLAMP_B1 temp[1].xyzw     const[2].wzyx    input[3].x-y01 ;  // ME_POWER_FUNC_FF_CLAMP_B1 is taken to be 0 where A < B, 1 where A > 1, else a power
temp[4].xyzw    = ME_POWER_FUNC_FF_CLAMP_01 temp[1].xyzw     const[2].wzyx ;  // ME_POWER_FUNC_FF_CLAMP_01 is taken to be 0 where A <= 0, 1 where A > 1, else a power
temp[4].xyzw    = ME_SIN       temp[1].xyzw ;
temp[4].xyzw    = ME_COS       temp[1].xyzw ;
temp[4].xyzw    = ME_LOG_BASE2_IEEE temp[1].xyzw ;
temp[4].xyzw    = ME_RECIP_IEEE temp[1].xyzw ;
temp[4].xyzw    = ME_RECIP_SQRT_IEEE temp[1].xyzw ;
temp[4].xyzw    = ME_PRED_SET_EQ temp[1].xyzw ;
temp[4].xyzw    = ME_PRED_SET_GT temp[1].xyzw ;
temp[4].xyzw    = ME_PRED_SET_GTE temp[1].xyzw ;
temp[4].xyzw    = ME_PRED_SET_NEQ temp[1].xyzw ;
temp[4].xyzw    = ME_PRED_SET_CLR ;  // ME_PRED_SET_CLR is taken to give the greatest number
temp[4].xyzw    = ME_PRED_SET_INV temp[1].xyzw ;
temp[4].xyzw    = ME_PRED_SET_POP temp[1].xyzw ;
temp[4].xyzw    = ME_PRED_SET_RESTORE temp[1].xyzw ;
temp[4].xyzw    = MACRO_OP_2CLK_MADD temp[1].xyzw     temp[2].wzyx     temp[3].x-y01 ;
temp[4].xyzw    = MACRO_OP_2CLK_M2X_ADD temp[1].xyzw     temp[2].wzyx     temp[3].x-y01 ;
PRED temp[0].x       = VE_ADD.sat   const[a0.y+7].xyzw |input[0].hhhh| ;  // 'h' is taken to be 0.5
PRED_NOT out_repl_x[i0+1].xw = ME_RCP.sat   alt_temp[19].-w-z-y-x ;
input[2]._      = VE_NOP ;
temp[0].x       = ME_POW       temp[1].___x     const[0].0000    temp[2].___x ;
UNCHECKED temp[0].x       = VE_MAD       temp[1].x___     temp[2].x___     temp[3].x___ ;  // three temporaries without the macro bit: the hardware reads wrong values
UNCHECKED out[a0.x+0].x   = VE_ADD       const[1].x___    const[2].x___ ;  // an instruction reads one register of const at most
UNCHECKED a0[5].x         = VE_FLT2FIX_DX temp[200].x___ ;  // a0[5] does not exist: the last is 0; there is one a0 only
temp[0].x       = VE_ADD       temp[1].xyzw     temp[2].xyzw @ {pred.value=1, dst.a0=2, A.mode=3, C.x=2} ;  // addressing mode 3 is taken to be absolute
.word 0x0000003f, 0x00000001, 0x00000002, 0x00000003  // this operation is not defined
temp[0].x       = VE_ADD       temp[1].xyzw     temp[2].xyzw @ {C.x=4, C.y=4, C.z=4, C.w=4} ;
