# Lane by lane, and moved as bits; of a choice by one bool the whole value.
guest: ir
---- in
module vertex "select"
file 0 v f32x4[2] input
file 1 o f32x4[2] output
function 0 main() -> void
b0:
  %a: f32x4 = loadfile v[0]
  %b: f32x4 = loadfile v[1]
  %less: boolx4 = flt %a, %b
  %each: f32x4 = select %less, %a, %b
  storefile o[0].xyzw, %each
  %all: bool = ball %less
  %some: bool = bany %less
  %x: f32 = swizzle %a.x
  %y: f32 = swizzle %b.y
  %one: f32 = select %all, %x, %y
  storefile o[1].x, %one
  %two: f32 = select %some, %x, %y
  storefile o[1]+1.x, %two
  return
---- given
v0 = 1 2 -0.0 0x7fc12345   v1 = 2 1 0 0xffc00001
---- then
o0 = 1 1 0 0xffc00001
o1 = 1 1
---- given
v0 = 1 2 3 -inf   v1 = 2 5 4 0
---- then
o0 = 1 2 3 -inf
o1 = 1 1
---- given
v0 = 5 5 5 5   v1 = 5 4 3 nan
---- then
o0 = 5 4 3 nan
o1 = 4 4
