# IR text is a guest's program like any other: every verb takes it, from a file and from standard input.
run: relit disasm in.ir > listed.ir && cmp listed.ir canonical.ir && relit disasm - < listed.ir | cmp - listed.ir && relit asm in.ir -o made.ir && cmp made.ir canonical.ir && relit ir in.ir | cmp - canonical.ir
run: relit info in.ir
run: relit explain in.ir | head -n 6
run: relit run in.ir --inputs in.json --numbers | head -n 2
run: relit verify in.ir --samples 40 | cut -d "(" -f 1
run: relit translate in.ir --to glsl --dump out -o out.glsl && ls out && cmp out/vertex_guest.bin in.ir
run: relit bundle make in.ir --inputs in.json -o out.relit && relit verify out.relit | cut -d "(" -f 1 && relit bundle show out.relit | head -n 12
run: export RELIT_CACHE=cache; relit translate in.ir --to spirv -o a.spv && relit translate made.ir --to spirv -o b.spv && cmp a.spv b.spv && relit cache list | awk '{print $2, $3, $4}' | sort | tail -n 3
---- in in.ir
// by hand
module vertex "example" ; no guest
file 0 v f32x4[16] input
file 1 o f32x4[16] output
place o[0] position
origin 1 "MOV o[0], v[0] * 2"
function 0 main() -> void
b0:
  %input: f32x4 = loadfile v[0] @1
  %two: f32x4 = const 2.0 2.0 0x40000000 2.0
  %o0_7: f32x4 = fmul %input, %two @1
  storefile o[0].xyzw, %o0_7 @1
  return
---- in canonical.ir
module vertex "example"
file 0 v f32x4[16] input
file 1 o f32x4[16] output
place o[0] position
origin 1 "MOV o[0], v[0] * 2"
function 0 main() -> void
b0:
  %v0_1: f32x4 = loadfile v[0] @1
  %1: f32x4 = const 0x40000000 0x40000000 0x40000000 0x40000000 ; 2.0 2.0 2.0 2.0
  %o0_1: f32x4 = fmul %v0_1, %1 @1
  storefile o[0].xyzw, %o0_1 @1
  return
---- in in.json
{"v0": [1, 2, 3, -0.5]}
---- out
isa                      ir
bytes                    336
stage                    vertex
source                   example
functions                1
functions with a tree    0
blocks                   1
instructions             4
inputs                   v[16]
outputs                  o[16]
registers                none
resources                none
0x009b    %v0_1: f32x4 = loadfile v[0] @1
        loadfile: reads, moves; result f32x4; from MOV o[0], v[0] * 2

0x00bd    %1: f32x4 = const 0x40000000 0x40000000 0x40000000 0x40000000 ; 2.0 2.0 2.0 2.0
        const: pure, moves; result f32x4

{
  "o0": [2.0,4.0,6.0,-1.0],
spirv  agrees with the interpreter on 40 samples 
glsl   agrees with the interpreter on 40 samples 
spirv  agrees with the interpreter on 144 invocations in a pipeline 
glsl   agrees with the interpreter on 144 invocations in a pipeline 
vertex_guest.bin
vertex_ir.txt
vertex_output.glsl
vertex_passes.txt
spirv  agrees with the interpreter on 64 samples 
glsl   agrees with the interpreter on 64 samples 
spirv  agrees with the interpreter on 192 invocations in a pipeline 
glsl   agrees with the interpreter on 192 invocations in a pipeline 
version                  1
program 1                ir vertex, 336 bytes, in.ir
target                   glsl
inputs.json              24 bytes
2 key sets
419 program 
561 shader 
