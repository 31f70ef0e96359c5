# A bitcast keeps the number of bits: lane 0 is the low end, in pairs of words as in bytes and halves.
guest: ir
---- in
module vertex "casts"
file 0 v i32x2[1] input
file 1 d f64[1] output
file 2 h f16x4[1] output
file 3 b i8x4[1] output
file 4 w i32[1] output
function 0 main() -> void
b0:
  %a: i32x2 = loadfile v[0]
  %double: f64 = bitcast %a
  storefile d[0].x, %double
  %halves: f16x4 = bitcast %a
  storefile h[0].xyzw, %halves
  %low: i32 = swizzle %a.x
  %bytes: i8x4 = bitcast %low
  storefile b[0].xyzw, %bytes
  %turned: i8x4 = swizzle %bytes.wzyx
  %word: i32 = bitcast %turned
  storefile w[0].x, %word
  return
---- given
v0 = 0x11223344 0x55667788
---- then
d = 0x5566778811223344
h0 = 0x3344 0x1122 0x7788 0x5566
b0 = 0x44 0x33 0x22 0x11
w = 0x44332211
