# Cases 1 and -1 have blocks of their own, 7 and 8 share one, everything else goes to the last.
guest: ir
---- in
module vertex "switch"
file 0 v i32[1] input
file 1 o i32[2] output
function 0 main() -> void
b0:
  %a: i32 = loadfile v[0]
  %i11: i32 = const 11
  %i12: i32 = const 12
  switch %a, 0x1: b3(%i11), 0xffffffff: b3(%i12), 0x7: b1, 0x8: b1, else: b2
b1:
  %double: i32 = iadd %a, %a
  jump b3(%double)
b2:
  %i99: i32 = const 99
  storefile o[1].x, %i99
  jump b3(%a)
b3(%value: i32):
  storefile o[0].x, %value
  return
---- given
v0 = 1
---- then
o0 = 11   o1 = 0
---- given
v0 = -1
---- then
o0 = 12   o1 = 0
---- given
v0 = 7
---- then
o0 = 14   o1 = 0
---- given
v0 = 8
---- then
o0 = 16   o1 = 0
---- given
v0 = 0
---- then
o0 = 0   o1 = 99
---- given
v0 = 0x80000000
---- then
o0 = 0x80000000   o1 = 99
