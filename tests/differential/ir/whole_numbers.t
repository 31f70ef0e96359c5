# Halves go to the even side; -0.25 goes up to -0, down to -1, and its fraction is 0.75.
guest: ir
---- in
module vertex "whole"
file 0 v f32x4[1] input
file 1 o f32x4[5] output
function 0 main() -> void
b0:
  %a: f32x4 = loadfile v[0]
  %floor: f32x4 = ffloor %a
  storefile o[0].xyzw, %floor
  %ceil: f32x4 = fceil %a
  storefile o[1].xyzw, %ceil
  %trunc: f32x4 = ftrunc %a
  storefile o[2].xyzw, %trunc
  %even: f32x4 = froundeven %a
  storefile o[3].xyzw, %even
  %fract: f32x4 = ffract %a
  storefile o[4].xyzw, %fract
  return
---- given
v0 = 2.5 3.5 -0.25 -1.5
---- then
o0 = 2 3 -1 -2
o1 = 3 4 0x80000000 -1
o2 = 2 3 0x80000000 -1
o3 = 2 4 0x80000000 -2
o4 = 0.5 0.5 0.75 0.5
---- given
v0 = inf -inf 8388609 -7
---- then
o0 = inf -inf 8388609 -7
o1 = inf -inf 8388609 -7
o2 = inf -inf 8388609 -7
o3 = inf -inf 8388609 -7
o4 = nan nan 0 0
