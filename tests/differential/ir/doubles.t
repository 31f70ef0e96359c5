# 2^53 + 1 lies in the middle of two doubles and is 2^53; 0.1 + 0.2 is the double after 0.3.
guest: ir
without: float64
---- in
module vertex "doubles"
file 0 v i32x2[2] input
file 1 o i32x2[3] output
file 2 f f32[1] output
function 0 main() -> void
b0:
  %a: f64 = loadfile v[0]
  %b: f64 = loadfile v[1]
  %sum: f64 = fadd %a, %b
  storefile o[0].x, %sum
  %product: f64 = fmul %a, %b
  storefile o[1].x, %product
  %most: f64 = fmax %a, %b
  storefile o[2].x, %most
  %float: f32 = fconvert %sum
  storefile f[0].x, %float
  return
---- given
# 2^53 and 1
v0 = 0 0x43400000   v1 = 0 0x3ff00000
---- then
o0 = 0 0x43400000   o1 = 0 0x43400000   o2 = 0 0x43400000   f = 9007199254740992
---- given
# 0.1, 0.2
v0 = 0x9999999a 0x3fb99999   v1 = 0x9999999a 0x3fc99999
---- then
# 0.30000000000000004, 0.020000000000000004, 0.2
o0 = 0x33333334 0x3fd33333   o1 = 0x47ae147c 0x3f947ae1   o2 = 0x9999999a 0x3fc99999   f = 0.3
---- given
# -infinity and 0
v0 = 0 0xfff00000   v1 = 0 0
---- then
o0 = 0 0xfff00000   o2 = 0 0   f = -inf
