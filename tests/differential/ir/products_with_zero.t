# fmulzero: zero times anything is +0, infinity, NaN and -0 too; fmul: as IEEE has it.
guest: ir
---- in
module vertex "zero"
file 0 v f32x4[2] input
file 1 o f32x4[2] output
function 0 main() -> void
b0:
  %a: f32x4 = loadfile v[0]
  %b: f32x4 = loadfile v[1]
  %zero: f32x4 = fmulzero %a, %b
  storefile o[0].xyzw, %zero
  %ieee: f32x4 = fmul %a, %b
  storefile o[1].xyzw, %ieee
  return
---- given
v0 = 0 inf -0.0 nan   v1 = inf -0.0 5 0
---- then
o0 = 0 0 0 0
o1 = nan nan 0x80000000 nan
---- given
v0 = -3 -inf nan 0x20000000   v1 = 4 2 1 0x20000000
---- then
# 2^-63 squared is 2^-126
o0 = -12 -inf nan 0x00800000
o1 = -12 -inf nan 0x00800000
