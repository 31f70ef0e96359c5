# TEX0.x alone travels: what is not read is not computed, what is not written is 0, 0, 0, 1
run: relit translate fp.txt vp.txt --isa rsx.fp,rsx.vp
---- in vp.txt
MOV o[0], v[0];
MUL o[7].x, v[8], c[0];
RSQ o[7].y, v[8].x;
MOV o[1], v[3];
---- in fp.txt
MOVR R0.xy, f[TEX0].x;
MOVR R0.zw, f[TEX3];
---- out
// vertex: vp.txt
#version 450
layout(location = 0) in vec4 v0;
layout(location = 8) in vec4 v8;
precise gl_Position;
layout(location = 7) out vec4 o7;
precise o7;
layout(std140, set = 0, binding = 0) uniform c_block { vec4 c[468]; };

void main() {
    o7 = vec4(0.0);
    gl_Position = v0;
    o7.x = v8.x * c[0].x;
}

// fragment: fp.txt
#version 450
layout(location = 7) in vec4 tex0;
layout(location = 0) out vec4 color0;
precise color0;

void main() {
    color0 = vec4(tex0.xx, 0.0, 1.0);
}
