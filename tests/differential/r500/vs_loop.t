# Four iterations of halving and adding c0.xyzx: of 16 and 1 it is 9, 5.5, 3.75, 2.875.
guest: r500.vs
---- in
.reg VAP_PVS_CODE_CNTL_0 = {PVS_LAST_INST=3}
.reg VAP_OUT_VTX_FMT_0 = {VTX_POS_PRESENT=1}
.reg VAP_OUT_VTX_FMT_1 = 0
.reg VAP_PVS_FLOW_CNTL_OPC = {PVS_FC_OPC_0=LOOP}
.reg VAP_PVS_FLOW_CNTL_ADDRS_LW_0 = {PVS_FC_ACT_ADRS=0, PVS_FC_LOOP_CNT_JMP_INST=4}, {PVS_FC_LAST_INST=2, PVS_FC_RTN_INST=1}
.reg VAP_PVS_FLOW_CNTL_LOOP_INDEX_0 = {PVS_FC_LOOP_INIT_VAL=0, PVS_FC_LOOP_STEP_VAL=1}
.const 0 = 1, 10, 100, 0.5
temp[0].xyzw = VE_ADD input[0].xyzw input[0].0000 ;
temp[0].xyzw = VE_MUL temp[0].xyzw const[0].wwww ;
temp[0].xyzw = VE_ADD temp[0].xyzw const[0].xyzx ;
-- 32: 26, 23, 21.5, 20.75; 0: 100, 150, 175, 187.5; 1: 1.5, 1.75, 1.875, 1.9375
out[0].xyzw = VE_ADD temp[0].xyzw temp[0].0000 ;
---- given
v0 = 16 32 0 1
---- then
o0 = 2.875 20.75 187.5 1.9375   temp0 = 2.875 20.75 187.5 1.9375
