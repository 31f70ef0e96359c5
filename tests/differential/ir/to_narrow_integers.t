# As to_integers.t, in 8 and 16 bits.
guest: ir
---- in
module vertex "conversions"
file 0 v f32[1] input
file 1 b i8x2[1] output
file 2 h i16x2[1] output
function 0 main() -> void
b0:
  %a: f32 = loadfile v[0]
  %s8: i8 = ftos %a
  %u8: i8 = ftou %a
  storefile b[0].x, %s8
  storefile b[0]+1.x, %u8
  %s16: i16 = ftos %a
  %u16: i16 = ftou %a
  storefile h[0].x, %s16
  storefile h[0]+1.x, %u16
  return
---- given
v0 = 300.9
---- then
b0 = 127 255   h0 = 300 300
---- given
v0 = -40000
---- then
b0 = -128 0   h0 = -32768 0
---- given
v0 = inf
---- then
b0 = 127 255   h0 = 32767 0xffff
---- given
v0 = nan
---- then
b0 = 0 0   h0 = 0 0
