# Parameters of a block move at once: (1, 2) swapped n times.
guest: ir
---- in
module vertex "swap"
file 0 v i32[1] input
file 1 o i32x2[1] output
function 0 main() -> void
b0:
  %start: i32 = loadfile v[0]
  %i0: i32 = const 0
  %i1: i32 = const 1
  %i2: i32 = const 2
  jump b1(%i1, %i2, %start)
b1(%a: i32, %b: i32, %n: i32):
  %done: bool = ieq %n, %i0
  %less: i32 = isub %n, %i1
  branch %done, b2, b1(%b, %a, %less)
b2:
  %pair: i32x2 = compose %a, %b
  storefile o[0].xy, %pair
  return
---- given
v0 = 0
---- then
o0 = 1 2
---- given
v0 = 3
---- then
o0 = 2 1
---- given
v0 = 4
---- then
o0 = 1 2
