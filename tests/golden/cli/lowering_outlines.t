# An operation that takes many instructions and comes twice is a function; one that flushes calls a function that does.
run: relit ir --passes lower_flushing,lower_integers,combine,dce twice.ir
---- in twice.ir
module compute "twice"
file 0 in i32[4] input
file 1 out i32[4] output
function 0 main() -> void
b0:
  %in0_1: i32 = loadfile in[0]
  %in1_1: i32 = loadfile in[1]
  %1: i32 = udiv %in0_1, %in1_1
  %2: i32 = udiv %in1_1, %in0_1
  %3: i32 = ishl %1, %2
  storefile out[0].x, %3
  %in2_1: f32 = loadfile in[2]
  %4: f32 = fmul %in2_1, %in2_1 !flush_result
  storefile out[1].x, %4
  return
---- out
module compute "twice"
file 0 in i32[4] input
file 1 out i32[4] output
function 0 main() -> void
b0:
  %in0_1: i32 = loadfile in[0]
  %in1_1: i32 = loadfile in[1]
  %1: i32 = call udiv, %in0_1, %in1_1
  %2: i32 = call udiv, %in1_1, %in0_1
  %3: i32 = const 0x1f
  %4: i32 = iand %2, %3
  %5: i32 = ishl %1, %4
  %6: i32 = const 0x20
  %7: bool = ult %2, %6
  %8: i32 = const 0x0
  %9: i32 = select %7, %5, %8
  storefile out[0].x, %9
  %in2_1: f32 = loadfile in[2]
  %10: f32 = fmul %in2_1, %in2_1
  %11: f32 = call flush, %10
  storefile out[1].x, %11
  return
function 1 flush(f32) -> f32
b0:
  %12: f32 = param 0
  %13: i32 = bitcast %12
  %14: i32 = const 0x7f800000
  %15: i32 = iand %13, %14
  %16: i32 = const 0x0
  %17: bool = ieq %15, %16
  %18: i32 = const 0x80000000
  %19: i32 = iand %13, %18
  %20: i32 = select %17, %19, %13
  %21: f32 = bitcast %20
  return %21
function 2 udiv(i32, i32) -> i32
b0:
  %22: i32 = param 0
  %23: i32 = param 1
  %24: i32 = const 0x1
  %25: i32 = umax %23, %24
  %26: i32 = udiv %22, %25
  %27: i32 = const 0x0
  %28: bool = ieq %23, %27
  %29: i32 = const 0xffffffff
  %30: i32 = select %28, %29, %26
  return %30
