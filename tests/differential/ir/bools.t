# All four pairs of truths at once, and lanes that are all true or true in part.
guest: ir
---- in
module vertex "bools"
file 0 v i32x4[2] input
file 1 o i32x4[4] output
function 0 main() -> void
b0:
  %zero: i32x4 = const 0 0 0 0
  %one: i32x4 = const 1 1 1 1
  %a4: i32x4 = loadfile v[0]
  %b4: i32x4 = loadfile v[1]
  %a: boolx4 = ine %a4, %zero
  %b: boolx4 = ine %b4, %zero
  %and: boolx4 = band %a, %b
  %i0: i32x4 = select %and, %one, %zero
  storefile o[0].xyzw, %i0
  %or: boolx4 = bor %a, %b
  %i1: i32x4 = select %or, %one, %zero
  storefile o[1].xyzw, %i1
  %xor: boolx4 = bxor %a, %b
  %i2: i32x4 = select %xor, %one, %zero
  storefile o[2].xyzw, %i2
  %not: boolx4 = bnot %a
  %i3: i32x4 = select %not, %one, %zero
  storefile o[3].xyzw, %i3
  return
---- given
v0 = 0 0 1 1   v1 = 0 1 0 1
---- then
o0 = 0 0 0 1
o1 = 0 1 1 1
o2 = 0 1 1 0
o3 = 1 1 0 0
