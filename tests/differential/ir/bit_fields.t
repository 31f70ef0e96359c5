# Fields of 0x12345678: 8 bits from 4 on are 0x67; none at all give 0; what lies beyond the word reads 0, or the sign.
guest: ir
---- in
module vertex "fields"
file 0 v i32x4[4] input
file 1 o i32x4[3] output
function 0 main() -> void
b0:
  %a: i32x4 = loadfile v[0]
  %from: i32x4 = loadfile v[1]
  %count: i32x4 = loadfile v[2]
  %insert: i32x4 = loadfile v[3]
  %u: i32x4 = ubitfield %a, %from, %count
  storefile o[0].xyzw, %u
  %s: i32x4 = sbitfield %a, %from, %count
  storefile o[1].xyzw, %s
  %i: i32x4 = ibitinsert %a, %insert, %from, %count
  storefile o[2].xyzw, %i
  return
---- given
v0 = 0x12345678 0x12345678 0x12345678 0x82345678
v1 = 4 4 0 28   v2 = 8 0 32 8   v3 = 0xffffffab 0xffffffab 0xffffffab 0xffffffab
---- then
o0 = 0x67 0 0x12345678 8
o1 = 0x67 0 0x12345678 0xfffffff8
o2 = 0x12345ab8 0x12345678 0xffffffab 0xb2345678
---- given
v0 = 0x12345678 0x82345678 0x82345678 0x12345688
v1 = 32 32 31 0   v2 = 4 4 1 8   v3 = 5 5 0 0
---- then
o0 = 0 0 1 0x88
o1 = 0 -1 -1 0xffffff88
o2 = 0x12345678 0x82345678 0x02345678 0x12345600
