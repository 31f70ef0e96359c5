# What a fragment has stored in outputs and buffers before it is discarded stays; after that nothing is stored, atomics have no effect.
guest: ir
---- in
module fragment "discard"
file 0 v f32[1] input
file 1 o i32[2] output
resource 0 b storage binding 0 size 8
function 0 main() -> void
b0:
  %a: f32 = loadfile v[0]
  %zero: f32 = const 0.0
  %seven: i32 = const 7
  %at0: i32 = const 0
  %at4: i32 = const 4
  storefile o[0].x, %seven
  storebuffer b, %at0, %seven
  %gone: bool = flt %a, %zero
  discard %gone
  storefile o[1].x, %seven
  storebuffer b, %at4, %seven
  %old: i32 = atomicadd b, %at4, %seven
  storefileat o[1].x, %at0, %old
  return
---- given
v0 = 1
---- then
o0 = 7   o1 = 7   b = 7 14   discarded = 0
---- given
v0 = -1
---- then
o0 = 7   o1 = 0   b = 7 0   discarded = 1
