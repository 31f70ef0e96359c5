# n iterations come back n - 1 times: 5 iterations go back 4 times, 6 iterations would 5 times. What it stored until then is not looked at: passes may
# have moved stores behind the loop.
guest: ir
loop_limit: 4
---- in
module vertex "loop"
file 0 v i32[1] input
file 1 o i32[2] output
function 0 main() -> void
b0:
  %n: i32 = loadfile v[0]
  %i0: i32 = const 0
  %i1: i32 = const 1
  jump b1(%i0)
b1(%i: i32):
  %next: i32 = iadd %i, %i1
  storefile o[0].x, %next
  %again: bool = ult %next, %n
  branch %again, b1(%next), b2
b2:
  storefile o[1].x, %i1
  return
---- given
v0 = 5
---- then
o0 = 5   o1 = 1   hit_loop_limit = 0
---- given
v0 = 6
---- then
hit_loop_limit = 1
