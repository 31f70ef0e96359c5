# 1 + 2^-24 lies in the middle of 1 and 1 + 2^-23: to even it is 1, up the next. 2^-24 less than 1 is a float itself; 2^-25 less is
# not. Of negative sums up and down change sides, and zero goes toward it.
guest: ir
---- in
module vertex "rounding"
file 0 v f32[2] input
file 1 o f32x4[1] output
function 0 main() -> void
b0:
  %a: f32 = loadfile v[0]
  %b: f32 = loadfile v[1]
  %even: f32 = fadd %a, %b
  %up: f32 = fadd %a, %b !up
  %down: f32 = fadd %a, %b !down
  %zero: f32 = fadd %a, %b !zero
  %all: f32x4 = compose %even, %up, %down, %zero
  storefile o[0].xyzw, %all
  return
---- given
v0 = 1   v1 = 0x33800000
---- then
o0 = 1 0x3f800001 1 1
---- given
v0 = -1   v1 = 0xb3800000
---- then
o0 = -1 -1 0xbf800001 -1
---- given
v0 = 1   v1 = 0xb3000000
---- then
o0 = 1 1 0x3f7fffff 0x3f7fffff
---- given
v0 = 3   v1 = -2
---- then
o0 = 1 1 1 1
---- given
v0 = 0x7f7fffff   v1 = 0x7f7fffff
---- then
o0 = inf inf 0x7f7fffff 0x7f7fffff
