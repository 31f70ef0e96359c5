# A mask counts the lanes of the value: lane i of it goes to lane i from the register's first lane on.
guest: ir
---- in
module vertex "masks"
file 0 v f32x4[1] input
file 1 o f32x4[3] output
function 0 main() -> void
b0:
  %a: f32x4 = loadfile v[0]
  storefile o[0].xyzw, %a
  %b: f32x4 = fneg %a
  storefile o[0].xz, %b
  storefile o[1].yw, %b
  %c: f32x2 = swizzle %a.wz
  storefile o[2]+2.xy, %c
  storefile o[2]+1.x, %c
  return
---- given
v0 = 1 2 3 4
---- then
o0 = -1 2 -3 4
o1 = 0 -2 0 -4
o2 = 0 4 4 3
