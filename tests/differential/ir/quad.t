# Four invocations, left to right and top to bottom: differences to the neighbour, a ballot, a value of the next one.
guest: ir
---- in
module vertex "quad"
file 0 v f32[1] input
file 1 n i32[1] input
file 2 d f32x2[1] output
file 3 o i32x2[1] output
function 0 main() -> void
b0:
  %a: f32 = loadfile v[0]
  %x: f32 = fddx %a
  %y: f32 = fddy %a
  %both: f32x2 = compose %x, %y
  storefile d[0].xy, %both
  %n: i32 = loadfile n[0]
  %i8: i32 = const 8
  %large: bool = ult %i8, %n
  %who: i32 = ballot %large
  %three: i32 = const 3
  %next: i32 = iand %n, %three
  %got: i32 = shuffle %n, %next
  %pair: i32x2 = compose %who, %got
  storefile o[0].xy, %pair
  return
---- given
v0 = 1   n0 = 1
---- then
d0 = 2 9   o0 = 10 10
---- given
v0 = 3   n0 = 10
---- then
d0 = 2 14   o0 = 10 3
---- given
v0 = 10   n0 = 3
---- then
d0 = 7 9   o0 = 10 12
---- given
v0 = 17   n0 = 12
---- then
d0 = 7 14   o0 = 10 1
