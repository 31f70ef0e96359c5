run: relit run --isa r500.vs loop.txt --inputs loop.json --numbers && relit run --isa r500.vs in.txt --inputs in.json --numbers
# A loop of three iterations counts its register from 1 by 2: v0 + c[5] + c[7] + c[9]. Both operations of a pair read before either
# writes: 1.5 and 1 / 0.5. The condition is false, so the counter is 1 and the other instruction writes. a0 is 1: c[3].
---- in loop.txt
.reg VAP_PVS_CODE_CNTL_0 = {PVS_LAST_INST=3}
.reg VAP_OUT_VTX_FMT_0 = {VTX_POS_PRESENT=1}
.reg VAP_OUT_VTX_FMT_1 = 0
.reg VAP_PVS_FLOW_CNTL_OPC = {PVS_FC_OPC_2=LOOP}
.reg VAP_PVS_FLOW_CNTL_ADDRS_LW_2 = {PVS_FC_ACT_ADRS=0, PVS_FC_LOOP_CNT_JMP_INST=3}, {PVS_FC_LAST_INST=2, PVS_FC_RTN_INST=1}
.reg VAP_PVS_FLOW_CNTL_LOOP_INDEX_2 = {PVS_FC_LOOP_INIT_VAL=1, PVS_FC_LOOP_STEP_VAL=2}
.const 5 = 1, 1, 1, 1
temp[0].xyzw = VE_ADD input[0].xyzw input[0].0000 ;
temp[1].xyzw = VE_ADD const[i0+4].xyzw const[i0+4].0000 ;
temp[0].xyzw = VE_ADD temp[0].xyzw temp[1].xyzw ;
out[0].xyzw = VE_ADD temp[0].xyzw temp[0].0000 ;
---- in loop.json
[{"v0": [2, 3, 0, 1], "c7": [10, 0, 0, 0], "c9": [0, 0, 100, 0]}]
---- in in.txt
temp[0].x = VE_ADD input[0].x___ input[0].0___ ;
temp[0].x = VE_ADD temp[0].x___ temp[0].1___ , alt_temp[0].x = ME_RCP temp[0].x_ ;
temp[5].w = ME_PRED_SET_GT input[0].___y ;
a0[0].x = VE_FLT2FIX_DX input[0].z___ ;
out[0].x = VE_ADD temp[0].x___ temp[0].0___ ;
out[0].y = VE_ADD alt_temp[0]._x__ alt_temp[0]._0__ ;
PRED out[0].z = VE_ADD temp[0].__1_ temp[0].__1_ ;
PRED_NOT out[0].z = VE_ADD temp[5].__w_ temp[5].__0_ ;
out[0].w = VE_ADD const[a0.x+2].___y const[a0.x+2].___0 ;
---- in in.json
[{"v0": [0.5, -1, 1.75, 1], "c3": [0, 42, 0, 0]}]
---- out
[
{
  "o0": [13.0,4.0,101.0,2.0],
  "temp0": [13.0,4.0,101.0,2.0],
  "temp1": [0.0,0.0,100.0,0.0],
  "turns0": [0],
  "turns1": [0],
  "turns2": [0],
  "i0": [0],
  "i1": [0],
  "i2": [7]
}
]
[
{
  "o0": [1.5,2.0,1.0,42.0],
  "temp0": [1.5,0.0,0.0,0.0],
  "temp1": [0.0,0.0,0.0,0.0],
  "temp2": [0.0,0.0,0.0,0.0],
  "temp3": [0.0,0.0,0.0,0.0],
  "temp4": [0.0,0.0,0.0,0.0],
  "temp5": [0.0,0.0,0.0,1.0],
  "alt_temp0": [2.0,0.0,0.0,0.0],
  "a0": [1,0,0,0],
  "pred": 0
}
]
---- err
loop.txt: note: assumes r500.vs.const_cntl=0x00000000: the file does not say it: constants count from 0
in.txt: note: assumes r500.vs.flow_cntl_opc=0x00000000: the file does not say it: no loops, jumps or calls
in.txt: note: assumes r500.vs.out_vtx_fmt_0=0x00000001: the file does not say it: position first, then a coordinate for each other output
in.txt: note: assumes r500.vs.out_vtx_fmt_1=0x00000000: the file does not say it: position first, then a coordinate for each other output
in.txt: note: assumes r500.vs.const_cntl=0x00000000: the file does not say it: constants count from 0
