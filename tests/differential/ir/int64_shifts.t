# Shifts of 64 bits go from one word into the other; from 64 on nothing is left, or the sign alone.
guest: ir
without: int64
---- in
module vertex "wide"
file 0 v i32x2[1] input
file 1 n i32[1] input
file 2 o i32x2[3] output
function 0 main() -> void
b0:
  %a: i64 = loadfile v[0]
  %n: i32 = loadfile n[0]
  %by: i64 = uextend %n
  %left: i64 = ishl %a, %by
  storefile o[0].x, %left
  %right: i64 = sshr %a, %by
  storefile o[1].x, %right
  %rest: i64 = ushr %a, %by
  storefile o[2].x, %rest
  return
---- given
v0 = -1 0x80000000   n = 4
---- then
o0 = 0xfffffff0 15   o1 = 0x0fffffff 0xf8000000   o2 = 0x0fffffff 0x08000000
---- given
v0 = 1 0x80000000   n = 33
---- then
o0 = 0 2   o1 = 0xc0000000 -1   o2 = 0x40000000 0
---- given
v0 = 1 0x80000000   n = 64
---- then
o0 = 0 0   o1 = -1 -1   o2 = 0 0
---- given
v0 = 1 0x80000000   n = 32
---- then
o0 = 0 1   o1 = 0x80000000 -1   o2 = 0x80000000 0
