# 2^-149 + 2^-149 is 2^-148 where denormals stay; as operands they count as zero of their sign, so -0 + -0 is -0; as a result
# 2^-126 * 0.5 is zero of its sign, and 2^-127 + 2^-127 = 2^-126 is no denormal.
guest: ir
---- in
module vertex "flush"
file 0 v f32[3] input
file 1 o f32x4[1] output
function 0 main() -> void
b0:
  %a: f32 = loadfile v[0]
  %b: f32 = loadfile v[1]
  %h: f32 = loadfile v[2]
  %inputs: f32 = fadd %a, %a !flush_inputs
  %result: f32 = fadd %a, %a !flush_result
  %half: f32 = fmul %b, %h !flush_result
  %both: f32 = fmul %b, %h !flush_inputs !flush_result
  %all: f32x4 = compose %inputs, %result, %half, %both
  storefile o[0].xyzw, %all
  return
---- given
v0 = 0x80000001   v1 = 0x80800000   v2 = 0.5
---- then
o0 = 0x80000000 0x80000000 0x80000000 0x80000000
---- given
v0 = 0x00400000   v1 = 0x00800000   v2 = 0.5
---- then
o0 = 0 0x00800000 0 0
---- given
v0 = 0x00400000   v1 = 0x00400000   v2 = 4
---- then
o0 = 0 0x00800000 0x01000000 0
