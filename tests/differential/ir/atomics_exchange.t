# Each gives the old value. Of 5 and -1 the larger is 5 as signed, -1 as unsigned; 6 as unsigned is smaller than that. Then an
# exchange for 3, one for 12 if 6 is there, which it is not, and one for 6 if 3 is there.
guest: ir
---- in
module vertex "atomics"
file 0 v i32x4[1] input
file 1 o i32x3[2] output
resource 0 b storage binding 0 size 16
function 0 main() -> void
b0:
  %x: i32 = loadfile v[0]
  %y: i32 = loadfile v[0]+1
  %z: i32 = loadfile v[0]+2
  %w: i32 = loadfile v[0]+3
  %at: i32 = const 8
  %r0: i32 = atomicsmax b, %at, %y
  %r1: i32 = atomicumax b, %at, %y
  %r2: i32 = atomicumin b, %at, %z
  %a: i32x3 = compose %r0, %r1, %r2
  storefile o[0].xyz, %a
  %r3: i32 = atomicexchange b, %at, %x
  %r4: i32 = atomiccompareexchange b, %at, %w, %z
  %r5: i32 = atomiccompareexchange b, %at, %z, %x
  %c: i32x3 = compose %r3, %r4, %r5
  storefile o[1].xyz, %c
  return
---- given
v0 = 3 -1 6 12   b = 1 2 5 9
---- then
o0 = 5 5 -1
o1 = 6 3 3
b = 1 2 6 9
