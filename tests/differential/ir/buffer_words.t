# A buffer of 5 words: offsets are rounded down to 4, a lane that is not entirely inside reads 0 and is not written.
guest: ir
---- in
module vertex "words"
file 0 v i32[1] input
file 1 o i32x2[1] output
file 2 size i32[1] output
resource 0 b storage binding 0 size 20
function 0 main() -> void
b0:
  %at: i32 = loadfile v[0]
  %a: i32x2 = loadbuffer b, %at
  storefile o[0].xy, %a
  %n: i32 = buffersize b
  storefile size[0].x, %n
  %minus: i32x2 = ineg %a
  %i8: i32 = const 8
  %up: i32 = iadd %at, %i8
  storebuffer b, %up, %minus
  return
---- given
v0 = 0   b = 1 2 3 4 5
---- then
o0 = 1 2   size = 20   b = 1 2 -1 -2 5
---- given
v0 = 7   b = 1 2 3 4 5
---- then
o0 = 2 3   b = 1 2 3 -2 -3
---- given
v0 = 8   b = 1 2 3 4 5
---- then
o0 = 3 4   b = 1 2 3 4 -3
---- given
v0 = 16   b = 1 2 3 4 5
---- then
o0 = 5 0   b = 1 2 3 4 5
---- given
v0 = -8   b = 1 2 3 4 5
---- then
o0 = 0 0   b = 0 0 3 4 5
---- given
v0 = -4   b = 1 2 3 4 5
---- then
o0 = 0 0   b = 1 0 0 4 5
