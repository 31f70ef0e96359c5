run: relit translate vp.txt fp.txt --isa rsx.vp,rsx.fp --context rsx.vp.input3.frequency=4 --context rsx.vp.input3.format=0x24 --context rsx.vp.viewport=1 --context rsx.vp.viewport_scale0=0x43480000 --context rsx.vp.viewport_scale1=0xc3700000 --context rsx.vp.viewport_scale2=0x3f000000 --context rsx.vp.viewport_offset0=0x43a00000 --context rsx.vp.viewport_offset1=0x43700000 --context rsx.vp.viewport_offset2=0x3f000000 --context rsx.vp.surface_width=640 --context rsx.vp.surface_height=480 --context rsx.fp.alpha_test=1 --context rsx.fp.alpha_func=0x204 --context rsx.fp.alpha_ref=128 --context rsx.fp.srgb=1 --context rsx.fp.format=5
# a viewport of 400 x 480 pixels at (120, 0), upside down; two bytes of v[3] for four vertices each; alpha above 128
---- in vp.txt
MOV o[0], v[0];
MOV o[7], v[3];
---- in fp.txt
MOVR R0, f[TEX0];
---- out
// vertex: vp.txt
#version 450
layout(location = 0) in vec4 v0;
precise gl_Position;
layout(location = 7) out vec4 o7;
precise o7;
layout(std430, set = 1, binding = 3) buffer in3_block { uint in3[]; };

uint load_in3(uint p0) {
    bool test0 = p0 < uint(in3.length());
    return test0 ? in3[test0 ? p0 : 0u] : 0u;
}

uvec4 load4_in3(uint p0) {
    return uvec4(load_in3(p0), load_in3(p0 + 1u), load_in3(p0 + 2u), load_in3(p0 + 3u));
}

void main() {
    gl_Position = vec4(v0.x * 0.625, -v0.y, v0.z * 0.5 + v0.w * 0.5, v0.w);
    o7 = uintBitsToFloat(load4_in3(((uint(gl_VertexIndex) / 4u) << 2u) & 0x3fffffffu));
}

// fragment: fp.txt
#version 450
layout(location = 7) in vec4 tex0;
layout(location = 0) out vec4 color0;
precise color0;

float f_sat(float a) {
    return a > 0.0 ? (a < 1.0 ? a : 1.0) : 0.0;
}
vec3 f_sat(vec3 a) {
    return vec3(f_sat(a.x), f_sat(a.y), f_sat(a.z));
}

void main() {
    float choice0 = tex0.w < 0.0 ? 0.0 : tex0.w;
    precise bool test1 = !(roundEven((choice0 > 1.0 ? 1.0 : choice0) * 255.0) > 128.0);
    if (test1) discard;
    vec3 limited2 = f_sat(tex0.xyz);
    color0.xyz = mix(exp2(log2(limited2) * 0.41666666) * 1.055 - 0.055, limited2 * 12.92, lessThanEqual(limited2, vec3(0.0031308)));
    color0.w = 1.0;
}
