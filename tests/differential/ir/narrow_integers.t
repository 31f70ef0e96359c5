# Lanes of 8 and 16 bits wrap in their own width: 127 + 1 is -128, 200 * 200 = 40000 = 0x9c40 is 0x40 in 8 bits, and 0x9c40 is negative
# in 16, so that a shift by 4 gives 0xf9c4; extended from there it is 0xfffff9c4.
guest: ir
---- in
module vertex "narrow"
file 0 v i32[2] input
file 1 o i32[3] output
function 0 main() -> void
b0:
  %a: i32 = loadfile v[0]
  %b: i32 = loadfile v[1]
  %a8: i8 = itruncate %a
  %b8: i8 = itruncate %b
  %sum: i8 = iadd %a8, %b8
  %sum32: i32 = sextend %sum
  storefile o[0].x, %sum32
  %product: i8 = imul %a8, %a8
  %product32: i32 = uextend %product
  storefile o[1].x, %product32
  %a16: i16 = itruncate %a
  %square: i16 = imul %a16, %a16
  %i4: i16 = const 4
  %part: i16 = sshr %square, %i4
  %part32: i32 = sextend %part
  storefile o[2].x, %part32
  return
---- given
v0 = 127   v1 = 1
---- then
# 16129 = 0x3f01
o0 = -128   o1 = 1   o2 = 0x3f0
---- given
v0 = 200   v1 = 100
---- then
o0 = 44   o1 = 0x40   o2 = 0xfffff9c4
