# A lookup at 1/0 in every sample: there is nothing that a device could be held to, which is no agreement.
run: relit verify --isa rsx.fp fp.txt --samples 8 > told || echo $?; cut -d : -f 1 told
---- in fp.txt
ADDR R1, f[TEX0], -f[TEX0];
RCPR R1, R1.x;
TEXR R0, R1, TEX0;
---- out
1
spirv  compared on none of 8 samples
glsl   compared on none of 8 samples
spirv  compared on none of 112 invocations in a pipeline
glsl   compared on none of 112 invocations in a pipeline
