run: relit translate --isa r500.vs --literal "$DATA/r500/rv515_vs_math_3.vs.bin" && relit translate --isa r500.vs "$DATA/r500/rv515_vs_math_3.vs.bin"
# Mesa's program: the math engine, LIT's sources, a power with its exponent in C
---- out
#version 450
layout(location = 0) in vec4 v_in[16];
layout(location = 0) out vec4 v_out1_out;
layout(location = 1) out vec4 v_out2_out;
vec4 v_out[3];
vec4 temp[3];
layout(std140, set = 0, binding = 0) uniform constants_block { vec4 c[256]; } constants;

float f_mul_zero(float a, float b) {
    precise float product = a * b;
    return a == 0.0 || b == 0.0 ? 0.0 : product;
}

void main() {
    temp[0] = vec4(0, 0, 0, 0);
    temp[1] = vec4(0, 0, 0, 0);
    temp[2] = vec4(0, 0, 0, 0);
    v_out[0] = vec4(0, 0, 0, 0);
    v_out[1] = vec4(0, 0, 0, 0);
    v_out[2] = vec4(0, 0, 0, 0);
    // temp[0].x = VE_ADD input[1].x___ const[0].y___
    temp[0].x = (v_in[1] + (constants.c[0].yyzw)).x;
    // temp[0].x = ME_POW temp[0].xxxx temp[0].0000 const[0].zzzz
    temp[0].x = exp2(f_mul_zero(constants.c[0].z, log2((temp[0].xxxx)).x));
    // temp[1].x = VE_MUL input[1].-y-_-_-_ const[0].w___
    temp[1].x = ((-(v_in[1].yyzw)) * (constants.c[0].wyzw)).x;
    // temp[1].x = ME_EXP_BASE2_FULL_DX temp[1].xxxx
    temp[1].x = exp2((temp[1].xxxx)).x;
    // temp[0].y = VE_ADD temp[1]._x__ temp[1].0000
    temp[0].y = ((temp[1].xxzw) + 0).y;
    // temp[1].x = VE_ADD temp[0].1___ input[1].x___
    temp[1].x = (vec4(1, 0, 0, 0) + v_in[1]).x;
    // temp[1].x = ME_LOG_BASE2_FULL_DX temp[1].xxxx
    vec4 vector0 = (temp[1].xxxx);
    temp[1].x = (equal(vector0, vec4(0)).x ? -3.4028235e+38 : log2(abs(vector0)).x);
    // temp[0].z = VE_ADD temp[1].__x_ temp[1].0000
    temp[0].z = ((temp[1].xyxw) + 0).z;
    // temp[1].x = VE_ADD input[1].y___ const[1].y___
    temp[1].x = ((v_in[1].yyzw) + (constants.c[1].yyzw)).x;
    // temp[1].x = ME_RSQ temp[1].xxxx
    vec4 vector1 = (temp[1].xxxx);
    temp[1].x = (equal(vector1, vec4(0)).x ? 3.4028235e+38 : inversesqrt(abs(vector1)).x);
    // temp[0].xyz = VE_MAD temp[0].xyz_ const[1].xxx_ temp[1].xxx_
    temp[0].xyz = ((temp[0] * (constants.c[1].xxxw)) + (temp[1].xxxw)).xyz;
    // temp[0].xyz = VE_FRC temp[0].xyz_
    temp[0].xyz = fract(temp[0]).xyz;
    // temp[1].xy = VE_MUL input[1].xy__ const[2].xx__
    temp[1].xy = (v_in[1] * (constants.c[2].xxzw)).xy;
    // temp[2].w = VE_MAD temp[1].___x const[3].___x const[3].___y
    temp[2].w = (((temp[1].xyzx) * (constants.c[3].xyzx)) + (constants.c[3].xyzy)).w;
    // temp[2].w = VE_FRC temp[2].___w
    temp[2].w = fract(temp[2]).w;
    // temp[2].w = VE_MAD temp[2].___w const[3].___z const[3].___w
    temp[2].w = ((temp[2] * (constants.c[3].xyzz)) + constants.c[3]).w;
    // temp[2].x = ME_SIN temp[2].wwww
    temp[2].x = sin(clamp((temp[2].wwww), -3.1415927, 3.1415927)).x;
    // temp[1].w = VE_MAD temp[1].___y const[3].___x const[3].___y
    temp[1].w = (((temp[1].xyzy) * (constants.c[3].xyzx)) + (constants.c[3].xyzy)).w;
    // temp[1].w = VE_FRC temp[1].___w
    temp[1].w = fract(temp[1]).w;
    // temp[1].w = VE_MAD temp[1].___w const[3].___z const[3].___w
    temp[1].w = ((temp[1] * (constants.c[3].xyzz)) + constants.c[3]).w;
    // temp[2].y = ME_SIN temp[1].wwww
    temp[2].y = sin(clamp((temp[1].wwww), -3.1415927, 3.1415927)).y;
    // temp[1].xy = VE_ADD |temp[2].xy__| temp[0].-x-y-_-_
    temp[1].xy = (abs(temp[2]) + (-temp[0])).xy;
    // temp[0].xy = VE_MAD const[2].yy__ temp[1].xy__ temp[0].xy__
    temp[0].xy = (((constants.c[2].yyzw) * temp[1]) + temp[0]).xy;
    // temp[0].w = VE_ADD temp[0].___1 temp[0].0000
    temp[0].w = (vec4(0, 0, 0, 1) + 0).w;
    // out[1].xyzw = VE_ADD temp[0].xyzw temp[0].0000
    v_out[1] = (temp[0] + 0);
    // out[0].xyzw = VE_ADD input[0].xyzw input[0].0000
    v_out[0] = (v_in[0] + 0);
    // out[2].xyzw = VE_ADD input[0].xyzw input[0].0000
    v_out[2] = (v_in[0] + 0);
    gl_Position = v_out[0];
    v_out1_out = v_out[1];
    v_out2_out = v_out[2];
}
#version 450
layout(location = 0) in vec4 v0;
layout(location = 1) in vec4 v1;
precise gl_Position;
layout(location = 0) out vec4 texture_coordinate_0;
precise texture_coordinate_0;
layout(location = 1) out vec4 texture_coordinate_1;
precise texture_coordinate_1;
layout(std140, set = 0, binding = 0) uniform c_block { vec4 c[256]; };

float f_mul_zero(float a, float b) {
    precise float product = a * b;
    return a == 0.0 || b == 0.0 ? 0.0 : product;
}
float f_min(float a, float b) {
    return a < b || isnan(b) ? a : b;
}
float f_max(float a, float b) {
    return a > b || isnan(b) ? a : b;
}
float f_fract(float a) {
    precise float fraction = a - floor(a);
    return fraction;
}
vec3 f_fract(vec3 a) {
    return vec3(f_fract(a.x), f_fract(a.y), f_fract(a.z));
}

void main() {
    precise float temp1x_1 = 1.0 + v1.x;
    precise float temp1x_2 = v1.y + c[1].y;
    precise vec3 vector0 = vec3(exp2(f_mul_zero(c[0].z, log2(v1.x + c[0].y))), exp2(-v1.y * c[0].w), temp1x_1 == 0.0 ? -3.4028235e+38 : log2(abs(temp1x_1)));
    precise vec3 temp0_1 = f_fract(vector0 * c[1].x + (temp1x_2 == 0.0 ? 3.4028235e+38 : inversesqrt(abs(temp1x_2))));
    precise vec2 temp1_1 = v1.xy * c[2].x;
    precise float limited1 = f_min(f_max(f_fract(temp1_1.x * c[3].x + c[3].y) * c[3].z + c[3].w, -3.1415927), 3.1415927);
    precise float limited2 = f_min(f_max(f_fract(temp1_1.y * c[3].x + c[3].y) * c[3].z + c[3].w, -3.1415927), 3.1415927);
    precise vec4 sum3 = v0 + 0.0;
    gl_Position = sum3;
    texture_coordinate_0.xy = c[2].y * (abs(vec2(sin(limited1), sin(limited2))) - temp0_1.xy) + temp0_1.xy;
    texture_coordinate_0.zw = vec2(temp0_1.z, 1.0);
    texture_coordinate_1 = sum3;
}
---- err
$DATA/r500/rv515_vs_math_3.vs.bin: note: assumes r500.vs.flow_cntl_opc=0x00000000: the file does not say it: no loops, jumps or calls
$DATA/r500/rv515_vs_math_3.vs.bin: note: assumes r500.vs.out_vtx_fmt_0=0x00000001: the file does not say it: position first, then a coordinate for each other output
$DATA/r500/rv515_vs_math_3.vs.bin: note: assumes r500.vs.out_vtx_fmt_1=0x00000024: the file does not say it: position first, then a coordinate for each other output
$DATA/r500/rv515_vs_math_3.vs.bin: note: assumes r500.vs.const_cntl=0x00000000: the file does not say it: constants count from 0
$DATA/r500/rv515_vs_math_3.vs.bin: note: assumes r500.vs.flow_cntl_opc=0x00000000: the file does not say it: no loops, jumps or calls
$DATA/r500/rv515_vs_math_3.vs.bin: note: assumes r500.vs.out_vtx_fmt_0=0x00000001: the file does not say it: position first, then a coordinate for each other output
$DATA/r500/rv515_vs_math_3.vs.bin: note: assumes r500.vs.out_vtx_fmt_1=0x00000024: the file does not say it: position first, then a coordinate for each other output
$DATA/r500/rv515_vs_math_3.vs.bin: note: assumes r500.vs.const_cntl=0x00000000: the file does not say it: constants count from 0
