# A lowering runs alone like a pass, if the target lacks what it replaces.
run: relit ir --passes lower_wide,dce sum.ir; relit ir --passes lower_wide --features int64 --dump-after lower_wide sum.ir | cmp - sum.ir
---- in sum.ir
module compute "sum"
file 0 in i32[4] input
file 1 out i32[4] output
function 0 main() -> void
b0:
  %1 = loadfile i64 in[0]
  %2 = loadfile i64 in[2]
  %3 = iadd i64 %1, %2
  storefile out[0].x, %3
  return
---- out
module compute "sum"
file 0 in i32[4] input
file 1 out i32[4] output
function 0 main() -> void
b0:
  %1 = loadfile i32x2 in[0]
  %2 = swizzle i32 %1.x
  %3 = swizzle i32 %1.y
  %4 = loadfile i32x2 in[2]
  %5 = swizzle i32 %4.x
  %6 = swizzle i32 %4.y
  %7 = iadd i32 %2, %5
  %8 = iadd i32 %3, %6
  %9 = icarry i32 %2, %5
  %10 = iadd i32 %8, %9
  %11 = compose i32x2 %7, %10
  storefile out[0].xy, %11
  return
---- err
module compute "sum"
file 0 in i32[4] input
file 1 out i32[4] output
function 0 main() -> void
b0:
  %1 = loadfile i64 in[0]
  %2 = loadfile i64 in[2]
  %3 = iadd i64 %1, %2
  storefile out[0].x, %3
  return
