# Lanes are picked, mixed and put together as bits: NaN keeps its payload, -0 its sign, denormals their digits.
guest: ir
---- in
module vertex "lanes"
file 0 v f32x4[2] input
file 1 o f32x4[3] output
file 2 p i32x4[1] output
function 0 main() -> void
b0:
  %a: f32x4 = loadfile v[0]
  %b: f32x4 = loadfile v[1]
  %back: f32x4 = swizzle %a.wzyx
  storefile o[0].xyzw, %back
  %mix: f32x4 = blend %a, %b.yw
  storefile o[1].xyzw, %mix
  %x: f32 = swizzle %a.x
  %z: f32 = swizzle %b.z
  %four: f32x4 = compose %x, %z, %z, %x
  storefile o[2].xyzw, %four
  %bits: i32x4 = bitcast %b
  storefile p[0].xyzw, %bits
  return
---- given
v0 = 0x7f800001 0xffc12345 0x80000000 0x00000001   v1 = 0xff812345 2 0x7fc00001 -inf
---- then
o0 = 0x00000001 0x80000000 0xffc12345 0x7f800001
o1 = 0x7f800001 2 0x80000000 -inf
o2 = 0x7f800001 0x7fc00001 0x7fc00001 0x7f800001
p0 = 0xff812345 0x40000000 0x7fc00001 0xff800000
