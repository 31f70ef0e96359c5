# 0x80000000 squared is 2^62 as unsigned and as signed; -1 times -1 is 1, as unsigned 2^64 - 2^33 + 1. Sums and differences wrap.
guest: ir
---- in
module vertex "products"
file 0 v i32x3[2] input
file 1 o i32x3[5] output
function 0 main() -> void
b0:
  %a: i32x3 = loadfile v[0]
  %b: i32x3 = loadfile v[1]
  %low: i32x3 = imul %a, %b
  storefile o[0].xyz, %low
  %high: i32x3 = umulhi %a, %b
  storefile o[1].xyz, %high
  %signed: i32x3 = smulhi %a, %b
  storefile o[2].xyz, %signed
  %carry: i32x3 = icarry %a, %b
  storefile o[3].xyz, %carry
  %borrow: i32x3 = iborrow %a, %b
  storefile o[4].xyz, %borrow
  return
---- given
v0 = 0x80000000 -1 0x00010000   v1 = 0x80000000 -1 0xffff0000
---- then
o0 = 0 1 0
o1 = 0x40000000 0xfffffffe 0x0000ffff
o2 = 0x40000000 0 -1
o3 = 1 1 1
o4 = 0 0 1
