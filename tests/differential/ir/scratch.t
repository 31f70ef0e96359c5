# Memory of one invocation starts as 0 and is bytes like any buffer.
guest: ir
---- in
module vertex "scratch"
file 0 v i32[2] input
file 1 o i32[3] output
resource 0 s scratch binding 0 size 8
function 0 main() -> void
b0:
  %at: i32 = loadfile v[0]
  %a: i32 = loadfile v[1]
  storebuffer s, %at, %a
  %i0: i32 = const 0
  %i4: i32 = const 4
  %first: i32 = loadbuffer s, %i0
  storefile o[0].x, %first
  %old: i32 = atomicadd s, %i4, %a
  storefile o[1].x, %old
  %new: i32 = loadbuffer s, %i4
  storefile o[2].x, %new
  return
---- given
v0 = 0   v1 = 5
---- then
o0 = 5   o1 = 0   o2 = 5
---- given
v0 = 4   v1 = 5
---- then
o0 = 0   o1 = 5   o2 = 10
---- given
v0 = 8   v1 = 5
---- then
o0 = 0   o1 = 0   o2 = 5
