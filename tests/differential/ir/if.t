# A choice with two sides that store and give a value, and one with one side: 3 < 5 takes the first side, 7 and 5 the second.
guest: ir
---- in
module vertex "if"
file 0 v i32[2] input
file 1 o i32[3] output
function 0 main() -> void
b0:
  %a: i32 = loadfile v[0]
  %b: i32 = loadfile v[1]
  %less: bool = slt %a, %b
  branch %less, b1, b2
b1:
  %ten: i32 = const 10
  storefile o[1].x, %a
  jump b3(%ten)
b2:
  %sum: i32 = iadd %a, %b
  jump b3(%sum)
b3(%value: i32):
  storefile o[0].x, %value
  %same: bool = ieq %a, %b
  branch %same, b4, b5
b4:
  storefile o[2].x, %b
  jump b5
b5:
  return
---- given
v0 = 3   v1 = 5
---- then
o0 = 10   o1 = 3   o2 = 0
---- given
v0 = 7   v1 = 5
---- then
o0 = 12   o1 = 0   o2 = 0
---- given
v0 = 5   v1 = 5
---- then
o0 = 10   o1 = 0   o2 = 5
---- given
v0 = -1   v1 = 1
---- then
o0 = 10   o1 = -1   o2 = 0
