# Each gives the old value: 5 + 3 is 8; of it and -1 the smaller is -1; -1 and 6 is 6; 6 or 3 is 7; 7 xor 12 is 11. Outside of the
# buffer there is nothing: 0, and no effect.
guest: ir
---- in
module vertex "atomics"
file 0 v i32x4[1] input
file 1 o i32x4[2] output
resource 0 b storage binding 0 size 16
function 0 main() -> void
b0:
  %x: i32 = loadfile v[0]
  %y: i32 = loadfile v[0]+1
  %z: i32 = loadfile v[0]+2
  %w: i32 = loadfile v[0]+3
  %at: i32 = const 4
  %far: i32 = const 16
  %r0: i32 = atomicadd b, %at, %x
  %r1: i32 = atomicsmin b, %at, %y
  %r2: i32 = atomicand b, %at, %z
  %r3: i32 = atomicor b, %at, %x
  %a: i32x4 = compose %r0, %r1, %r2, %r3
  storefile o[0].xyzw, %a
  %r4: i32 = atomicxor b, %at, %w
  %r5: i32 = atomicadd b, %far, %x
  %c: i32x2 = compose %r4, %r5
  storefile o[1].xy, %c
  return
---- given
v0 = 3 -1 6 12   b = 1 5 2 9
---- then
o0 = 5 8 -1 6
o1 = 7 0
b = 1 11 2 9
