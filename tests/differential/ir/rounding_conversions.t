# 2^24 + 1 lies in the middle of two floats, and so does its negative; 2^32 - 1 as unsigned is just below 2^32.
guest: ir
---- in
module vertex "rounding"
file 0 v i32[1] input
file 1 o f32x4[2] output
function 0 main() -> void
b0:
  %a: i32 = loadfile v[0]
  %even: f32 = stof %a
  %up: f32 = stof %a !up
  %down: f32 = stof %a !down
  %zero: f32 = stof %a !zero
  %all: f32x4 = compose %even, %up, %down, %zero
  storefile o[0].xyzw, %all
  %even1: f32 = utof %a
  %up1: f32 = utof %a !up
  %down1: f32 = utof %a !down
  %zero1: f32 = utof %a !zero
  %all1: f32x4 = compose %even1, %up1, %down1, %zero1
  storefile o[1].xyzw, %all1
  return
---- given
v0 = 16777217
---- then
o0 = 16777216 16777218 16777216 16777216
o1 = 16777216 16777218 16777216 16777216
---- given
v0 = -16777217
---- then
# 4278190079 lies between 4278189824 and 4278190080
o0 = -16777216 -16777216 -16777218 -16777216
o1 = 4278190080 4278190080 4278189824 4278189824
---- given
v0 = -1
---- then
o0 = -1 -1 -1 -1
o1 = 4294967296 4294967296 4294967040 4294967040
