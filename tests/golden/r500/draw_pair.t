# Both programs of a draw, linked: what no fragment reads is not computed, and registers of the rasteriser say what goes where.
run: relit translate $DATA/r500/depth_range --draw 2 --stage vs,fs
run: relit translate $DATA/r500/depth_range --draw 2 --stage vs,fs --to spirv -o pair && od -An -tx4 -N4 pair.vert.spv pair.frag.spv && ls pair*
run: relit disasm $DATA/r500/gouraud_triangle --draw 2 --stage fs | grep -E '^.reg (VAP|RS)'
run: relit translate $DATA/r500/depth_range --draw 2 --stage vs,fs --to spirv || relit translate $DATA/r500/depth_range --stage vs,fs || true
run: relit translate $DATA/r500/depth_range $DATA/r500/depth_range --draw 2 --stage vs,fs || relit disasm $DATA/r500/depth_range --draw 2 --stage vs,fs || true
run: relit explain $DATA/r500/depth_range --draw 2 --stage vs | head -2; relit ir $DATA/r500/depth_range --draw 2 --stage fs | head -2
---- out
// vertex: $DATA/r500/depth_range
#version 450
layout(location = 0) in vec4 v0;
layout(location = 1) in vec4 v1;
precise gl_Position;
layout(location = 0) out vec4 texture_coordinate_0;
precise texture_coordinate_0;
layout(location = 1) out vec4 texture_coordinate_1;
precise texture_coordinate_1;
layout(std140, set = 0, binding = 0) uniform c_block { vec4 c[256]; };

void main() {
    texture_coordinate_0 = vec4(0.0);
    texture_coordinate_1 = vec4(0.0);
    precise vec4 sum0 = c[2] * v0.z + (c[1] * v0.y + c[0] * v0.x) + c[3] + 0.0;
    gl_Position = sum0;
    texture_coordinate_0.xyz = v1.xyz + 0.0;
    texture_coordinate_1.zw = sum0.zw;
}

// fragment: $DATA/r500/depth_range
#version 450
layout(location = 0) in vec4 texcoord0;
layout(location = 1) in vec4 texcoord1;
layout(location = 0) out vec4 color0;
precise color0;
layout(std140, set = 0, binding = 1) uniform fconst_block { vec4 fconst[256]; };

float f_mul_zero(float a, float b) {
    precise float product = a * b;
    return a == 0.0 || b == 0.0 ? 0.0 : product;
}
vec3 f_mul_zero(vec3 a, vec3 b) {
    return vec3(f_mul_zero(a.x, b.x), f_mul_zero(a.y, b.y), f_mul_zero(a.z, b.z));
}

void main() {
    precise float temp1x_1 = f_mul_zero(f_mul_zero(texcoord1.z, 1.0 / texcoord1.w), fconst[1].z) + fconst[2].z;
    color0.xyz = f_mul_zero(texcoord0.xyz * 0.5 + 0.5, vec3(temp1x_1 + temp1x_1)) + 0.0;
    color0.w = temp1x_1 + 0.0;
}
 07230203
pair.frag.spv
pair.vert.spv
.reg VAP_OUT_VTX_FMT_0 = {VTX_POS_PRESENT=1}
.reg VAP_OUT_VTX_FMT_1 = {TEX_0_COMP_CNT=4}
.reg VAP_CLIP_CNTL = {PS_UCP_MODE=3}
.reg RS_IP_0 = {TEX_PTR_T=1, TEX_PTR_R=2, TEX_PTR_Q=3}
.reg RS_COUNT = {IT_COUNT=4, HIRES_EN=1}
.reg RS_INST_COUNT = 0
.reg RS_INST_0 = {TEX_CN=WRITE_TEXTURE_VALID}
0x00c0  temp[0].xyzw    = VE_MUL       const[0].xyzw    input[0].xxxx ;
        temp[0].xyzw = VE_MUL const[0].xyzw input[0].xxxx
module fragment "r500.fs"
file 0 temp f32x4[2] register
---- err
relit: error: several SPIR-V modules require -o NAME, for NAME.vert.spv and NAME.frag.spv
relit: error: --stage requires --draw
relit: error: --draw takes the programs of one command stream
relit: error: --stage: vs,fs not in {vs,fs}
