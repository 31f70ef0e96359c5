# Toward zero; what is beyond the integers is the last of them, NaN is 0.
guest: ir
---- in
module vertex "conversions"
file 0 v f32x4[1] input
file 1 o i32x4[2] output
function 0 main() -> void
b0:
  %a: f32x4 = loadfile v[0]
  %s: i32x4 = ftos %a
  storefile o[0].xyzw, %s
  %u: i32x4 = ftou %a
  storefile o[1].xyzw, %u
  return
---- given
v0 = 2.75 -2.75 2147483648 -2147483648
---- then
o0 = 2 -2 0x7fffffff 0x80000000
o1 = 2 0 0x80000000 0
---- given
v0 = nan inf -inf 4294967296
---- then
o0 = 0 0x7fffffff 0x80000000 0x7fffffff
o1 = 0 0xffffffff 0 0xffffffff
---- given
v0 = 2147483520 4294967040 -0.5 0.99
---- then
o0 = 2147483520 0x7fffffff 0 0
o1 = 2147483520 0xffffff00 0 0
