# The amount is unsigned; from 32 on nothing is left, or the sign alone.
guest: ir
---- in
module vertex "shifts"
file 0 v i32x4[2] input
file 1 o i32x4[3] output
function 0 main() -> void
b0:
  %a: i32x4 = loadfile v[0]
  %b: i32x4 = loadfile v[1]
  %left: i32x4 = ishl %a, %b
  storefile o[0].xyzw, %left
  %right: i32x4 = ushr %a, %b
  storefile o[1].xyzw, %right
  %signed: i32x4 = sshr %a, %b
  storefile o[2].xyzw, %signed
  return
---- given
v0 = 0x80000001 0x80000001 0x80000001 0x80000001   v1 = 0 1 31 32
---- then
o0 = 0x80000001 2 0x80000000 0
o1 = 0x80000001 0x40000000 1 0
o2 = 0x80000001 0xc0000000 -1 -1
---- given
v0 = 0x40000003 0x40000003 -1 -1   v1 = 33 0xffffffff 64 0x80000000
---- then
o0 = 0 0 0 0
o1 = 0 0 0 0
o2 = 0 0 -1 -1
