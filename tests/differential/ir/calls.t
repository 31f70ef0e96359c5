# Parameters go in by their order, each call has values of its own, results come back: a - b of (7, 3), then of (3, 4).
guest: ir
---- in
module vertex "calls"
file 0 v i32x2[1] input
file 1 o i32x3[1] output
function 0 main() -> void
b0:
  %a: i32 = loadfile v[0]
  %b: i32 = loadfile v[0]+1
  %one: i32 = call gap, %a, %b
  %two: i32 = call gap, %b, %one
  %three: i32x2 = call both, %one, %two
  storefile o[0].x, %one
  storefile o[0]+1.xy, %three
  return
function 1 gap(i32, i32) -> i32
b0:
  %p: i32 = param 0
  %q: i32 = param 1
  %d: i32 = isub %p, %q
  return %d
function 2 both(i32, i32) -> i32x2
b0:
  %r: i32 = param 0
  %s: i32 = param 1
  %rs: i32x2 = compose %s, %r
  return %rs
---- given
v0 = 7 3
---- then
o0 = 4 -1 4
