# 11-11-10 and bytes that are numbers come as whole numbers, on a device as well
run: relit translate vp.txt --isa rsx.vp --context rsx.vp.input1.format=0x16 --context rsx.vp.input2.format=0x47
run: relit run vp.txt --isa rsx.vp --inputs in.json --numbers --context rsx.vp.input1.format=0x16 --context rsx.vp.input2.format=0x47 | grep '"o[12]"'
run: relit run vp.txt --isa rsx.vp --inputs in.json --numbers --context rsx.vp.input1.format=0x16 --context rsx.vp.input2.format=0x47 --on vulkan | grep '"o[12]"'
run: relit translate vp.txt --isa rsx.vp --json --context rsx.vp.input0.format=0x32 --context rsx.vp.input1.format=0x16 --context rsx.vp.input2.format=0x47 | grep VK_
---- in vp.txt
MOV o[0], v[0];
MOV o[1], v[1];
MOV o[2], v[2];
---- in in.json
{"vi1": ["7ffffbff", 0, 0, 1], "vi2": [1, 2, 3, 255]}
---- out
#version 450
layout(location = 0) in vec4 v0;
layout(location = 1) in uvec4 vi1;
layout(location = 2) in uvec4 vi2;
precise gl_Position;
layout(location = 1) out vec4 o1;
precise o1;
layout(location = 2) out vec4 o2;
precise o2;

void main() {
    uvec3 vector0 = uvec3(uint(bitfieldExtract(int(vi1.x), 0, 11)), uint(bitfieldExtract(int(vi1.x), 11, 11)), uint(bitfieldExtract(int(vi1.x), 22, 10)));
    gl_Position = v0;
    o1.xyz = vec3(ivec3(vector0)) * vec3(0.0009765923, 0.0009765923, 0.0019531846);
    o1.w = 1.0;
    o2 = vec4(vi2);
}
  "o1": [0.99905396,-0.0009765923,0.99807733,1.0],
  "o2": [1.0,2.0,3.0,255.0],
  "o1": [0.99905396,-0.0009765923,0.99807733,1.0],
  "o2": [1.0,2.0,3.0,255.0],
    "0": "VK_FORMAT_R32G32B32_SFLOAT",
    "1": "VK_FORMAT_R32_UINT",
    "2": "VK_FORMAT_R8G8B8A8_UINT"
---- err
vp.txt: note: packed inputs are the high bits of numbers of 16, the greatest of which is 1: sources disagree
vp.txt: note: packed inputs are the high bits of numbers of 16, the greatest of which is 1: sources disagree
vp.txt: note: packed inputs are the high bits of numbers of 16, the greatest of which is 1: sources disagree
{"note":{"file":"vp.txt","text":"packed inputs are the high bits of numbers of 16, the greatest of which is 1: sources disagree"}}
