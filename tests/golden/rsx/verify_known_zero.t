# A register that nothing has written is 0, and lavapipe knows it: -0 + 0 becomes -0 there, which GLSL shows it and SPIR-V does
# not. The verdict says so (docs/agreement.md). Of a register that it cannot know there is nothing to say.
run: for each in known unknown; do relit asm --isa rsx.fp $each.txt -o $each.bin && relit verify --isa rsx.fp --arithmetic exact $each.bin --samples 64 | grep samples | sed 's/ (.*//'; done
---- in known.txt
MADR R0, f[TEX0].x, f[TEX0], R1;
---- in unknown.txt
MOVR R1, f[TEX1];
MADR R0, f[TEX0].x, f[TEX0], R1;
---- out
spirv  agrees with the interpreter on 64 samples
glsl   agrees with the interpreter on 64 samples, 7 with operands hidden from the driver
spirv  agrees with the interpreter on 64 samples
glsl   agrees with the interpreter on 64 samples
