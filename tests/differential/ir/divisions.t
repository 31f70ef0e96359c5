# By 0 the quotient is all ones and the rest the dividend; the smallest by -1 is itself, without a rest. Signed ones go toward zero.
guest: ir
---- in
module vertex "divisions"
file 0 v i32x4[2] input
file 1 o i32x4[4] output
function 0 main() -> void
b0:
  %a: i32x4 = loadfile v[0]
  %b: i32x4 = loadfile v[1]
  %u: i32x4 = udiv %a, %b
  storefile o[0].xyzw, %u
  %m: i32x4 = umod %a, %b
  storefile o[1].xyzw, %m
  %s: i32x4 = sdiv %a, %b
  storefile o[2].xyzw, %s
  %r: i32x4 = srem %a, %b
  storefile o[3].xyzw, %r
  return
---- given
v0 = 7 0 0x80000000 -7   v1 = 0 0 -1 2
---- then
o0 = -1 -1 0 0x7ffffffc
o1 = 7 0 0x80000000 1
o2 = -1 -1 0x80000000 -3
o3 = 7 0 0 -1
---- given
v0 = -7 7 -8 0x80000000   v1 = 0 -2 -3 3
---- then
o0 = -1 0 0 0x2aaaaaaa
o1 = -7 7 -8 2
o2 = -1 -3 2 0xd5555556
o3 = -7 1 -2 -2
