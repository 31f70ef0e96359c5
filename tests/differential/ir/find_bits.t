# The highest bit, the highest that differs from the sign, the lowest, all ones where there is none; the count; the reverse.
guest: ir
---- in
module vertex "bits"
file 0 v i32x4[1] input
file 1 o i32x4[5] output
function 0 main() -> void
b0:
  %a: i32x4 = loadfile v[0]
  %u: i32x4 = ufindmsb %a
  storefile o[0].xyzw, %u
  %s: i32x4 = sfindmsb %a
  storefile o[1].xyzw, %s
  %l: i32x4 = ifindlsb %a
  storefile o[2].xyzw, %l
  %n: i32x4 = ibitcount %a
  storefile o[3].xyzw, %n
  %r: i32x4 = ibitreverse %a
  storefile o[4].xyzw, %r
  return
---- given
v0 = 0 -1 0x00012340 0xfffffff1
---- then
o0 = -1 31 16 31
o1 = -1 -1 16 3
o2 = -1 0 6 0
o3 = 0 32 5 29
o4 = 0 -1 0x02c48000 0x8fffffff
