# (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24, of which a float has no 2^-24: fmad, which rounds the product, loses it, ffma does not.
guest: ir
---- in
module vertex "fused"
file 0 v f32[2] input
file 1 o f32[2] output
function 0 main() -> void
b0:
  %a: f32 = loadfile v[0]
  %c: f32 = loadfile v[1]
  %twice: f32 = fmad %a, %a, %c
  storefile o[0].x, %twice
  %once: f32 = ffma %a, %a, %c
  storefile o[1].x, %once
  return
---- given
v0 = 0x3f800800   v1 = 0xbf801000
---- then
o0 = 0   o1 = 0x33800000
---- given
v0 = 3   v1 = -2.5
---- then
o0 = 6.5   o1 = 6.5
