# A word of 64 bits in a storage buffer: the carry of 0xffffffff + 1 goes to its high half; -2 is smaller than it, as signed.
guest: ir
without: atomic_int64
---- in
module vertex "atomics"
file 0 v i32x2[2] input
file 1 o i32x2[3] output
resource 0 b storage binding 0 size 16
function 0 main() -> void
b0:
  %one: i64 = loadfile v[0]
  %two: i64 = loadfile v[1]
  %at: i32 = const 8
  %a: i64 = atomicadd b, %at, %one
  storefile o[0].x, %a
  %c: i64 = atomicsmin b, %at, %two
  storefile o[1].x, %c
  %d: i64 = atomicexchange b, %at, %one
  storefile o[2].x, %d
  return
---- given
v0 = 1 0   v1 = -2 -1   b = 7 7 0xffffffff 4
---- then
o0 = -1 4   o1 = 0 5   o2 = -2 -1
b = 7 7 1 0
