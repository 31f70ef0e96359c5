# 2^63 is below 2^32 + 1 as signed only; of numbers that are alike in the high word the low one decides, and it has no sign.
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
  %u: bool = ult %a, %b
  %lower: i64 = select %u, %a, %b
  storefile o[0].x, %lower
  %s: bool = slt %a, %b
  %lowest: i64 = select %s, %a, %b
  storefile o[1].x, %lowest
  %most: i64 = smax %a, %b
  storefile o[2].x, %most
  return
---- given
v0 = 0 0x80000000   v1 = 1 1
---- then
o0 = 1 1   o1 = 0 0x80000000   o2 = 1 1
---- given
v0 = 0xfffffffe 7   v1 = 2 7
---- then
o0 = 2 7   o1 = 2 7   o2 = 0xfffffffe 7
---- given
v0 = 0xfffffffe -1   v1 = -1 -1
---- then
o0 = 0xfffffffe -1   o1 = 0xfffffffe -1   o2 = -1 -1
