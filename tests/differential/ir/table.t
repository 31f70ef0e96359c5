# Entries of a table by an unsigned index; outside of it 0.
guest: ir
---- in
module vertex "table"
file 0 v i32x4[1] input
file 1 o i32x4[1] output
table 0 0x5 0x9 0xffffffff 0x7 0xb
function 0 main() -> void
b0:
  %x: i32 = loadfile v[0]
  %y: i32 = loadfile v[0]+1
  %z: i32 = loadfile v[0]+2
  %w: i32 = loadfile v[0]+3
  %a: i32 = loadtable 0, %x
  %b: i32 = loadtable 0, %y
  %c: i32 = loadtable 0, %z
  %d: i32 = loadtable 0, %w
  %all: i32x4 = compose %a, %b, %c, %d
  storefile o[0].xyzw, %all
  return
---- given
v0 = 0 2 4 5
---- then
o0 = 5 -1 11 0
---- given
v0 = 3 -1 0x80000000 1
---- then
o0 = 7 0 0 9
