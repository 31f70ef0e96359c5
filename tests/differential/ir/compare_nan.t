# NaN is unequal to everything and in no order; zeros of either sign are equal. Lanes: eq, ne, lt, le, then gt, ge, isnan, isinf.
guest: ir
---- in
module vertex "compare"
file 0 v f32[2] input
file 1 o i32x4[2] output
function 0 main() -> void
b0:
  %a: f32 = loadfile v[0]
  %b: f32 = loadfile v[1]
  %eq: bool = feq %a, %b
  %ne: bool = fne %a, %b
  %lt: bool = flt %a, %b
  %le: bool = fle %a, %b
  %gt: bool = fgt %a, %b
  %ge: bool = fge %a, %b
  %isnan: bool = fisnan %a
  %isinf: bool = fisinf %a
  %order: boolx4 = compose %eq, %ne, %lt, %le
  %rest: boolx4 = compose %gt, %ge, %isnan, %isinf
  %ones: i32x4 = const 1 1 1 1
  %none: i32x4 = const 0 0 0 0
  %first: i32x4 = select %order, %ones, %none
  storefile o[0].xyzw, %first
  %second: i32x4 = select %rest, %ones, %none
  storefile o[1].xyzw, %second
  return
---- given
v0 = nan   v1 = 1
---- then
o0 = 0 1 0 0   o1 = 0 0 1 0
---- given
v0 = nan   v1 = nan
---- then
o0 = 0 1 0 0   o1 = 0 0 1 0
---- given
v0 = -0.0   v1 = 0
---- then
o0 = 1 0 0 1   o1 = 0 1 0 0
---- given
v0 = -inf   v1 = nan
---- then
o0 = 0 1 0 0   o1 = 0 0 0 1
---- given
v0 = -inf   v1 = -1
---- then
o0 = 0 1 1 1   o1 = 0 0 0 1
---- given
v0 = 2   v1 = -2
---- then
o0 = 0 1 0 0   o1 = 1 1 0 0
