# Products are added in the order of the lanes: 2^24 + 1 is 2^24 each time, 1 + 1 + 2^24 is not.
guest: ir
---- in
module vertex "dot"
file 0 v f32x4[2] input
file 1 o f32[2] output
function 0 main() -> void
b0:
  %a: f32x4 = loadfile v[0]
  %b: f32x4 = loadfile v[1]
  %four: f32 = fdot %a, %b
  storefile o[0].x, %four
  %a3: f32x3 = swizzle %a.wyx
  %b3: f32x3 = swizzle %b.wyx
  %three: f32 = fdot %a3, %b3
  storefile o[1].x, %three
  return
---- given
v0 = 16777216 1 1 1   v1 = 1 1 1 1
---- then
o0 = 16777216   o1 = 16777218
---- given
v0 = 1 2 3 4   v1 = 5 6 7 8
---- then
# 5 + 12 + 21 + 32, and 32 + 12 + 5
o0 = 70   o1 = 49
