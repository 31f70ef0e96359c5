# A float of 32 bits by way of one of 16: 2049 lies between 2048 and 2050 and goes to the even one, 65519 to the largest, 65504, 65520 to
# infinity; 2^-25 lies between 0 and the smallest, 2^-24, and goes to 0. `h` has two in a word.
guest: ir
without: float16
---- in
module vertex "halves"
file 0 v f32x4[1] input
file 1 o f32x4[1] output
file 2 h i32x2[1] output
function 0 main() -> void
b0:
  %a: f32x4 = loadfile v[0]
  %round: f32x4 = fhalf %a
  storefile o[0].xyzw, %round
  %narrow: f16x4 = fconvert %a
  %words: i32x2 = bitcast %narrow
  storefile h[0].xy, %words
  return
---- given
v0 = 2049 65519 65520 0x33000000
---- then
o0 = 2048 65504 inf 0
h0 = 0x7bff6800 0x00007c00
---- given
v0 = 2051 -65520 0x33000001 -2
---- then
o0 = 2052 -inf 0x33800000 -2
h0 = 0xfc006802 0xc0000001
