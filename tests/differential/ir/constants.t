# Rows of a constant buffer: at an offset, at one of two rows, and partly outside.
guest: ir
---- in
module vertex "constants"
file 0 v i32[1] input
file 1 o f32x4[2] output
resource 0 c constant binding 0 size 40
function 0 main() -> void
b0:
  %at: i32 = loadfile v[0]
  %a: f32x4 = loadbuffer c, %at
  storefile o[0].xyzw, %a
  %i28: i32 = const 28
  %b: f32x4 = loadbuffer c, %i28
  storefile o[1].xyzw, %b
  return
---- given
v0 = 16   c = 1 2 3 4 5 6 7 8 9 10
---- then
o0 = 5 6 7 8   o1 = 8 9 10 0
---- given
v0 = 11   c = 1 2 3 4 5 6 7 8 9 10
---- then
o0 = 3 4 5 6
---- given
v0 = 32   c = 1 2 3 4 5 6 7 8 9 10
---- then
o0 = 9 10 0 0
---- given
v0 = -16   c = 1 2 3 4 5 6 7 8 9 10
---- then
o0 = 0 0 0 0
