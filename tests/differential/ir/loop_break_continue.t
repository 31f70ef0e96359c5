# Adds 1, 3, 5, ... up to n: even numbers are left out (continue), and a sum above 20 ends it (break). 1 + 3 + 5 + 7 = 16, + 9 = 25.
guest: ir
---- in
module vertex "loop"
file 0 v i32[1] input
file 1 o i32[1] output
function 0 main() -> void
b0:
  %n: i32 = loadfile v[0]
  %i0: i32 = const 0
  %i1: i32 = const 1
  %i20: i32 = const 20
  jump b1(%i1, %i0)
b1(%i: i32, %sum: i32):
  %inside: bool = sle %i, %n
  branch %inside, b2, b4(%sum)
b2:
  %next: i32 = iadd %i, %i1
  %rest: i32 = iand %i, %i1
  %skip: bool = ieq %rest, %i0
  branch %skip, b1(%next, %sum), b3
b3:
  %more: i32 = iadd %sum, %i
  %beyond: bool = slt %i20, %more
  branch %beyond, b4(%more), b1(%next, %more)
b4(%all: i32):
  storefile o[0].x, %all
  return
---- given
v0 = 0
---- then
o0 = 0
---- given
v0 = 4
---- then
o0 = 4
---- given
v0 = 7
---- then
o0 = 16
---- given
v0 = 100
---- then
o0 = 25
