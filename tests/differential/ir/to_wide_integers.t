# As to_integers.t, in 64 bits: the float next to 10^19 is 9999999980506447872 = 0x8ac7230000000000, beyond 2^63.
guest: ir
without: int64
---- in
module vertex "conversions"
file 0 v f32[1] input
file 1 o i32x2[2] output
file 2 back f32x2[1] output
function 0 main() -> void
b0:
  %a: f32 = loadfile v[0]
  %s: i64 = ftos %a
  storefile o[0].x, %s
  %u: i64 = ftou %a
  storefile o[1].x, %u
  %fs: f32 = stof %u
  storefile back[0].x, %fs
  %fu: f32 = utof %u
  storefile back[0]+1.x, %fu
  return
---- given
v0 = 8589934592.5
---- then
o0 = 0 2   o1 = 0 2   back0 = 8589934592 8589934592
---- given
v0 = 1e19
---- then
# as signed it is 2^64 less
o0 = -1 0x7fffffff   o1 = 0 0x8ac72300   back0 = -8446744093203103744 9999999980506447872
---- given
v0 = -3.5
---- then
o0 = -3 -1   o1 = 0 0   back0 = 0 0
---- given
v0 = inf
---- then
o0 = -1 0x7fffffff   o1 = -1 -1   back0 = -1 18446744073709551616
---- given
v0 = nan
---- then
o0 = 0 0   o1 = 0 0
