run: cp "$DATA/r500/vs_flow_3.vs.bin" in && relit disasm --isa r500.vs in && relit disasm --isa r500.vs in | relit asm --isa r500.vs -o out - && cmp in out
# Mesa's program with a loop and choices: predicates, and unread sources as that compiler leaves them
---- out
.fill mesa
temp[0].xzw     = VE_ADD       input[0].x_zw    input[0].0000 ;
temp[1].x       = VE_ADD       temp[0].0___     temp[0].0000 ;
temp[2].x       = VE_ADD       temp[0].0___     temp[0].0000 ;
temp[5].w       = ME_PRED_SET_EQ temp[0].0000 ;
temp[0]._       = VE_NOP ;
PRED temp[3].x       = VE_SGE       temp[2].x___     const[0].x___ ;
PRED temp[5].w       = ME_PRED_SET_EQ temp[3].xxxx ;
PRED_NOT temp[5].w       = ME_RCP       temp[0].0000 ;
PRED temp[3].x       = VE_MUL       input[0].x___    temp[2].x___ ;
PRED temp[4].w       = VE_MAD       temp[3].___x     const[4].___x    const[4].___y ;
PRED temp[4].w       = VE_FRC       temp[4].___w ;
PRED temp[4].w       = VE_MAD       temp[4].___w     const[4].___z    const[4].___w ;
PRED temp[3].x       = ME_SIN       temp[4].wwww ;
PRED temp[1].x       = VE_MAD       const[2].y___    temp[3].x___     temp[1].x___ ;
PRED temp[2].x       = VE_ADD       temp[2].x___     temp[0].1___ ;
temp[0]._       = VE_NOP ;
temp[2].x       = VE_SLT       const[1].x___    input[0].y___ ;
temp[5].w       = ME_PRED_SET_NEQ temp[2].xxxx ;
PRED temp[2].x       = VE_ADD       input[0].y___    temp[1].-x-_-_-_ ;
PRED temp[0].y       = VE_ADD       temp[2]._x__     temp[2].0000 ;
PRED temp[2].xyzw    = VE_ADD       const[2].1w01    const[2].0000 ;
temp[5].w       = ME_PRED_SET_INV temp[5].wwww ;
PRED temp[1].x       = VE_MAD       temp[1].x___     const[3].x___    input[0].y___ ;
PRED temp[0].y       = VE_ADD       temp[1]._x__     temp[1].0000 ;
PRED temp[2].xyzw    = VE_ADD       const[2].0w11    const[2].0000 ;
temp[5].w       = ME_PRED_SET_POP temp[5].wwww ;
out[1].xyzw     = VE_ADD       temp[2].xyzw     temp[2].0000 ;
out[0].xyzw     = VE_ADD       temp[0].xyzw     temp[0].0000 ;
out[2].xyzw     = VE_ADD       temp[0].xyzw     temp[0].0000 ;
