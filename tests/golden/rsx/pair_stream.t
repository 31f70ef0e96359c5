run: relit translate stream fp.txt
# the stream says that the fragment program exports depth
---- hex stream
00041e9c 00000000 00100b80 401f9c6c 0040000d 8106c083 6041ff85 00041d60
0200044e
---- in fp.txt
MOVR R0, f[COL0];
---- out
// vertex: stream
#version 450
layout(location = 0) in vec4 v0;
precise gl_Position;
layout(location = 1) out vec4 o1;
precise o1;

void main() {
    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
    o1 = v0;
}

// fragment: fp.txt
#version 450
layout(location = 1) in vec4 col0;
layout(location = 0) out vec4 color0;
precise color0;
precise gl_FragDepth;

float f_sat(float a) {
    return a > 0.0 ? (a < 1.0 ? a : 1.0) : 0.0;
}
vec4 f_sat(vec4 a) {
    return vec4(f_sat(a.x), f_sat(a.y), f_sat(a.z), f_sat(a.w));
}

void main() {
    color0 = f_sat(col0);
    gl_FragDepth = 0.0;
}
---- err
stream: note: guessed rsx.vp, --isa to choose
fp.txt: note: guessed rsx.fp, --isa to choose
