# Two blocks that jump to each other, entered at either: b1 adds 1, b2 doubles, until the sum is above 10.
# From b1: 1, 2, 3, 6, 7, 14. From b2: 0, 1, 2, 3, 6, 7, 14.
guest: ir
---- in
module vertex "irreducible"
file 0 v i32[1] input
file 1 o i32[2] output
function 0 main() -> void
b0:
  %a: i32 = loadfile v[0]
  %i0: i32 = const 0
  %i1: i32 = const 1
  %i10: i32 = const 10
  %first: bool = ine %a, %i0
  branch %first, b1(%i0, %i0), b2(%i0, %i0)
b1(%x: i32, %m: i32):
  %x1: i32 = iadd %x, %i1
  %m1: i32 = iadd %m, %i1
  %end1: bool = ult %i10, %x1
  branch %end1, b3(%x1, %m1), b2(%x1, %m1)
b2(%y: i32, %n: i32):
  %y2: i32 = iadd %y, %y
  %n1: i32 = iadd %n, %i1
  %end2: bool = ult %i10, %y2
  branch %end2, b3(%y2, %n1), b1(%y2, %n1)
b3(%z: i32, %steps: i32):
  storefile o[0].x, %z
  storefile o[1].x, %steps
  return
---- given
v0 = 1
---- then
o0 = 14   o1 = 6
---- given
v0 = 0
---- then
o0 = 14   o1 = 7
