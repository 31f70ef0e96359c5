run: relit translate --isa r500.fs --literal "$DATA/r500/fs_tex_proj_5.fs.bin" && relit translate --isa r500.fs "$DATA/r500/fs_loop_uniform_4.fs.bin"
# Mesa's programs: a projected fetch, statement by statement; a loop with a break, optimised
---- out
#version 450
layout(location = 0) in vec4 texcoord0_in;
vec4 texcoord[8];
layout(location = 0) out vec4 color0_out;
precise color0_out;
vec4 color[4];
precise color;
vec4 temp;
precise temp;
layout(set = 2, binding = 0) uniform sampler2D tex0;

float f_mul_zero(float a, float b) {
    precise float product = a * b;
    return a == 0.0 || b == 0.0 ? 0.0 : product;
}
vec2 f_mul_zero(vec2 a, vec2 b) {
    return vec2(f_mul_zero(a.x, b.x), f_mul_zero(a.y, b.y));
}
vec3 f_mul_zero(vec3 a, vec3 b) {
    return vec3(f_mul_zero(a.x, b.x), f_mul_zero(a.y, b.y), f_mul_zero(a.z, b.z));
}

void main() {
    texcoord[0] = texcoord0_in;
    color[0] = vec4(0.0);
    temp = texcoord[0];
    // src0.a = temp[0], src0.rgb = temp[0] : temp[0].a = MAD src0.a src0.1 src0.0 , temp[0].rg = MAD src0.rg0 src0.110 src0.000 ;
    temp.xy = f_mul_zero(temp.xy, vec2(1.0)) + 0.0;
    temp.w = f_mul_zero(temp.w, 1.0) + 0.0;
    // TEX TEX_SEM_WAIT TEX_SEM_ACQUIRE temp[0].rgba = PROJ tex[0].rgba temp[0].rgaa ;
    precise vec4 texel0 = texture(tex0, vec2(temp.x / temp.w, temp.y / temp.w));
    temp = texel0;
    // OUT TEX_SEM_WAIT src0.a = temp[0], src0.rgb = temp[0] : out[0].a = MAD src0.a src0.1 src0.0 , out[0].rgb = MAD src0.rgb src0.111 src0.000 ;
    color[0].xyz = f_mul_zero(temp.xyz, vec3(1.0)) + 0.0;
    color[0].w = f_mul_zero(temp.w, 1.0) + 0.0;
    color0_out = color[0];
}
#version 450
layout(location = 0) in vec4 texcoord0;
layout(location = 0) out vec4 color0;
precise color0;
layout(std140, set = 0, binding = 1) uniform fconst_block { vec4 fconst[256]; };

float f_mul_zero(float a, float b) {
    precise float product = a * b;
    return a == 0.0 || b == 0.0 ? 0.0 : product;
}
float f_fract(float a) {
    precise float fraction = a - floor(a);
    return fraction;
}

void main() {
    precise float temp0z_1 = 0.0;
    uint rounds_1 = 255u;
    precise vec3 temp1_1 = vec3(0.0);
    while (true) {
        precise bool test0 = temp0z_1 - fconst[0].x >= 0.0;
        if (test0) {
            break;
        }
        precise float temp1y_1 = temp0z_1 + 1.0;
        precise float temp1y_2 = 1.0 / temp1y_1;
        precise float temp0w_1 = f_fract(f_mul_zero(f_mul_zero(f_mul_zero(texcoord0.x, temp1y_1), fconst[1].z), fconst[2].x));
        precise float temp1z_1 = sin(temp0w_1 * 6.2831855);
        precise float temp1x_1 = f_mul_zero(temp1z_1, temp1y_2) + temp1_1.x;
        uint rounds_2 = rounds_1 - 1u;
        if (rounds_2 != 0u) {
            temp0z_1 = temp1y_1;
            rounds_1 = rounds_2;
            temp1_1 = vec3(temp1x_1, temp1y_2, temp1z_1);
            continue;
        }
        temp1_1 = vec3(temp1x_1, temp1y_2, temp1z_1);
        break;
    }
    precise vec3 vector1 = vec3(float(temp1_1.x - (texcoord0.y * 3.0 - 1.5) >= 0.0), temp1_1.x * 0.5 + 0.5, texcoord0.y);
    color0.xyz = vector1 + 0.0;
    color0.w = 1.0;
}
---- err
$DATA/r500/fs_tex_proj_5.fs.bin: note: assumes r500.fs.inputs=temp[0]: no RS_INST_COUNT: read before they are written, so texture coordinates
$DATA/r500/fs_loop_uniform_4.fs.bin: note: assumes r500.fs.inputs=temp[0]: no RS_INST_COUNT: read before they are written, so texture coordinates
