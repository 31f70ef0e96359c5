# The other operand where one is NaN; (a < b or b is NaN) ? a : b gives b of zeros of different sign. fsat of NaN is 0.
guest: ir
---- in
module vertex "minimum"
file 0 v f32x4[2] input
file 1 o f32x4[3] output
function 0 main() -> void
b0:
  %a: f32x4 = loadfile v[0]
  %b: f32x4 = loadfile v[1]
  %low: f32x4 = fmin %a, %b
  storefile o[0].xyzw, %low
  %high: f32x4 = fmax %a, %b
  storefile o[1].xyzw, %high
  %in: f32x4 = fsat %a
  storefile o[2].xyzw, %in
  return
---- given
v0 = 2 nan 3 nan   v1 = 5 1 nan nan
---- then
o0 = 2 1 3 nan
o1 = 5 1 3 nan
o2 = 1 0 1 0
---- given
v0 = -0.0 0 -inf 0.25   v1 = 0 -0.0 inf -1
---- then
o0 = 0 0x80000000 -inf -1
o1 = 0 0x80000000 inf 0.25
o2 = 0 0 0 0.25
