# As divisions.t, of 64 bits: 2^40 + 5 by 2^20 is 2^20, rest 5. Targets without such integers are refused.
guest: ir
---- in
module vertex "wide"
file 0 v i32x2[2] input
file 1 o i32x2[4] output
function 0 main() -> void
b0:
  %a: i64 = loadfile v[0]
  %b: i64 = loadfile v[1]
  %u: i64 = udiv %a, %b
  storefile o[0].x, %u
  %m: i64 = umod %a, %b
  storefile o[1].x, %m
  %s: i64 = sdiv %a, %b
  storefile o[2].x, %s
  %r: i64 = srem %a, %b
  storefile o[3].x, %r
  return
---- given
v0 = 5 256   v1 = 0x00100000 0
---- then
o0 = 0x00100000 0   o1 = 5 0   o2 = 0x00100000 0   o3 = 5 0
---- given
v0 = 7 0   v1 = 0 0
---- then
o0 = -1 -1   o1 = 7 0   o2 = -1 -1   o3 = 7 0
---- given
v0 = 0 0x80000000   v1 = -1 -1
---- then
o0 = 0 0   o1 = 0 0x80000000   o2 = 0 0x80000000   o3 = 0 0
---- given
v0 = 0xabf41c00 0xfffffffd   v1 = 3 0
---- then
o2 = 0x39515eab -1   o3 = -1 -1
