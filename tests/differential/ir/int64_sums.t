# With and without integers of 64 bits: 2^32 - 1 plus 1 carries into the high word, 2^63 minus 2^32 + 1 borrows from it.
guest: ir
without: int64
---- in
module vertex "wide"
file 0 v i32x2[2] input
file 1 o i32x2[3] output
function 0 main() -> void
b0:
  %a: i64 = loadfile v[0]
  %b: i64 = loadfile v[1]
  %sum: i64 = iadd %a, %b
  storefile o[0].x, %sum
  %gap: i64 = isub %a, %b
  storefile o[1].x, %gap
  %product: i64 = imul %a, %b
  storefile o[2].x, %product
  return
---- given
v0 = -1 0   v1 = 1 0
---- then
o0 = 0 1   o1 = 0xfffffffe 0   o2 = -1 0
---- given
v0 = 0 0x80000000   v1 = 1 1
---- then
o0 = 1 0x80000001   o1 = -1 0x7ffffffe   o2 = 0 0x80000000
---- given
v0 = -1 -1   v1 = 0 2
---- then
o0 = -1 1   o1 = -1 0xfffffffd   o2 = 0 0xfffffffe
