# The largest factor of n below n, returned from within the loop of a function that looks for it.
guest: ir
---- in
module vertex "return"
file 0 v i32[1] input
file 1 o i32[1] output
function 0 main() -> void
b0:
  %n: i32 = loadfile v[0]
  %found: i32 = call factor, %n
  storefile o[0].x, %found
  return
function 1 factor(i32) -> i32
b0:
  %p: i32 = param 0
  %i0: i32 = const 0
  %i1: i32 = const 1
  %first: i32 = isub %p, %i1
  jump b1(%first)
b1(%i: i32):
  %rest: i32 = umod %p, %i
  %divides: bool = ieq %rest, %i0
  branch %divides, b2, b3
b2:
  return %i
b3:
  %next: i32 = isub %i, %i1
  jump b1(%next)
---- given
v0 = 15
---- then
o0 = 5
---- given
v0 = 49
---- then
o0 = 7
---- given
v0 = 13
---- then
o0 = 1
---- given
v0 = 2
---- then
o0 = 1
