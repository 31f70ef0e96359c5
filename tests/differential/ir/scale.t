# a * 2^n, rounded once: 2^-149 * 2^276 is 2^127, 1.5 * 2^-149 lies in the middle of 2^-149 and 2^-148.
guest: ir
---- in
module vertex "scale"
file 0 v f32x4[1] input
file 1 n i32x4[1] input
file 2 o f32x4[1] output
function 0 main() -> void
b0:
  %a: f32x4 = loadfile v[0]
  %n: i32x4 = loadfile n[0]
  %scaled: f32x4 = fldexp %a, %n
  storefile o[0].xyzw, %scaled
  return
---- given
v0 = 3 -1 0x00000001 1   n0 = 4 -1 276 128
---- then
o0 = 48 -0.5 0x7f000000 inf
---- given
v0 = 1.5 1 -0.0 inf   n0 = -149 -150 2147483647 0x80000000
---- then
o0 = 0x00000002 0 0x80000000 inf
