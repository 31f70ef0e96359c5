# Lanes of 64 bits of a buffer of five words: the last word is not a whole lane. Offsets are rounded down to 8.
guest: ir
without: int64
---- in
module vertex "wide"
file 0 v i32[1] input
file 1 o i32x2[1] output
resource 0 b storage binding 0 size 20
function 0 main() -> void
b0:
  %at: i32 = loadfile v[0]
  %a: i64 = loadbuffer b, %at
  storefile o[0].x, %a
  %i8: i32 = const 8
  %up: i32 = iadd %at, %i8
  storebuffer b, %up, %a
  return
---- given
v0 = 7   b = 1 2 3 4 5
---- then
o0 = 1 2   b = 1 2 1 2 5
---- given
v0 = 8   b = 1 2 3 4 5
---- then
o0 = 3 4   b = 1 2 3 4 5
---- given
v0 = 16   b = 1 2 3 4 5
---- then
o0 = 0 0   b = 1 2 3 4 5
