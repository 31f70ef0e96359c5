# --program selects one of several programs in every verb that takes one.
run: relit bundle make $DATA/rsx/hand/vp_sat.vp.bin $DATA/rsx/hand/fp_mods.fp.bin --isa rsx.vp,rsx.fp -o two.relit; echo '{}' > in.json
run: relit disasm --program 1 two.relit; relit explain --program 1 two.relit | head -n 1; relit info --program 2 two.relit | head -n 1; relit diff --program 1 two.relit $DATA/rsx/hand/vp_sat.vp.bin --isa rsx.vp
run: relit translate --program 2 two.relit | head -n 1; relit ir --program 2 two.relit | head -n 1; relit run --program 1 two.relit --inputs in.json | head -n 2; relit verify --program 1 two.relit --samples 4 --dump v.relit | sed 's/ (.*//'
run: relit verify v.relit | sed 's/ (.*//'; relit bundle show v.relit
run: relit bundle make --program 2 two.relit -o two.relit; relit bundle show two.relit
---- out
000: MOV_sat o[1], v[3];
001: MUL_sat R0, v[3], c[4];
002: MOV o[0], v[0];
0x0000  000: MOV_sat o[1], v[3];
isa                      rsx.fp
  000: MOV_sat o[1], v[3];
  001: MUL_sat R0, v[3], c[4];
  002: MOV o[0], v[0];
#version 450
module fragment "rsx.fp"
{
  "o0": ["00000000","00000000","00000000","3f800000"],
spirv  agrees with the interpreter on 4 samples
glsl   agrees with the interpreter on 4 samples
spirv  agrees with the interpreter on 48 invocations in a pipeline
glsl   agrees with the interpreter on 48 invocations in a pipeline
spirv  agrees with the interpreter on 4 samples
glsl   agrees with the interpreter on 4 samples
spirv  agrees with the interpreter on 48 invocations in a pipeline
glsl   agrees with the interpreter on 48 invocations in a pipeline
version                  1
program 1                rsx.vp vertex, 48 bytes, vp_sat.vp.bin
verify                   seed 1, 4 samples
version                  1
program 1                rsx.fp fragment, 80 bytes, fp_mods.fp.bin
target                   glsl
