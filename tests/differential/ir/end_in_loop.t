# The program ends within its loop: what follows the loop has no effect then. The first i with i * i > n, if it is below 4.
guest: ir
---- in
module vertex "end"
file 0 v i32[1] input
file 1 o i32[2] output
function 0 main() -> void
b0:
  %n: i32 = loadfile v[0]
  %i1: i32 = const 1
  %i4: i32 = const 4
  jump b1(%i1)
b1(%i: i32):
  %square: i32 = imul %i, %i
  %found: bool = ult %n, %square
  branch %found, b2, b3
b2:
  storefile o[0].x, %i
  return
b3:
  %next: i32 = iadd %i, %i1
  %more: bool = ult %next, %i4
  branch %more, b1(%next), b4
b4:
  storefile o[1].x, %i1
  return
---- given
v0 = 0
---- then
o0 = 1   o1 = 0
---- given
v0 = 8
---- then
o0 = 3   o1 = 0
---- given
v0 = 9
---- then
o0 = 0   o1 = 1
