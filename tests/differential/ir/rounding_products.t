# (1 + 2^-23)^2 = 1 + 2^-22 + 2^-46: above the float 0x3f800002, nearer to it than to the next. The fused product minus 1 keeps
# all bits, 2^-22 + 2^-46 = 2^-22 * (1 + 2^-24): the middle between two floats.
guest: ir
---- in
module vertex "rounding"
file 0 v f32[2] input
file 1 o f32x4[2] output
function 0 main() -> void
b0:
  %a: f32 = loadfile v[0]
  %c: f32 = loadfile v[1]
  %even: f32 = fmul %a, %a
  %up: f32 = fmul %a, %a !up
  %down: f32 = fmul %a, %a !down
  %zero: f32 = fmul %a, %a !zero
  %all: f32x4 = compose %even, %up, %down, %zero
  storefile o[0].xyzw, %all
  %even1: f32 = ffma %a, %a, %c
  %up1: f32 = ffma %a, %a, %c !up
  %down1: f32 = ffma %a, %a, %c !down
  %zero1: f32 = ffma %a, %a, %c !zero
  %all1: f32x4 = compose %even1, %up1, %down1, %zero1
  storefile o[1].xyzw, %all1
  return
---- given
v0 = 0x3f800001   v1 = -1
---- then
o0 = 0x3f800002 0x3f800003 0x3f800002 0x3f800002
o1 = 0x34800000 0x34800001 0x34800000 0x34800000
