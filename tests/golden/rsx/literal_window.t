run: relit asm --isa rsx.fp in.txt -o in.bin
run: relit translate --literal --to glsl in.bin --isa rsx.fp --context rsx.fp.window=0x11200
# Window coordinates counted from the bottom, at the corners of pixels.
---- in in.txt
ADDR R0, f[WPOS], f[WPOS];
ADDR R0, R0, f[TEX0];
---- out
#version 450
layout(location = 7) in vec4 f_TEX0;
layout(location = 0) out vec4 color0_out;
vec4 color[4];
vec4 r[48];
vec4 f_WPOS;

void main() {
    vec4 value0 = vec4(gl_FragCoord.x, (512 - gl_FragCoord).y, gl_FragCoord.zw);
    f_WPOS = vec4((value0 - 0.5).xy, value0.zw);
    // ADDR R0, f[WPOS], f[WPOS]
    r[0] = (f_WPOS + f_WPOS);
    // ADDR R0, R0, f[TEX0]
    r[0] = (r[0] + f_TEX0);
    color[0] = r[0];
    color0_out = color[0];
}
