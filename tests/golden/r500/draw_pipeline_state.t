# State around the programs of a draw, which a stream sets as drivers do: user clip planes, a flow-control slot in the form of R300,
# colours of the back, a target in the order blue, green, red, fog.
run: relit asm s.txt -o s.bin && relit pm4 s.bin | grep 'draw 1' && relit translate s.bin --draw 1 --stage vs,fs --context r500.fs.channels=memory
run: relit run s.bin --draw 1 --stage vs --numbers --inputs v.json
run: relit disasm s.bin --draw 1 --stage vs | grep -E 'CLIP|FLOW|VECTOR|PORT'
---- in v.json
{"v0": [1.0, 2.0, 3.0, 4.0], "v1": [0.25, 0.5, 0.75, 1.0]}
---- in s.txt
.r500
VAP_CNTL_STATUS = 0
VAP_OUT_VTX_FMT_0 = {VTX_POS_PRESENT=1, VTX_COLOR_0_PRESENT=1, VTX_COLOR_2_PRESENT=1}
+ VAP_OUT_VTX_FMT_1 = 0
VAP_CLIP_CNTL = {UCP_ENA_0=1, UCP_ENA_3=1, PS_UCP_MODE=3}
VAP_VTE_CNTL = {VPORT_X_SCALE_ENA=1, VTX_W0_FMT=1}
VAP_PVS_CODE_CNTL_0 = {PVS_LAST_INST=3}
VAP_PVS_CONST_CNTL = {PVS_MAX_CONST_ADDR=0}
VAP_PVS_FLOW_CNTL_OPC = {PVS_FC_OPC_0=LOOP}
VAP_PVS_FLOW_CNTL_ADDRS_0 = {PVS_FC_ACT_ADRS=0, PVS_FC_LOOP_CNT_JMP_INST=3, PVS_FC_LAST_INST=2, PVS_FC_RTN_INST=1}
VAP_PVS_FLOW_CNTL_ADDRS_LW_0 = 0
+ VAP_PVS_FLOW_CNTL_ADDRS_UW_0 = 0
VAP_PVS_VECTOR_INDX_REG = 0
VAP_PVS_VECTOR_DATA_REG_128 <= 0x00f00203, 0x00d10001, 0x01248001, 0x01ffe001, 0x00f02203, 0x00d10021, 0x00d10040, 0x01ffe001, 0x00f04003, 0x00d10040, 0x00d10021, 0x01ffe001, 0x00f04203, 0x00d10021, 0x01248021, 0x01ffe001
VAP_PVS_VECTOR_INDX_REG = 1536
VAP_PVS_VECTOR_DATA_REG_128 <= 0x3f800000, 0x00000000, 0x00000000, 0x00000000
VAP_PVS_VECTOR_INDX_REG = 1539
VAP_PVS_VECTOR_DATA_REG_128 <= 0x00000000, 0x3f800000, 0x00000000, 0x40000000
RS_COUNT = {IC_COUNT=1}
RS_INST_COUNT = 0
RS_IP_0 = 0
RS_INST_0 = {COL_CN=1}
US_CONFIG = {ZERO_TIMES_ANYTHING_EQUALS_ZERO=1}
US_CODE_ADDR = 0
US_CODE_RANGE = 0
US_CODE_OFFSET = 0
US_OUT_FMT_0 = {C0_SEL=BLUE, C1_SEL=GREEN, C2_SEL=RED}
GB_SELECT = {FOG_SELECT=4}
FG_FOG_BLEND = {ENABLE=1, FN=EXP}
FG_FOG_COLOR_R = 1023
GA_US_VECTOR_INDEX = 0
GA_US_VECTOR_DATA <= 0x00078005, 0x08020000, 0x08020000, 0x00440220, 0x00c0c003, 0x00000005
3D_DRAW_IMMD_2 {PRIM_TYPE=TRIANGLES, PRIM_WALK=VERTEX_EMBEDDED, NUM_VERTICES=0}
---- out
      86  3D_DRAW_IMMD_2 {PRIM_TYPE=TRIANGLES, PRIM_WALK=VERTEX_EMBEDDED}  // draw 1; kernel: depth has no buffer (no-depth-buffer)
          draw 1: TRIANGLES, 0 vertices in the packet
// vertex: s.bin
#version 450
layout(location = 0) in vec4 v0;
layout(location = 1) in vec4 v1;
precise gl_Position;
layout(location = 8) out vec4 colour_0;
precise colour_0;
layout(location = 10) out vec4 colour_2;
precise colour_2;
out float gl_ClipDistance[2];
float distance0;
precise distance0;
float distance1;
precise distance1;
layout(std140, set = 0, binding = 2) uniform plane_block { vec4 plane[6]; };

float f_dot(vec4 a, vec4 b) { // dot() may add in any order
    precise float sum = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    return sum;
}

void main() {
    precise vec4 sum0 = v0 + 0.0;
    precise vec4 sum1 = v1 + 0.0;
    gl_Position = sum0;
    colour_0 = v1 + (v1 + sum1);
    colour_2 = sum1;
    distance0 = f_dot(plane[0], sum0);
    distance1 = f_dot(plane[3], sum0);
    gl_ClipDistance[0] = distance0;
    gl_ClipDistance[1] = distance1;
}

// fragment: s.bin
#version 450
layout(location = 8) in vec4 colour0;
layout(location = 10) in vec4 colour2;
layout(location = 0) out vec4 color0;
precise color0;

float f_sat(float a) {
    return a > 0.0 ? (a < 1.0 ? a : 1.0) : 0.0;
}

void main() {
    vec4 temp_1 = (gl_FrontFacing ? 1.0 : -1.0) < 0.0 ? colour2 : colour0;
    precise float limited0 = f_sat(exp2(1.0 / gl_FragCoord.w * -1.442695));
    color0.xyz = (temp_1.xyz * limited0 + vec3(1.0, 0.0, 0.0) * (vec3(1.0) - limited0)).zyx;
    color0.w = temp_1.w > 1.0 ? temp_1.w : 1.0;
}
{
  "o0": [1.0,2.0,3.0,4.0],
  "o1": [0.75,1.5,2.25,3.0],
  "o2": [0.25,0.5,0.75,1.0],
  "distance0": [1.0],
  "distance1": [10.0],
  "temp0": [0.0,0.0,0.0,0.0],
  "temp1": [0.0,0.0,0.0,0.0],
  "temp2": [0.75,1.5,2.25,3.0],
  "turns": 0,
  "i": 0
}
.reg VAP_VTE_CNTL = {VPORT_X_SCALE_ENA=1, VTX_W0_FMT=1}
.reg VAP_CLIP_CNTL = {UCP_ENA_0=1, UCP_ENA_3=1, PS_UCP_MODE=3}
.reg VAP_PVS_FLOW_CNTL_ADDRS_0 = {PVS_FC_LOOP_CNT_JMP_INST=3, PVS_FC_LAST_INST=2, PVS_FC_RTN_INST=1}
.reg VAP_PVS_FLOW_CNTL_OPC = {PVS_FC_OPC_0=LOOP}
.reg VAP_PVS_FLOW_CNTL_ADDRS_LW_0 = 0
.reg VAP_PVS_FLOW_CNTL_ADDRS_UW_0 = 0
.reg VAP_PVS_VECTOR_INDX_REG = 0x00000600
.port VAP_PVS_VECTOR_DATA_REG_128 = 0x3f800000, 0, 0, 0
.reg VAP_PVS_VECTOR_INDX_REG = 0x00000603
.port VAP_PVS_VECTOR_DATA_REG_128 = 0, 0x3f800000, 0, 0x40000000
---- err
s.bin: note: guessed r500, --isa to choose
s.bin: note: flow-control slot 0 has its addresses as R300 has them: R500 is taken to follow them
s.bin: note: fog is blended in as the names of its registers say: no public source says more
s.bin: note: the distance of fog is taken to be its source times GA_FOG_SCALE plus GA_FOG_OFFSET
s.bin: note: guessed r500, --isa to choose
s.bin: note: flow-control slot 0 has its addresses as R300 has them: R500 is taken to follow them
s.bin: note: guessed r500, --isa to choose
