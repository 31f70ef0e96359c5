# Floats of 16 bits have 11 digits: 2048 + 1 is 2048, 2049 being in the middle; 2048 + 3 is 2052. 60000 + 60000 is beyond all of them;
# 2^-14 * 0.5 is a denormal.
guest: ir
without: float16
---- in
module vertex "halves"
file 0 v f32x4[2] input
file 1 o f32x4[2] output
function 0 main() -> void
b0:
  %v0: f32x4 = loadfile v[0]
  %v1: f32x4 = loadfile v[1]
  %a: f16x4 = fconvert %v0
  %b: f16x4 = fconvert %v1
  %sum: f16x4 = fadd %a, %b
  %sum32: f32x4 = fconvert %sum
  storefile o[0].xyzw, %sum32
  %product: f16x4 = fmul %a, %b
  %product32: f32x4 = fconvert %product
  storefile o[1].xyzw, %product32
  return
---- given
v0 = 2048 2048 60000 0.00006103515625   v1 = 1 3 60000 0.5
---- then
o0 = 2048 2052 inf 0.5
o1 = 2048 6144 inf 0.000030517578125
---- given
v0 = -1 -0.0 inf 0.000000059604644775390625   v1 = 1 0 -inf 0.000000059604644775390625
---- then
o0 = 0 0 nan 0.00000011920928955078125
o1 = -1 0x80000000 -inf 0
