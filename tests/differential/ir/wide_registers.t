# A type wider than the lanes of its file takes several, low end first: 0x11112222 in lanes of 16 bits is 0x2222, 0x1111.
guest: ir
without: int64
---- in
module vertex "wide"
file 0 v i32x2[1] input
file 1 h i16x4[2] output
file 2 w i32x2[1] output
file 3 mid i32[1] output
function 0 main() -> void
b0:
  %a: i64 = loadfile v[0]
  storefile h[0]+2.x, %a
  storefile w[0].x, %a
  %b: i32 = loadfile h[0]+3
  storefile mid[0].x, %b
  return
---- given
v0 = 0x22221111 0x44443333
---- then
h0 = 0 0 0x1111 0x2222   h1 = 0x3333 0x4444 0 0
w0 = 0x22221111 0x44443333   mid = 0x33332222
