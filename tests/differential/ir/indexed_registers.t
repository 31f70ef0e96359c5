# An index is signed and counts registers: outside of the file a load gives 0 and a store has no effect.
guest: ir
---- in
module vertex "indexed"
file 0 i i32[2] input
file 1 v f32x2[3] input
file 2 o f32x2[3] output
file 3 got f32x2[1] output
function 0 main() -> void
b0:
  %from: i32 = loadfile i[0]
  %to: i32 = loadfile i[1]
  %a: f32x2 = loadfileat v[1], %from
  storefile got[0].xy, %a
  %b: f32x2 = loadfile v[0]
  storefileat o[1].y, %to, %b
  return
---- given
i0 = 0   i1 = 0
v0 = 1 2   v1 = 3 4   v2 = 5 6
---- then
got0 = 3 4   o0 = 0 0   o1 = 0 2   o2 = 0 0
---- given
i0 = 1   i1 = -1
v0 = 1 2   v1 = 3 4   v2 = 5 6
---- then
got0 = 5 6   o0 = 0 2   o1 = 0 0   o2 = 0 0
---- given
i0 = -1   i1 = 1
v0 = 1 2   v1 = 3 4   v2 = 5 6
---- then
got0 = 1 2   o0 = 0 0   o1 = 0 0   o2 = 0 2
---- given
i0 = 2   i1 = -2
v0 = 1 2   v1 = 3 4   v2 = 5 6
---- then
got0 = 0 0   o0 = 0 0   o1 = 0 0   o2 = 0 0
---- given
i0 = 0x7fffffff   i1 = 0x80000000
v0 = 1 2   v1 = 3 4   v2 = 5 6
---- then
got0 = 0 0   o0 = 0 0   o1 = 0 0   o2 = 0 0
---- given
i0 = 0x80000000   i1 = 0x7fffffff
v0 = 1 2   v1 = 3 4   v2 = 5 6
---- then
got0 = 0 0   o0 = 0 0   o1 = 0 0   o2 = 0 0
