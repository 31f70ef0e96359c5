run: relit asm --isa r500.vs in.txt -o out && relit disasm out && relit disasm out | relit asm --isa r500.vs -o again - && cmp out again && relit info out && relit translate out
# a loop of three iterations that reads constants by its register, a call, and constants; registers say how it runs
---- in in.txt
.reg VAP_PVS_STATE_FLUSH_REG = 0
.reg VAP_PVS_CODE_CNTL_0 = {PVS_LAST_INST=4}
.reg VAP_OUT_VTX_FMT_0 = {VTX_POS_PRESENT=1, VTX_COLOR_0_PRESENT=1}
.reg VAP_OUT_VTX_FMT_1 = 0
.reg VAP_PVS_FLOW_CNTL_OPC = {PVS_FC_OPC_0=LOOP, PVS_FC_OPC_1=JSR}
.reg VAP_PVS_FLOW_CNTL_ADDRS_LW_0 = {PVS_FC_ACT_ADRS=0, PVS_FC_LOOP_CNT_JMP_INST=3}, {PVS_FC_LAST_INST=2, PVS_FC_RTN_INST=1},
  {PVS_FC_ACT_ADRS=3, PVS_FC_LOOP_CNT_JMP_INST=5}, {PVS_FC_LAST_INST=5, PVS_FC_RTN_INST=4}
.reg VAP_PVS_FLOW_CNTL_LOOP_INDEX_0 = {PVS_FC_LOOP_INIT_VAL=1, PVS_FC_LOOP_STEP_VAL=2}
.const 4 = 1, 0.5, -0.25, 1e-3
.const 5 = 0x7fc00000, 0, 0, 0
.code 0
temp[0].xyzw = VE_ADD input[0].xyzw input[0].0000 ;
temp[1].xyzw = VE_ADD const[i0+4].xyzw const[i0+4].0000 ;
temp[0].xyzw = VE_ADD temp[0].xyzw temp[1].xyzw ;
out[0].xyzw = VE_ADD temp[0].xyzw temp[0].0000 ;
out[1].xyzw = VE_ADD temp[2].xyzw temp[2].0000 ;
temp[2].xyzw = VE_MUL temp[0].xyzw temp[0].wwww ;
.filler 2
---- out
.reg VAP_PVS_STATE_FLUSH_REG = 0
.reg VAP_PVS_CODE_CNTL_0 = {PVS_LAST_INST=4}
.reg VAP_OUT_VTX_FMT_0 = {VTX_POS_PRESENT=1, VTX_COLOR_0_PRESENT=1}
.reg VAP_OUT_VTX_FMT_1 = 0
.reg VAP_PVS_FLOW_CNTL_OPC = {PVS_FC_OPC_0=LOOP, PVS_FC_OPC_1=JSR}
.reg VAP_PVS_FLOW_CNTL_ADDRS_LW_0 = {PVS_FC_LOOP_CNT_JMP_INST=3}, {PVS_FC_LAST_INST=2, PVS_FC_RTN_INST=1}, {PVS_FC_ACT_ADRS=3, PVS_FC_LOOP_CNT_JMP_INST=5}, {PVS_FC_LAST_INST=5, PVS_FC_RTN_INST=4}
.reg VAP_PVS_FLOW_CNTL_LOOP_INDEX_0 = {PVS_FC_LOOP_INIT_VAL=1, PVS_FC_LOOP_STEP_VAL=2}
.const 4 = 1.0, 0.5, -0.25, 0.001
.const 5 = 0x7fc00000, 0.0, 0.0, 0.0
.code 0
temp[0].xyzw    = VE_ADD       input[0].xyzw    input[0].0000 ;
temp[1].xyzw    = VE_ADD       const[i0+4].xyzw const[i0+4].0000 ;
temp[0].xyzw    = VE_ADD       temp[0].xyzw     temp[1].xyzw ;
out[0].xyzw     = VE_ADD       temp[0].xyzw     temp[0].0000 ;
out[1].xyzw     = VE_ADD       temp[2].xyzw     temp[2].0000 ;
temp[2].xyzw    = VE_MUL       temp[0].xyzw     temp[0].wwww ;
.filler 2
isa                      r500.vs
bytes                    228
kind                     registers and instructions
instructions             6 of 1024
vector operations        6
math operations          0
macro operations         0
dual math                0
predicated instructions  0
temporaries              temp0-temp2
alternate temporaries    none
inputs read              input0
constants read           const4
outputs written          out0-out1
address register         not written
relative addressing      yes
constants loaded         2
flow control             slot 0: a loop of 3 iterations from 1 to 2 after 0
flow control             slot 1: a call of 5 to 5 after 3, back to 4
VAP_OUT_VTX_FMT_0        {VTX_POS_PRESENT=1, VTX_COLOR_0_PRESENT=1}
VAP_OUT_VTX_FMT_1        0
VAP_PVS_STATE_FLUSH_REG  0
VAP_PVS_FLOW_CNTL_LOOP_INDEX_0 {PVS_FC_LOOP_INIT_VAL=1, PVS_FC_LOOP_STEP_VAL=2}
VAP_PVS_CODE_CNTL_0      {PVS_LAST_INST=4}
VAP_PVS_FLOW_CNTL_OPC    {PVS_FC_OPC_0=LOOP, PVS_FC_OPC_1=JSR}
VAP_PVS_FLOW_CNTL_ADDRS_LW_0 {PVS_FC_LOOP_CNT_JMP_INST=3}
VAP_PVS_FLOW_CNTL_ADDRS_UW_0 {PVS_FC_LAST_INST=2, PVS_FC_RTN_INST=1}
VAP_PVS_FLOW_CNTL_ADDRS_LW_1 {PVS_FC_ACT_ADRS=3, PVS_FC_LOOP_CNT_JMP_INST=5}
VAP_PVS_FLOW_CNTL_ADDRS_UW_1 {PVS_FC_LAST_INST=5, PVS_FC_RTN_INST=4}
#version 450
layout(location = 0) in vec4 v0;
precise gl_Position;
layout(location = 8) out vec4 colour_0;
precise colour_0;
layout(std140, set = 0, binding = 0) uniform c_block { vec4 c[256]; };

void main() {
    precise vec4 temp0_1 = v0 + c[5] + c[7] + c[9];
    gl_Position = temp0_1 + 0.0;
    colour_0 = temp0_1 * temp0_1.w + 0.0;
}
---- err
out: note: guessed r500.vs, --isa to choose
out: note: guessed r500.vs, --isa to choose
out: note: guessed r500.vs, --isa to choose
out: note: guessed r500.vs, --isa to choose
out: note: assumes r500.vs.const_cntl=0x00000000: the file does not say it: constants count from 0
