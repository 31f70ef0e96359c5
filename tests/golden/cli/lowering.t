# A lowering runs alone like a pass, if the target lacks what it replaces.
run: relit ir --passes lower_wide,dce sum.ir; relit ir --passes lower_wide --features int64 --dump-after lower_wide sum.ir | cmp - sum.ir
---- in sum.ir
module compute "sum"
file 0 in i32[4] input
file 1 out i32[4] output
function 0 main() -> void
b0:
  %in0_1: i64 = loadfile in[0]
  %in2_1: i64 = loadfile in[2]
  %1: i64 = iadd %in0_1, %in2_1
  storefile out[0].x, %1
  return
---- out
module compute "sum"
file 0 in i32[4] input
file 1 out i32[4] output
function 0 main() -> void
b0:
  %in0_1: i32x2 = loadfile in[0]
  %1: i32 = swizzle %in0_1.x
  %2: i32 = swizzle %in0_1.y
  %in2_1: i32x2 = loadfile in[2]
  %3: i32 = swizzle %in2_1.x
  %4: i32 = swizzle %in2_1.y
  %5: i32 = iadd %1, %3
  %6: i32 = iadd %2, %4
  %7: i32 = icarry %1, %3
  %8: i32 = iadd %6, %7
  %9: i32x2 = compose %5, %8
  storefile out[0].xy, %9
  return
---- err
module compute "sum"
file 0 in i32[4] input
file 1 out i32[4] output
function 0 main() -> void
b0:
  %in0_1: i64 = loadfile in[0]
  %in2_1: i64 = loadfile in[2]
  %1: i64 = iadd %in0_1, %in2_1
  storefile out[0].x, %1
  return
